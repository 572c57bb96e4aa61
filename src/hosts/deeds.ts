/** What clients say alike: how a session begins, what a tool does, by one row of the client's own names, and an answer's form. Pure. */

import { defined } from "../model/defined.ts";
import { isJsonObject } from "../text/json.ts";
import type { ToolNames } from "./host.ts";
import type { Beginning, Deed, Todo, ToolUse, Words } from "./moment.ts";
import { patchAtShell, patchedBy } from "./patch.ts";
import { type Payload, recordIn, textIn } from "./payload.ts";
import { bringsWords } from "./tool-names.ts";

/** The names of fields: where several are given, the first that says something counts. */
export interface ToolFields {
  /** Of the payload. */
  readonly tool: string;
  readonly input: string;
  readonly use?: string;
  /** Cairn's own tools, and what of their name is the operation's. */
  readonly own: RegExp;
  readonly tools: ToolNames;
  /** They write the file they name; missing where whatever names a file and does not read it writes it. */
  readonly writers?: readonly string[];
  listIn?(tool: string, input: Payload): readonly Todo[] | undefined;
  /** Of the tool's input: the kind of a sub-agent, the place that is searched, the file. */
  readonly agent?: string;
  readonly searched: readonly string[];
  readonly path: readonly string[];
  /** The whole text of a file, and every text that is written: what an edit looks for stays as it is. */
  readonly whole?: string;
  readonly written: readonly string[];
}

/** One that is new to us is taken for an ordinary start. */
export function beginningIn(payload: Payload, known: readonly Beginning[]): Beginning {
  const source = textIn(payload, "source");
  return known.find((one) => one === source) ?? "startup";
}

export function toolUsed(payload: Payload, fields: ToolFields): Pick<ToolUse, "tool" | "deed" | "use" | "cwd"> {
  const tool = textIn(payload, fields.tool);
  const use = fields.use === undefined ? "" : textIn(payload, fields.use);
  const deed = deedOf(tool, recordIn(payload, fields.input), fields, textIn(payload, fields.input));
  return { tool, deed, use, cwd: textIn(payload, "cwd") };
}

/**
 * An answer in the form several clients take: under the event's name what concerns it, beside it what is for the person.
 * Empty where nothing is said.
 */
export function printAnswer(hookEventName: string | undefined, specific: object, beside: object): string {
  const isBare = Object.keys(specific).length === 0;
  const said = { ...(isBare ? {} : { hookSpecificOutput: { hookEventName, ...specific } }), ...beside };
  return Object.keys(said).length === 0 ? "" : JSON.stringify(said);
}

/** `bare`: the tool's input where that is a text. */
function deedOf(tool: string, input: Payload, fields: ToolFields, bare: string): Deed {
  const { own, tools, agent = "", searched, writers } = fields;
  const [, operation] = own.exec(tool) ?? [];
  if (operation !== undefined) return ownDeed(operation.replaceAll("_", "-"), input);
  const todos = fields.listIn?.(tool, input);
  if (todos !== undefined) return { is: "todos", all: true, todos };
  if (tools.shells.includes(tool)) return commandIn(input);
  if (tools.agents.includes(tool)) return { is: "agent", kind: textIn(input, agent) };
  if (tools.outputs.includes(tool)) return { is: "output" };
  if (bringsWords(tool, tools)) return { is: "hearing" };
  const patched = patchedBy(tool, input, bare);
  if (patched !== undefined) return patched;
  if (tools.searchers.includes(tool)) return { is: "search", path: firstIn(input, searched) };
  const path = firstIn(input, fields.path);
  if (path === "") return { is: "other" };
  if (tools.readers.includes(tool)) return { is: "read", path };
  return writers?.includes(tool) === false ? { is: "other" } : writing(path, input, fields);
}

function commandIn(input: Payload): Deed {
  const text = textIn(input, "command");
  return { is: "command", text, ...defined({ writes: patchAtShell(text, input, "command") }) };
}

function ownDeed(operation: string, input: Payload): Deed {
  const named = ["project", "id", "agent"].map((name) => [name, textIn(input, name)]).filter(([, text]) => text);
  return { is: "own", operation, ...Object.fromEntries(named) };
}

function writing(path: string, input: Payload, fields: ToolFields): Deed {
  const { whole = "", path: named } = fields;
  const edits = Array.isArray(input["edits"]) ? input["edits"].filter(isJsonObject) : [];
  const paths = [...new Set([path, ...edits.flatMap((edit) => firstIn(edit, named) || [])])];
  const changed: Words["changed"] = (change) => changedIn(input, [path], fields, change);
  const text = input[whole];
  return { is: "write", paths, words: typeof text === "string" ? { whole: text, changed } : { changed } };
}

/** An edit among several may name a file of its own; some clients put all of them into the one that is named above. */
function changedIn(
  input: Payload,
  paths: readonly string[],
  fields: ToolFields,
  change: Parameters<Words["changed"]>[0],
): Payload {
  const inEdit = (edit: unknown) => {
    if (!isJsonObject(edit)) return edit;
    const own = firstIn(edit, fields.path);
    return changedIn(edit, own === "" ? paths : [own, ...paths], fields, change);
  };
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => {
      if (typeof value === "string" && fields.written.includes(key)) return [key, change(value, paths)];
      return [key, key === "edits" && Array.isArray(value) ? value.map(inEdit) : value];
    }),
  );
}

function firstIn(input: Payload, names: readonly string[]): string {
  return names.map((name) => textIn(input, name)).find((text) => text !== "") ?? "";
}
