/** `remember` and `update` where they touch the profile: the same rules as for `user update`, whoever comes by whichever way. */

import type { Cairn } from "../cairn.ts";
import { parseMemory } from "../format/parse.ts";
import { CairnError } from "../model/error.ts";
import { slugOf } from "../model/id.ts";
import type { Memory, MemoryId } from "../model/memory.ts";
import { isOfAgent, type Trust } from "../model/trust.ts";
import type { MemoryOutput } from "../recall/memory-output.ts";
import { memoryOutput } from "../recall/memory-told.ts";
import type { Store } from "../store/store.ts";
import { type Category, categoryOf, isCategory, labelKeyOf } from "./categories.ts";
import { type KeptOfPerson, keepOfPerson } from "./keeping.ts";
import { saidLinesIn } from "./sheet.ts";
import { type PersonStatement, personStatementOf, refusePrivate, refuseSensitive, statementIn } from "./statement.ts";

interface Asked {
  /** A category; any other is the name of what is said. */
  readonly title: string | undefined;
  readonly text: string;
  readonly trust: Trust | undefined;
}

interface Remembered {
  readonly action: KeptOfPerson["action"];
  /** As it stands; what is only proposed may stand nowhere yet. */
  readonly memory: MemoryOutput;
  readonly warnings: string[];
}

export async function rememberOfPerson(cairn: Cairn, store: Store, asked: Asked): Promise<Remembered> {
  const statement = statementFrom(asked, cairn.clock.now().toISOString().slice(0, 10));
  const { action, id, announced, warnings } = await keepOfPerson(cairn, store, statement, asked.trust);
  const memory = store.find(id) ?? notYet(cairn, id);
  return { action, memory: memoryOutput(memory), warnings: [...announced, ...warnings] };
}

function statementFrom({ title, text }: Asked, day: string): PersonStatement {
  const slug = slugOf(title ?? "");
  const category: Category = isCategory(slug) ? slug : "profile";
  if (text.includes("\0")) {
    throw new CairnError("VALIDATION_ERROR", "The text holds a NUL character.", {
      field: "text",
      hint: "Take it out.",
    });
  }
  const isNamed = title !== undefined && !isCategory(slug) && labelKeyOf(title) !== undefined && text.trim() !== "";
  if (isNamed && !text.includes("\n")) return personStatementOf(category, { set: { [title]: text }, unset: [] }, day);
  const said = title === undefined || isCategory(slug) ? text : `${title}: ${text}`;
  return statementIn(category, said, day);
}

function notYet(cairn: Cairn, id: MemoryId): Memory {
  const { written } = parseMemory("", `${id}.md`);
  const at = cairn.clock.now().toISOString();
  const place = { id, scope: "user" as const, path: `${id}.md`, hash: "", outside: false };
  return { ...written, ...place, kind: "user_profile", trust: "derived", created: at, updated: at };
}

/** Another road to the same file: an agent comes by `user update`, which knows what the person said. */
export function refuseForPerson(
  cairn: Cairn,
  memory: Pick<Memory, "kind" | "scope" | "path">,
  texts: readonly (string | undefined)[],
  trust: Trust,
): void {
  refusePrivate(memory, texts);
  if (memory.kind !== "user_profile") return;
  const category = categoryOf(memory) ?? "profile";
  for (const text of texts) for (const { key, words } of saidLinesIn(category, text ?? "")) refuseSensitive(key, words);
  if (!isOfAgent(cairn.surface) || trust === "stated" || texts.every((text) => text === undefined)) return;
  throw new CairnError("SECURITY_ERROR", "The profile is the person's: an agent changes it a line at a time.", {
    hint: "Nothing was changed. Use remember, with kind user_profile and the category as title, or cairn user update.",
  });
}
