/** `update`: change one memory. Tags and files only grow; a hash read earlier guards against a lost update. */

import type { Cairn } from "../cairn.ts";
import { boundedConfidence } from "../capture/scribe/intent.ts";
import { toldOf, worthAgainst, worthOf } from "../conversation/trust-of-words.ts";
import { formOf, strangeLines } from "../format/handed-form.ts";
import { needsPerson, unlessLower, waitAsContradiction } from "../inbox/contradiction.ts";
import { defined } from "../model/defined.ts";
import type { Kind } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { newText, newTitle } from "../model/new-words.ts";
import { notInTools, textFile, z } from "../model/schema.ts";
import { isOfAgent, type Trust } from "../model/trust.ts";
import { refuseForPerson } from "../person/remembering.ts";
import { anchorsFor, isInProject } from "../recall/anchors.ts";
import {
  AgentField,
  ConfidenceField,
  IdField,
  MemoryOutput,
  memoryOutput,
  OwnFields,
  TakenOut,
  TrustField,
  takenOut,
  takenOutLines,
  wordsField,
} from "../recall/memory-output.ts";
import { overtakenLines } from "../recall/memory-told.ts";
import { GivenWords } from "../store/given-words.ts";
import { reachOneCalled } from "../store/id-meant.ts";
import { LowerTrustError } from "../store/protect.ts";
import { planRevise, saysMore } from "../store/revise.ts";
import type { Store } from "../store/store.ts";
import { Scrubber, takenLines } from "../team/scrub.ts";
import { operation } from "./operation.ts";
import { linesTyped } from "./show/as-typed.ts";

const LONGEST_DESCRIPTION = 300;

const Input = z.strictObject({
  id: IdField,
  append: z.string().optional().describe("Text to add at the end"),
  title: notInTools(z.string().optional().describe("A new title; the id stays")),
  description: notInTools(z.string().optional().describe("A new description")),
  tags: wordsField("Tags to add"),
  removeTags: wordsField("Tags to take out"),
  files: wordsField("Files to add"),
  removeFiles: wordsField("Files to take out"),
  aliases: wordsField("Phrases to add that it may be asked for by"),
  removeAliases: wordsField("Such phrases to take out"),
  confidence: ConfidenceField,
  field: OwnFields,
  body: textFile("The whole new text"),
  reason: notInTools(z.string().max(300).optional().describe("Why, for the change log")),
  expect: notInTools(z.string().optional().describe("Only if it still has this hash, as show printed it")),
  trust: notInTools(TrustField.optional().describe("Lower the trust")),
  agent: AgentField,
});
type Input = z.output<typeof Input>;

export const update = operation({
  name: "update",
  summary: "Change one memory.",
  when: "Use it when one is no longer quite right, rather than remembering the same again.",
  effect: "write",
  surfaces: ["cli", "mcp", "library"],
  positional: ["id", "append"],
  examples: [
    'cairn update sqlite-wal-mode "Since 3.51 this is the default" --tags performance',
    "cairn update deploy --body-file deploy.md --expect <hash>",
  ],
  instead: {
    kind: "A memory keeps its kind. Remember its text anew with kind <the other one>, and with supersedes <id>: it takes the old one's place.",
    scope:
      "A memory keeps its scope. share gives the team a copy; for any other, remember its text anew with scope <the other one>, then forget this one.",
    text: "A text after the id is added at the end. The whole new text is body; at the command line it comes from a file, --body-file FILE, or with --body-file - from standard input.",
    body: "A text after the id is added at the end. The whole new text comes from a file, --body-file FILE, or with --body-file - from standard input.",
    supersedes: "Remember the new one with supersedes <id>: it takes the old one's place.",
  },
  input: Input,
  output: z.object({
    /** `proposed`: it would change what is worth more; it waits for the person. */
    action: z.enum(["updated", "unchanged", "proposed"]),
    memory: MemoryOutput,
    redacted: TakenOut,
    warnings: z.array(z.string()),
  }),

  async run(asked, cairn) {
    const stores = await cairn.stores(asked.agent);
    const { memory, store } = reachOneCalled(stores, asked.id);
    const { input, strange } = withForm(asked, memory.kind);
    const trust = worthOf(cairn, input.trust, { whole: [input.body, input.append], told: toldOf(input) });
    refuseForPerson(cairn, memory, [input.body, input.append, input.title, input.description], trust);
    const given = new GivenWords();
    const scrubber = memory.scope === "team" ? new Scrubber(cairn) : undefined;
    const anchors = anchorsFor(input.files, cairn);
    const words = { memory, input, trust, given, scrubber };
    const revision = { ...revisionOf(cairn, words), files: anchors.anchors };
    const waiting = (standing: Memory) => waitingFor(cairn, store, { standing, revision, redacted: given.redacted });
    const over = worthOver(cairn, memory, { input, trust });
    if (needsPerson(cairn, memory, over) && saysMore(revision)) return waiting(memory);
    const changed = await unlessLower(cairn.change(store, (context) => planRevise(context, revision)));
    // It has become worth more since it was read.
    if (changed instanceof LowerTrustError) {
      const standing = saysMore(revision) ? store.find(changed.id) : undefined;
      if (standing === undefined) throw changed;
      return waiting(standing);
    }
    const { result, done } = changed;
    return {
      action: result.action,
      memory: memoryOutput(store.find(memory.id) ?? memory),
      redacted: takenOut(given.redacted, done),
      warnings: [
        ...takenLines(scrubber?.taken ?? []),
        ...strange,
        ...anchors.warnings,
        ...result.warnings,
        ...supersededLine(store.find(memory.id) ?? memory),
        ...overtakenLines(done),
      ],
    };
  },

  show({ action, memory, redacted, warnings }, _, surface) {
    const word = { updated: "Updated", unchanged: "Unchanged:", proposed: "Waits for review, nothing is changed yet:" }[
      action
    ];
    const same = action === "unchanged" ? [NOTHING_NEW] : [];
    return [
      `${word} ${memory.scope}:${memory.id}`,
      ...same,
      ...takenOutLines(redacted),
      ...linesTyped(warnings, surface),
    ].join("\n");
  },
});

