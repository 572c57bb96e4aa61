/** `user`: what is known of the person, in every project: show, update, forget, history, export, import. */

import type { Cairn } from "../cairn.ts";
import { unlessRefused } from "../disk/files.ts";
import { eraseTopic, forgetTopic, refuseForgetting } from "../erase/forget-topic.ts";
import { defined } from "../model/defined.ts";
import { CairnError } from "../model/error.ts";
import { kindRow } from "../model/kind.ts";
import { goesWith, z } from "../model/schema.ts";
import { type Category, categoryNames, isCategory } from "../person/categories.ts";
import { concernedBy } from "../person/concerned.ts";
import { exported, importParts, readImport, takenFrom, writeExport } from "../person/exchange.ts";
import { keepOfPerson } from "../person/keeping.ts";
import { partOutput, personDoneLines, profileText, UserOutput, waitingOutput } from "../person/output.ts";
import {
  keptBesides,
  personStore,
  profileIn,
  unreadIn,
  waitingIn,
  wordsEverOfPerson,
  wordsOfPerson,
} from "../person/profile.ts";
import { personStatementOf } from "../person/statement.ts";
import { nearTo } from "../person/still-said.ts";
import type { Store } from "../store/store.ts";
import { counted } from "../text/counted.ts";
import { history, linesChanged } from "./history.ts";
import { operation } from "./operation.ts";

const MOST_NAMED = 5;

const Input = z.strictObject({
  action: z.enum(["show", "update", "forget", "history", "export", "import"]).default("show").describe("What to do"),
  subject: z
    .string()
    .min(1)
    .max(1_000)
    .optional()
    .describe(
      `The category (${categoryNames.join(", ")}), the topic to forget, or the file to import (-: standard input)`,
    )
    .meta({ cli: { value: "<category | topic | file>", complete: "file", dash: "text" } }),
  text: z
    .string()
    .optional()
    .describe("With import: the text itself, in place of a file")
    .meta({ cli: { file: true, hidden: true } }),
  set: goesWith(["update"], z.record(z.string(), z.string()).default({}), "a value").meta({
    cli: { value: "key=value" },
  }),
  unset: goesWith(["update"], z.array(z.string()).default([]), "keys to take out"),
  hard: goesWith(["forget"], z.boolean().default(false), "take it out of the history too, for good"),
  to: goesWith(
    ["export"],
    z.string().min(1).optional(),
    "a new file to write (-: standard output, as without it)",
  ).meta({
    cli: { value: "<file>", complete: "file" },
  }),
  overwrite: goesWith(["import"], z.boolean().default(false), "also replace values there are"),
  limit: goesWith(["history"], z.number().int().min(1).max(10_000).default(20), "the most changes to show"),
  dryRun: goesWith(["forget", "import"], z.boolean().default(false), "only say what would be done"),
});
type Input = z.output<typeof Input>;

export const user = operation({
  name: "user",
  summary: "What is known of you, in every project: show, update, forget, export, import.",
  effect: "write",
  surfaces: ["cli", "library"],
  positional: ["action", "subject"],
  preview: { dryRun: true },
  examples: [
    "cairn user",
    "cairn user update preferences --set detail=short --set naming=camelCase",
    "cairn user update feedback --set worked='Small commits were easy to review'",
    "cairn user update preferences --unset persona",
    "cairn user forget vim",
    "cairn user export --to me.md",
    "cairn user import me.md --yes",
    "cairn user import - --yes < me.md",
  ],
  input: Input,
  output: UserOutput,

  async confirm(input, cairn) {
    if (input.dryRun) return undefined;
    if (input.action === "forget") return forgetQuestion(input, cairn);
    return input.action === "import" ? importQuestion(input, cairn) : undefined;
  },

  async run(input, cairn) {
    refuseIdle(input);
    return await verbs[input.action](input, cairn);
  },

  show(output, { action, subject }) {
    if (action === "show") return profileText(output, subject);
    if (action === "export") {
      if (output.to === undefined) return (output.text ?? "").trimEnd();
      return [`Written to ${output.to}.`, ...output.warnings].join("\n");
    }
    return [...personDoneLines(output, action), ...(output.announced ?? []), ...output.warnings].join("\n");
  },
});

type Verb = (input: Input, cairn: Cairn) => Promise<UserOutput>;

