/** `update`: change one memory. Tags and files only grow; a hash read earlier guards against a lost update. */

import { boundedConfidence } from "../capture/scribe/intent.ts";
import { toldOf, worthOf } from "../conversation/trust-of-words.ts";
import { formOf, strangeLines } from "../format/handed-form.ts";
import { needsPerson, waitAsContradiction } from "../inbox/contradiction.ts";
import { defined } from "../model/defined.ts";
import type { Kind } from "../model/kind.ts";
import { newText, newTitle } from "../model/new-words.ts";
import { z } from "../model/schema.ts";
import { isOfAgent } from "../model/trust.ts";
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
import { OVERTAKEN } from "../recall/memory-told.ts";
import { GivenWords } from "../store/given-words.ts";
import { reachOneCalled } from "../store/id-meant.ts";
import { planRevise, saysMore } from "../store/revise.ts";
import { Scrubber, takenLines } from "../team/scrub.ts";
import { operation } from "./operation.ts";

const LONGEST_DESCRIPTION = 300;

const Input = z.strictObject({
  id: IdField,
  append: z.string().optional().describe("Text to add at the end"),
  title: z
    .string()
    .optional()
    .describe("A new title; the id stays")
    .meta({ mcp: { hidden: true } }),
  description: z
    .string()
    .optional()
    .describe("A new description")
    .meta({ mcp: { hidden: true } }),
  tags: wordsField("Tags to add"),
  removeTags: wordsField("Tags to take out"),
  files: wordsField("Files to add"),
  removeFiles: wordsField("Files to take out"),
  aliases: wordsField("Phrases to add that it may be asked for by"),
  removeAliases: wordsField("Such phrases to take out"),
  confidence: ConfidenceField,
  field: OwnFields,
  body: z
    .string()
    .optional()
    .describe("The whole new text")
    .meta({ cli: { file: true } }),
  reason: z
    .string()
    .max(300)
    .optional()
    .describe("Why, for the change log")
    .meta({ mcp: { hidden: true } }),
  expect: z
    .string()
    .optional()
    .describe("Only if it still has this hash, as show printed it")
    .meta({ mcp: { hidden: true } }),
  trust: TrustField.optional()
    .describe("Lower the trust")
    .meta({ mcp: { hidden: true } }),
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
    const shared = (text: string) => scrubber?.text(text) ?? text;
    const anchors = anchorsFor(input.files, cairn);
    const fields = given.fields(memory.kind, input.field);
    const revision = {
      id: memory.id,
      expect: input.expect ?? (onlyAdds(input) ? undefined : memory.hash),
      text: maybe(input.body, (text) =>
        newText(shared(given.text("body", text)), "to be rid of the memory, forget it"),
      ),
      append: maybe(input.append, (text) => shared(given.text("append", text))),
      title: maybe(input.title, (title) => newTitle(shared(given.title(title)))),
      description: maybe(input.description, (line) => shared(given.line("description", line, LONGEST_DESCRIPTION))),
      tags: given.tags("tags", input.tags).map(shared),
      removeTags: given.tags("removeTags", input.removeTags),
      files: anchors.anchors,
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
    if (needsPerson(cairn, memory, trust) && saysMore(revision)) {
      const text = revision.text ?? revision.append ?? revision.description ?? revision.title ?? memory.body;
      const asked = { kind: memory.kind, title: revision.title ?? memory.title, text, trust, standing: memory };
      const does = revision.text === undefined ? "adds to" : "rewrites";
      const { description, fields } = revision;
      const waits = await waitAsContradiction(cairn, store, { ...asked, description, fields, does });
      return {
        action: "proposed" as const,
        memory: memoryOutput(memory),
        redacted: [...given.redacted],
        warnings: [waits],
      };
    }
    const { result, done } = await cairn.change(store, (context) => planRevise(context, revision));
    const late = done.some((change) => change.late) ? [OVERTAKEN] : [];
    return {
      action: result.action,
      memory: memoryOutput(store.find(memory.id) ?? memory),
      redacted: takenOut(given.redacted, done),
      warnings: [...takenLines(scrubber?.taken ?? []), ...strange, ...anchors.warnings, ...result.warnings, ...late],
    };
  },

  show({ action, memory, redacted, warnings }) {
    const word = { updated: "Updated", unchanged: "Unchanged:", proposed: "Waits for review, nothing is changed yet:" }[
      action
    ];
    const same = action === "unchanged" ? [NOTHING_NEW] : [];
    return [`${word} ${memory.scope}:${memory.id}`, ...same, ...takenOutLines(redacted), ...warnings].join("\n");
  },
});

const NOTHING_NEW =
  "It says all that already, or nothing new was given: a text is added, flags such as --title change the rest.";

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

interface Asked {
  readonly removeTags: readonly string[];
  readonly removeFiles: readonly string[];
  readonly removeAliases: readonly string[];
  readonly field: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly confidence?: number | undefined;
}

/** Nothing is replaced: then it goes with whatever others added meanwhile, and needs no hash. */
function onlyAdds({ removeTags, removeFiles, removeAliases, field, body, ...rest }: Asked): boolean {
  const { title, description, confidence } = rest;
  const lists = [removeTags, removeFiles, removeAliases, Object.keys(field)];
  return [body, title, description, confidence].every((one) => one === undefined) && lists.flat().length === 0;
}

function maybe<T>(given: string | undefined, take: (given: string) => T): T | undefined {
  return given === undefined ? undefined : take(given);
}
