/**
 * What an operation is, and the one door to all of them. A surface translates; everything else (validation, the
 * question before something is destroyed, redaction of what is refused) happens here, alike for every surface.
 */

import type { Cairn } from "../cairn.ts";
import { notDone } from "../disk/files.ts";
import { withoutTags } from "../guard/envelope.ts";
import { redact } from "../guard/redact.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import type { KeyQuestion } from "../model/key-question.ts";
import type { z } from "../model/schema.ts";
import { type Caller, isOfAgent } from "../model/trust.ts";
import { idleInput, invalidInput } from "./show/input-error.ts";

const surfaces = ["cli", "mcp", "library"] as const;
export type Surface = (typeof surfaces)[number];

/** `destroy` is for what no other operation can bring back. */
type Effect = "read" | "write" | "destroy";

/** What an operation does, and how it tells of it. */
export interface Doing<I, O> {
  /** The question to ask before this is done, or nothing if it may be done at once. */
  confirm?(input: I, cairn: Cairn, carried?: Carried): Promise<string | undefined> | string | undefined;
  run(input: I, cairn: Cairn, carried?: Carried): Promise<O> | O;
  /** For a reader with little room: the answer first, ids that can be passed back, no padding. */
  show(output: O, input: I, surface: Caller, carried?: Carried): string;
  /** Its answer is for the host, in the host's own form: what of it a model reads was put into the envelope before. */
  readonly speaksToHost?: boolean;
}

/** What every declaration says. */
interface Declared<N extends string, S extends Surface, I extends z.ZodObject, O extends z.ZodType>
  extends Omit<Doing<z.output<I>, z.output<O>>, "speaksToHost"> {
  /** Kebab-case; also the name of its file and of its row in the registry. */
  readonly name: N;
  readonly summary: string;
  readonly effect: Effect;
  readonly surfaces: readonly S[];
  readonly input: I;
  readonly output: O;
  /** It was done, and what it found is a failure to who asked: a check in CI. At the command line, another exit code. */
  fails?(output: z.output<O>): boolean;
  /** What a person at a terminal is asked after the answer, one thing after the other. */
  questions?(output: z.output<O>, input: z.output<I>): readonly KeyQuestion[];
}

/** What has a good default and may be left out. */
interface Defaulted {
  readonly aliases: readonly string[];
  /** When an agent should think of it, in one sentence; goes into the tool's description only. */
  readonly when: string;
  /** Doing it twice leaves what doing it once leaves. Every read is. */
  readonly idempotent: boolean;
  /** Answered, but in no help, list or reference, or not in those of one surface: for machines that know it. */
  readonly unlisted: boolean | Surface;
  readonly speaksToHost: boolean;
  /** Who asks for it: the help tells people first of what is theirs. */
  readonly audience: "people" | "programs";
  /** Command lines, for the help and the reference. */
  readonly examples: readonly string[];
  /** Fields with which it only shows what it would do: shown before its question, and the answer where nobody can be asked. */
  readonly preview: Readonly<Record<string, unknown>> | undefined;
  /** What people look for here under a name it does not have, or give where something else belongs: what to do instead. */
  readonly instead: Readonly<Record<string, string>>;
}

export interface Operation<
  N extends string = string,
  S extends Surface = Surface,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
> extends Declared<N, S, I, O>,
    Defaulted {
  /** The fields that are given without a flag, in this order; a list takes all that follow. */
  readonly positional: readonly string[];
}

interface Declaration<N extends string, S extends Surface, I extends z.ZodObject, O extends z.ZodType>
  extends Declared<N, S, I, O>,
    Partial<Defaulted> {
  readonly positional?: FieldName<I> | readonly FieldName<I>[];
}

type FieldName<I extends z.ZodObject> = keyof z.input<I> & string;