const verbs: Readonly<Record<Input["action"], Verb>> = {
  async show({ subject }, cairn) {
    const wanted = subject === undefined ? undefined : categoryGiven(subject);
    const store = await personStore(cairn);
    const parts = profileIn(store).filter(({ category }) => wanted === undefined || category === wanted);
    const waiting = waitingIn(store).map(waitingOutput);
    const doubtful = parts.filter(({ memory }) => memory.trust === "untrusted").map(({ category }) => category);
    const warnings = [...doubtful.map(notTold), ...unreadIn(store, wanted)];
    const said = wanted === undefined || wanted === "preferences" ? wordsOfPerson(store) : [];
    const words = said.map(({ scope, id, title }) => ({ id: `${scope}:${id}`, title }));
    const kept = wanted === undefined || wanted === "preferences" ? keptBesides(store) : [];
    const besides = kept
      .filter(({ kind }) => wanted === undefined || kindRow(kind).type === "feedback")
      .map(({ scope, id, title, kind, trust }) => ({ id: `${scope}:${id}`, title, kind, trust }));
    return { action: "shown", profile: parts.map(partOutput), said: words, kept: besides, waiting, warnings };
  },

  async update({ subject, set, unset }, cairn) {
    const category = categoryGiven(subject);
    const statement = personStatementOf(category, { set, unset }, cairn.clock.now().toISOString().slice(0, 10));
    const store = await personStore(cairn);
    const { action, draft, announced, warnings } = await keepOfPerson(cairn, store, statement);
    // It is kept: a disk that refuses to show it must not make it look otherwise.
    const profile = await unlessRefused(async () => profileIn(store).filter((part) => part.category === category));
    return {
      action,
      profile: (profile ?? []).map(partOutput),
      ...defined({ draft }),
      announced: [...announced],
      warnings: [...warnings],
    };
  },

  async forget({ subject, hard, dryRun }, cairn) {
    const topic = topicGiven(subject);
    const store = await personStore(cairn);
    const { forgotten, versions } = found(store, topic, hard);
    const nothing = forgotten.length === 0 && !(hard && versions > 0);
    if (nothing) return { action: "unchanged", forgotten, warnings: nearTo(store, topic) };
    if (dryRun) return { action: "proposed", forgotten, warnings: [] };
    refuseForgetting(cairn, store, topic, hard);
    if (hard) return { action: "erased", forgotten: [], ...(await erased(cairn, store, topic)) };
    await forgetTopic(cairn, store, topic);
    return { action: "updated", forgotten, warnings: ["cairn undo takes it back."] };
  },

  async history({ limit }, cairn) {
    const { changes } = await history.run({ scope: "user", limit: 100_000 }, cairn);
    const store = await personStore(cairn);
    const words = new Set<string>(wordsEverOfPerson(store).map(({ id }) => id));
    const own = changes.filter(({ id }) => isCategory(id) || words.has(id));
    const told = own.slice(0, limit).map((one) => ({ ...one, said: linesChanged(store, one.change) }));
    return { action: "shown", changes: told, warnings: [] };
  },

  async export({ to }, cairn) {
    const store = await personStore(cairn);
    const [text, warnings] = [exported(store), unreadIn(store)];
    // As with import: - is no file, it is standard output.
    if (to === undefined || to === "-") return { action: "exported", text, warnings };
    writeExport(cairn, to, text);
    return { action: "exported", to, warnings };
  },

  async import({ subject, text, overwrite, dryRun }, cairn) {
    const handed = readImport(cairn, fileGiven(subject), text);
    const store = await personStore(cairn);
    const imported = [...takenFrom(store, handed, overwrite), ...handed.left];
    const warnings = [...handed.warnings];
    if (!changesAnything(imported)) return { action: "unchanged", imported, warnings };
    if (dryRun) return { action: "proposed", imported, warnings };
    await importParts(cairn, store, handed, overwrite);
    return { action: "updated", imported, warnings };
  },
};

async function erased(cairn: Cairn, store: Store, topic: string): Promise<Pick<UserOutput, "left" | "warnings">> {
  const { left, warnings } = await eraseTopic(cairn, store, topic);
  return { left: [...left], warnings: [...warnings] };
}

async function forgetQuestion({ subject, hard }: Input, cairn: Cairn): Promise<string | undefined> {
  const { forgotten, versions } = found(await personStore(cairn), topicGiven(subject), hard);
  if (forgotten.length === 0 && !(hard && versions > 0)) return undefined;
  const what = counted(forgotten.length, "thing");
  const from = [...new Set(forgotten.map((one) => one.from))].slice(0, MOST_NAMED).join(", ");
  const named = from === "" ? "" : ` (${from})`;
  return hard ? `Take ${what}${named} out of every file and the whole history, for good?` : `Forget ${what}?`;
}

async function importQuestion({ subject, text, overwrite }: Input, cairn: Cairn): Promise<string | undefined> {
  const imported = takenFrom(await personStore(cairn), readImport(cairn, fileGiven(subject), text), overwrite);
  return changesAnything(imported) ? "Import this?" : undefined;
}

function found(store: Store, topic: string, whole: boolean) {
  const { lines, memories, drafts, versions } = concernedBy(store, topic, { whole });
  const forgotten = [
    ...lines.map(({ category, text }) => ({ from: category as string, text: plain(text) })),
    ...memories.map(({ id, title }) => ({ from: `user:${id}`, text: title })),
    ...drafts.map(({ key, written }) => ({ from: `draft ${key.slice(0, 8)}`, text: written.title })),
  ];
  return { forgotten, versions };
}

function plain(line: string): string {
  return line.replace(/^[-*+][ \t]+/, "").replaceAll("**", "");
}

function changesAnything(imported: NonNullable<UserOutput["imported"]>): boolean {
  return imported.some(({ what }) => what === "added" || what === "replaced");
}

function categoryGiven(subject: string | undefined): Category {
  if (isCategory(subject)) return subject;
  const message = subject === undefined ? "Which category?" : `There is no category called "${subject}".`;
  throw new CairnError("INPUT_ERROR", message, {
    field: "subject",
    hint: `Categories: ${categoryNames.join(", ")}.`,
  });
}

function topicGiven(subject: string | undefined): string {
  return subject ?? missing("What is to be forgotten?", "Name a topic: cairn user forget <topic>.");
}

function fileGiven(subject: string | undefined): string {
  return subject ?? missing("Which file is to be imported?", "Name it: cairn user import <file>.");
}

function missing(message: string, hint: string): never {
  throw new CairnError("INPUT_ERROR", message, { field: "subject", hint });
}

function notTold(category: Category): string {
  return `An agent wrote into ${category} by itself: no session is told of it. See cairn user history; cairn undo takes it back.`;
}

/** What would do nothing is refused: nobody would notice. */
function refuseIdle({ action, subject }: Input): void {
  if (subject === undefined || (action !== "history" && action !== "export")) return;
  const next = action === "export" ? "To write a file: cairn user export --to <file>." : "See help user.";
  throw new CairnError("INPUT_ERROR", `${action} takes no subject.`, { hint: `Nothing was done. ${next}` });
}
