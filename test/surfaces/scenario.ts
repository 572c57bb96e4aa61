/**
 * One story, told to every surface. It knows no surface: `ask` puts an operation and its input to one, and the answers
 * are compared afterwards, so a surface that answers otherwise than the others is found whatever it says.
 */

import { generateSecret } from "../secrets/generators.ts";
import { rngFrom } from "../secrets/rng.ts";

export interface Refusal {
  readonly code: string;
  readonly kind?: string;
  readonly message: string;
  readonly hint: string;
  readonly field?: string | undefined;
}

/** What a surface gave back: a value where it speaks in values, text where it speaks in text. */
export interface Answer {
  readonly output?: unknown;
  readonly text?: string;
  readonly error?: Refusal;
}

export type Ask = (operation: string, input: Record<string, unknown>) => Promise<Answer>;

export interface Told extends Answer {
  readonly says: string;
}

const token = generateSecret("github-token", rngFrom(7)).value;

export async function tell(ask: Ask): Promise<Told[]> {
  const told: Told[] = [];
  const step = async (says: string, operation: string, input: Record<string, unknown> = {}): Promise<Answer> => {
    const answer = await ask(operation, input);
    told.push({ says, ...answer });
    return answer;
  };

  await step("a first memory", "remember", {
    text: "We run SQLite in WAL mode. Many hooks write at once.",
    title: "WAL mode",
    kind: "decision",
    tags: ["SQLite", "hooks"],
  });
  await step("the same again", "remember", {
    text: "We run SQLite in WAL mode. Many hooks write at once.",
    title: "WAL mode",
    kind: "decision",
  });
  await step("more of it", "remember", { text: "The busy timeout is 5 s.", title: "WAL mode", kind: "decision" });
  await step("the same name, another kind", "remember", {
    text: "sqlite.org/wal",
    title: "WAL mode",
    kind: "reference",
  });
  await step("one of the person", "remember", { text: "I like tabs.", kind: "preference", scope: "user" });
  await step("one whose kind is guessed", "remember", { text: "We decided to use vitest over jest." });
  await step("all of them", "list");
  await step("those of a kind", "list", { kind: "decision", limit: 1 });
  const seen = await step("one whole", "show", { id: "wal-mode" });
  const hash = hashIn(seen);
  await step("a change with the hash it had", "update", { id: "wal-mode", append: "Checked in May.", expect: hash });
  await step("a change with the old hash", "update", { id: "wal-mode", append: "Too late.", expect: hash });
  await step("a change that changes nothing", "update", { id: "wal-mode", title: "WAL mode" });
  await step("a change of many things", "update", {
    id: "project:wal-mode",
    title: "SQLite runs in WAL mode",
    description: "Why WAL",
    tags: ["wal"],
    reason: "a better title",
  });
  await step("a secret in the text", "remember", { text: `The token is ${token}.`, title: "How to log in" });
  await step("a secret in the title of a change", "update", { id: "how-to-log-in", title: `Log in with ${token}` });
  await step("an id in two scopes, first", "remember", { text: "Project's own.", title: "Twin", kind: "project" });
  await step("an id in two scopes, second", "remember", {
    text: "Person's own.",
    title: "Twin",
    kind: "project",
    scope: "user",
  });
  await step("an ambiguous change", "update", { id: "twin", append: "Which one?" });
  await step("reading the nearest", "show", { id: "twin" });
  await step("reading the other", "show", { id: "user:twin" });
  await step("nothing of that name", "show", { id: "no-such-memory" });
  await step("a change of nothing", "update", { id: "no-such-memory", append: "x" });
  await step("no id at all", "show", {});
  await step("an id that is a path", "show", { id: "../../etc/passwd" });
  await step("a kind there is not", "remember", { text: "x", kind: "diary" });
  await step("a number that is none", "list", { limit: 0 });
  await step("nothing to remember", "remember", {});
  await step("team memory while it is off", "remember", { text: "For all of us.", scope: "team" });
  await step("retiring", "forget", { id: "wal-mode", reason: "we moved to files" });
  await step("retiring again", "forget", { id: "wal-mode" });
  await step("a change of what is retired", "update", { id: "wal-mode", append: "x" });
  await step("remembering what was just retired", "remember", { text: "Again.", title: "WAL mode", kind: "decision" });
  await step("what is retired", "list", { status: "retired" });
  await step("bringing it back", "restore", { id: "wal-mode" });
  await step("what happened to it", "history", { id: "wal-mode" });
  await step("taking the last change back", "undo");
  await step("taking a change back that others followed", "undo", { change: "project:1" });
  await step("taking nothing back", "undo", { change: "project:4711" });
  await step("bringing it back again", "restore", { id: "wal-mode" });
  await step("putting it away", "archive", { id: "wal-mode" });
  await step("remembering what is archived", "remember", { text: "Again.", title: "WAL mode", kind: "decision" });
  await step("how it stands", "status");
  await step("all of them at the end", "list", { status: "all" });
  return told;
}

/** Surfaces that speak in text show the hash too: without it nobody there could pass it back. */
function hashIn({ output, text = "" }: Answer): string {
  const whole = output as { memory?: { hash?: string } } | undefined;
  return whole?.memory?.hash ?? /\b[0-9a-f]{64}\b/.exec(text)?.[0] ?? "none";
}