export function operation<const N extends string, const S extends Surface, I extends z.ZodObject, O extends z.ZodType>(
  declared: Declaration<N, S, I, O>,
): Operation<N, S, I, O> {
  const { positional = [], effect } = declared;
  return {
    aliases: [],
    when: "",
    idempotent: effect === "read",
    examples: [],
    preview: undefined,
    unlisted: false,
    speaksToHost: false,
    audience: "people",
    ...declared,
    // Looked up by whatever somebody typed.
    instead: Object.assign(Object.create(null), declared.instead),
    positional: typeof positional === "string" ? [positional] : positional,
  };
}

export type Outcome<O = unknown> =
  | { readonly ok: true; readonly output: O; readonly text: string }
  | { readonly ok: false; readonly error: CairnError };

export interface InvokeOptions {
  /** The person has answered the operation's question with yes. */
  readonly confirmed?: boolean;
  /** Of the invocations that one request takes: what the first worked out, the next need not. */
  readonly carried?: Carried;
}

/** The one door: every surface comes through here, so all of them validate, ask and refuse alike. A bug is thrown. */
export async function invoke<O extends z.ZodType>(
  op: Operation<string, Surface, z.ZodObject, O>,
  raw: unknown,
  cairn: Cairn,
  options: InvokeOptions = {},
): Promise<Outcome<z.output<O>>> {
  const input = op.input.safeParse(raw);
  if (!input.success) return refusal(invalidInput(op, input.error, raw, cairn.surface), cairn.surface);
  const idle = idleInput(op, input.data);
  if (idle !== undefined) return refusal(idle, cairn.surface);
  return outcomeOf(op, input.data, cairn, options);
}

/** What comes of an input that is known to be valid: all that is behind the check. */
export async function outcomeOf<I, O>(
  op: Doing<I, O>,
  input: I,
  cairn: Cairn,
  { confirmed = false, carried = new Carried() }: InvokeOptions = {},
): Promise<Outcome<O>> {
  try {
    const question = confirmed ? undefined : await op.confirm?.(input, cairn, carried);
    if (question !== undefined) {
      throw new CairnError("CONFIRMATION_NEEDED", question, {
        hint: isOfAgent(cairn.surface)
          ? "Nothing was done. Ask the person, then do it again as confirmed (at the command line: --yes)."
          : "Nothing was done. If you are sure, do it again with --yes.",
      });
    }
    const output = await op.run(input, cairn, carried);
    const text = op.show(output, input, cairn.surface, carried);
    return { ok: true, output, text: op.speaksToHost || !isOfAgent(cairn.surface) ? text : withoutTags(text) };
  } catch (cause) {
    const error = notDone(cause);
    if (error instanceof CairnError) return refusal(error, cairn.surface);
    throw error;
  }
}

function refusal(error: CairnError, surface: Caller): Outcome<never> {
  return { ok: false, error: shownTo(surface, redacted(error)) };
}

/** What a surface prints of an error: no field of it can hold a secret. */
export function redacted(error: CairnError): CairnError {
  const { code, message, hint, field, cause } = error;
  return new CairnError(code, redact(message).text, {
    hint: redact(hint).text,
    ...(field === undefined ? {} : { field: redact(field).text }),
    cause,
  });
}

/** An error may quote a stored text: for an agent, tags that could close the envelope are taken out of it. */
function shownTo(surface: Caller, error: CairnError): CairnError {
  if (!isOfAgent(surface)) return error;
  const { code, message, hint, field, cause } = error;
  return new CairnError(code, withoutTags(message), {
    hint: withoutTags(hint),
    ...defined({ field }),
    cause,
  });
}

/** An error as every surface that speaks JSON writes it. */
export function errorOutput({ code, kind, message, hint, field }: CairnError): object {
  return { error: { code, kind, message, hint, ...defined({ field }) } };
}

/**
 * What was worked out for one request: handed on from its question to its preview, its deed and its telling, so that
 * none of them works it out again, and what a person says yes to is what is done.
 */
export class Carried {
  readonly #known = new Map<string, unknown>();

  /** By a name of the operation's own. */
  once<T>(name: string, make: () => T): T {
    if (!this.#known.has(name)) this.#known.set(name, make());
    return this.#known.get(name) as T;
  }
}