/** No view shows it: who changes it may not know that. */
function supersededLine({ status, supersededBy }: Memory): string[] {
  if (status !== "active" || supersededBy === undefined) return [];
  return [`It is superseded by ${supersededBy}, which is shown in its place: update that one if this is to be known.`];
}

const NOTHING_NEW =
  "It says all that already, or nothing new was given: a text is added, flags such as --title change the rest.";

/** What is only added takes the place of nothing. */
function worthOver(cairn: Cairn, memory: Memory, { input, trust }: Pick<Words, "input" | "trust">): Trust {
  const { body, title, description, field } = input;
  const words = [body, title, description, ...Object.values(field).map(String)].join("\n").trim();
  return words === "" ? trust : worthAgainst(cairn, memory, { words, trust });
}

interface Words {
  readonly memory: Memory;
  readonly input: Input;
  readonly trust: Trust;
  readonly given: GivenWords;
  /** What is of one machine or one person goes out of what the team gets. */
  readonly scrubber: Scrubber | undefined;
}

/** What is to change, without secrets; `given` knows what was taken out. */
function revisionOf(cairn: Cairn, { memory, input, trust, given, scrubber }: Words) {
  const shared = (text: string) => scrubber?.text(text) ?? text;
  const fields = given.fields(memory.kind, input.field);
  return {
    id: memory.id,
    expect: input.expect ?? (onlyAdds(input) ? undefined : memory.hash),
    text: maybe(input.body, (text) => newText(shared(given.text("body", text)), "to be rid of the memory, forget it")),
    append: maybe(input.append, (text) => shared(given.text("append", text))),
    title: maybe(input.title, (title) => newTitle(shared(given.title(title)))),
    description: maybe(input.description, (line) => shared(given.line("description", line, LONGEST_DESCRIPTION))),
    tags: given.tags("tags", input.tags).map(shared),
    removeTags: given.tags("removeTags", input.removeTags),
    removeFiles: input.removeFiles,
    aliases: given.names("aliases", input.aliases).map(shared),
    removeAliases: input.removeAliases,
    confidence: input.confidence === undefined ? undefined : boundedConfidence(input.confidence, trust),
    fields: scrubber?.fields(fields) ?? fields,
    trust,
    reason: maybe(input.reason, (reason) => shared(given.line("reason", reason))),
    isThere: (path: string) => isInProject(path, cairn),
    isPersons: !isOfAgent(cairn.surface),
  };
}

interface Contradicts {
  readonly standing: Memory;
  readonly revision: ReturnType<typeof revisionOf>;
  readonly redacted: GivenWords["redacted"];
}

/** It would change what is worth more: it waits for the person. */
async function waitingFor(cairn: Cairn, store: Store, { standing, revision, redacted }: Contradicts) {
  const { description, fields, trust } = revision;
  const text = revision.text ?? revision.append ?? description ?? revision.title ?? standing.body;
  const asked = { kind: standing.kind, title: revision.title ?? standing.title, text, trust, standing };
  const does = revision.text === undefined ? "adds to" : "rewrites";
  const waits = await waitAsContradiction(cairn, store, { ...asked, description, fields, does });
  return { action: "proposed" as const, memory: memoryOutput(standing), redacted: [...redacted], warnings: [waits] };
}

/** A whole new text in a known form says its fields itself; what the caller says counts before that. */
function withForm(asked: Input, kind: Kind): { input: Input; strange: string[] } {
  if (asked.body === undefined) return { input: asked, strange: [] };
  const form = formOf(asked.body, kind);
  const { title, description, confidence, trust } = form;
  const input = {
    ...defined({ title: form.heading === undefined ? undefined : title, description, confidence, trust }),
    ...asked,
    tags: [...asked.tags, ...form.tags],
    files: [...asked.files, ...form.files],
    aliases: [...asked.aliases, ...form.aliases],
    field: { ...form.fields, ...asked.field },
    body: form.text,
  };
  return { input, strange: strangeLines(form, kind) };
}

/** Nothing is replaced: then it goes with whatever others added meanwhile, and needs no hash. */
function onlyAdds(input: Input): boolean {
  const { removeTags, removeFiles, removeAliases, field, body, title, description, confidence } = input;
  const lists = [removeTags, removeFiles, removeAliases, Object.keys(field)];
  return [body, title, description, confidence].every((one) => one === undefined) && lists.flat().length === 0;
}

function maybe<T>(given: string | undefined, take: (given: string) => T): T | undefined {
  return given === undefined ? undefined : take(given);
}
