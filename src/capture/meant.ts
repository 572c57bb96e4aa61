/** What somebody means who hands in words to be kept: of which kind they are, whom they concern, what of them is the text. */

import type { Cairn } from "../cairn.ts";
import { type BesideText, formOf, textUnder, unformed, withForm } from "../format/handed-form.ts";
import type { Kind } from "../model/kind.ts";
import type { Scope } from "../model/scope.ts";
import { type Guess, guessKind } from "./guess-kind.ts";

interface HandedWords extends BesideText {
  readonly text?: string | undefined;
  /** The text of a file; it stands below the words. */
  readonly body?: string | undefined;
  readonly kind?: Kind | undefined;
  readonly scope?: Scope | undefined;
  readonly agent?: string | undefined;
  readonly files: readonly string[];
}

export type Meant = ReturnType<typeof meantBy>;

/** What the caller says counts first, then what the text says of itself, then the kind of what it replaces, then a rule. */
export function meantBy(handed: HandedWords, replaced: Kind | undefined, cairn: Cairn) {
  const words = [handed.text, handed.body].filter((part) => part !== undefined).join("\n\n");
  const asGiven = isPlain(handed.kind) ? unformed(words) : formOf(words, handed.kind ?? replaced);
  const given = handed.kind ?? replaced ?? asGiven.kind;
  const isLogged = cairn.settings.get("memory.mode") === "log" && (handed.scope ?? "project") === "project";
  const guessed = given !== undefined ? undefined : isLogged ? LOGGED : guessKind(`${handed.title ?? ""}\n${words}`);
  const kind = given ?? guessed?.kind ?? "project";
  // The labels of a kind mean something once it is known which.
  const form = guessed === undefined || isLogged ? asGiven : formOf(words, kind);
  const scope: Scope =
    handed.scope ?? (kind === "user_profile" ? "user" : handed.agent !== undefined ? "agent" : "project");
  const { field, ...said } = withForm(handed, form);
  const fields =
    kind === "project_profile" && scope === "project" ? { path: cairn.places.project.path, ...field } : field;
  const files = [...new Set([...handed.files, ...form.files])];
  return { ...said, kind, scope, guessed, form, words, text: textUnder(form, handed.title), fields, files };
}

/** Lines of `key: value` and entries of a day are what they are. */
function isPlain(kind: Kind | undefined): boolean {
  return kind === "user_profile" || kind === "log";
}

/** Where the memory is a log, what nobody called anything else is part of the day. */
const LOGGED: Guess = { kind: "log", because: "this project keeps a log of each day; name a kind for a memory" };
