/**
 * An operation's fields as a surface needs them: what each is called, takes and means. All of it is read from the
 * schema, so a field is described in one place. Surface-specific words come from `.meta({ cli: …, mcp: … })`.
 */

import type { z } from "../model/schema.ts";
import { kebab } from "../text/name-case.ts";

declare module "zod" {
  interface GlobalMeta {
    cli?: CliWords;
    mcp?: McpWords;
    /** See the function of that name in `model/schema.ts`. */
    goesWith?: readonly string[];
  }
}

interface CliWords {
  /** The flag, where it is not the field's name in kebab-case. */
  readonly flag?: string;
  /** The flag names a file (`-`: standard input) whose text is the value; it is called `--<name>-file` then. */
  readonly file?: boolean;
  /** A lone `-` in its place means standard input, whose text is the value of the field named here. */
  readonly dash?: string;
  /** Each of a list is given by itself: its commas are part of what it says. */
  readonly whole?: boolean;
  /** Accepted, but neither in the help nor in the reference. */
  readonly hidden?: boolean;
  /** What the help shows in place of a value: `<id>`, `squad/name`. */
  readonly value?: string;
  /** What a shell offers for it, besides its choices. */
  readonly complete?: "operation" | "file" | "folder";
}

interface McpWords {
  /** Accepted, but not in the tool's schema: each word there costs every session. */
  readonly hidden?: boolean;
  /** The choices a tool's schema names, where it need not name all. */
  readonly choices?: readonly string[];
  /** Its choices are listed at another tool. */
  readonly listedElsewhere?: boolean;
}

type FieldKind = "text" | "number" | "switch" | "choice" | "list" | "record";

export interface Field {
  readonly name: string;
  readonly flag: string;
  readonly kind: FieldKind;
  /** What a choice, or each entry of a list, may be; empty if anything. */
  readonly choices: readonly string[];
  readonly required: boolean;
  /** Used when nothing is given. */
  readonly fallback: unknown;
  readonly about: string;
  /** Its place among the arguments without a flag; -1 if it needs its flag. */
  readonly position: number;
  readonly cli: CliWords;
  readonly mcp: McpWords;
  readonly goesWith: readonly string[];
}

interface WithFields {
  readonly input: z.ZodObject;
  readonly positional: readonly string[];
}

export function fieldsOf(op: WithFields): Field[] {
  return Object.entries(op.input.shape).map(([name, schema]) => {
    const reading = read(schema as z.ZodType);
    return { name, flag: flagFor(name, reading.cli), position: op.positional.indexOf(name), ...reading };
  });
}

/** What a person is shown of them: all, the arguments in their places, and those that need their flag. */
export function shownFields(op: WithFields): { all: Field[]; placed: Field[]; flagged: Field[] } {
  const all = fieldsOf(op).filter(({ cli }) => cli.hidden !== true);
  const placed = all.filter(({ position }) => position >= 0).sort((a, b) => a.position - b.position);
  return { all, placed, flagged: all.filter(({ position }) => position < 0) };
}

function flagFor(name: string, { flag, file }: CliWords): string {
  if (flag !== undefined) return flag;
  const plain = kebab(name);
  return file === true && !plain.endsWith("-file") ? `${plain}-file` : plain;
}

type Reading = Omit<Field, "name" | "flag" | "position">;

/** Wrappers (optional, default, …) are taken off one by one; the outermost word about the field wins. */
function read(schema: z.ZodType): Reading {
  const def = (schema as unknown as z.core.$ZodTypes)._zod.def;
  const own = schema.meta() ?? {};
  const inner = innerOf(def);
  const reading = inner === undefined ? bare(def) : read(inner);
  return {
    ...reading,
    required: reading.required && def.type !== "optional" && def.type !== "default" && def.type !== "prefault",
    fallback: def.type === "default" || def.type === "prefault" ? def.defaultValue : reading.fallback,
    about: own.description ?? reading.about,
    cli: { ...reading.cli, ...own.cli },
    mcp: { ...reading.mcp, ...own.mcp },
    goesWith: own.goesWith ?? reading.goesWith,
  };
}

function innerOf(def: z.core.$ZodTypes["_zod"]["def"]): z.ZodType | undefined {
  switch (def.type) {
    case "optional":
    case "default":
    case "prefault":
    case "nullable":
    case "nonoptional":
    case "readonly":
    case "catch":
      return def.innerType as z.ZodType;
    case "pipe":
      return def.in as z.ZodType;
    default:
      return undefined;
  }
}

function bare(def: z.core.$ZodTypes["_zod"]["def"]): Reading {
  const plain = { choices: [], required: true, fallback: undefined, about: "", cli: {}, mcp: {}, goesWith: [] };
  switch (def.type) {
    case "number":
      return { ...plain, kind: "number" };
    case "boolean":
      return { ...plain, kind: "switch" };
    case "enum":
      return { ...plain, kind: "choice", choices: Object.values(def.entries).map(String) };
    case "literal":
      return { ...plain, kind: "choice", choices: def.values.map(String) };
    case "array":
      return { ...plain, kind: "list", choices: read(def.element as z.ZodType).choices };
    case "record":
      return { ...plain, kind: "record" };
    default:
      return { ...plain, kind: "text" };
  }
}
