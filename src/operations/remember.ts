/** `remember`: keep one thing worth knowing. Never merges by likeness; says what it did, and what it took out. */

import type { Cairn } from "../cairn.ts";
import { type Guess, usualKind } from "../capture/guess-kind.ts";
import { refuseFull, refuseMisplaced, refuseSwitchedOff } from "../capture/may-be-kept.ts";
import { type Meant, meantBy } from "../capture/meant.ts";
import { boundedConfidence } from "../capture/scribe/intent.ts";
import { restAsSaid, type ToldOfIt, toldOf, worthAgainst, worthOf } from "../conversation/trust-of-words.ts";
import { strangeLines } from "../format/handed-form.ts";
import { redact } from "../guard/redact.ts";
import { needsPerson, unlessLower, waitAsContradiction } from "../inbox/contradiction.ts";
import { CairnError } from "../model/error.ts";
import { parseAddress } from "../model/id.ts";
import { goesByTitle, kindNames, kindRow } from "../model/kind.ts";
import { type Anchor, type Memory, nameOf } from "../model/memory.ts";
import { notInTools, z } from "../model/schema.ts";
import { isOfAgent } from "../model/trust.ts";
import { rememberOfPerson } from "../person/remembering.ts";
import { refusePrivate } from "../person/statement.ts";
import { anchorsFor } from "../recall/anchors.ts";
import {
  agentNamed,
  ConfidenceField,
  KindField,
  MemoryOutput,
  memoryOutput,
  OwnFields,
  ScopeField,
  TakenOut,
  TrustField,
  takenOut,
  takenOutLines,
  wordsField,
} from "../recall/memory-output.ts";
import { overtakenLines } from "../recall/memory-told.ts";
import type { ChangeContext } from "../store/change-context.ts";
import { LowerTrustError, refuseUntrusted } from "../store/protect.ts";
import { planRemember } from "../store/remember.ts";
import type { Store } from "../store/store.ts";
import { refuseNothingLeft, type Wish, wishFrom } from "../store/wish.ts";
import type { HandedIn } from "../summary/saving.ts";
import { Scrubber, takenLines } from "../team/scrub.ts";
import { aliasesFrom } from "../text/aliases.ts";
import { operation } from "./operation.ts";
import { linesTyped } from "./show/as-typed.ts";

/** A session's own state and what Cairn makes itself have other ways in. */
const TOLD_KINDS: readonly string[] = kindNames.filter((kind) => {
  const { naming, derived } = kindRow(kind);
  return (
    kind === "user_profile" || kind === "session_summary" || (naming.by !== "name" && naming.by !== "stamp" && !derived)
  );
});

const Input = z.strictObject({
  text: z
    .string()
    .optional()
    .describe("Plain words, or the kind's parts, a line each: Decision: … Rationale: …")
    .meta({ cli: { dash: "text" } }),
  kind: KindField.optional()
    .describe("What sort of knowledge; a rule picks one otherwise")
    .meta({ mcp: { choices: TOLD_KINDS } }),
  title: z.string().optional().describe("Short; else the first sentence"),
  description: notInTools(z.string().optional().describe("One line: when is this worth opening?")),
  tags: wordsField("Words to find it by"),
  scope: ScopeField.optional()
    .describe("Whom it concerns; the project otherwise")
    .meta({ mcp: { choices: ["user", "project", "team"] } }),
  agent: agentNamed("For one agent alone, as squad/name"),
  files: z.array(z.string()).default([]).describe("Files it is about"),
  confidence: ConfidenceField,
  supersedes: z.string().optional().describe("Id of the memory it replaces"),
  aliases: z.array(z.string()).default([]).describe("3-5 phrases one may ask by"),
  field: OwnFields,
  anyway: notInTools(z.boolean().default(false).describe("Write it although another memory says the same")),
  trust: notInTools(TrustField.optional().describe("Lower the trust; it can never be raised")),
  body: z
    .string()
    .optional()
    .describe("The text, from a file")
    .meta({ cli: { file: true }, mcp: { hidden: true } }),
});
type Asked = z.output<typeof Input>;

export const remember = operation({
  name: "remember",
  summary: "Remember one thing worth knowing.",
  when: "Use it when the person says so, or when something was settled that the code does not show.",
  effect: "write",
  idempotent: true,
  surfaces: ["cli", "mcp", "library"],
  positional: "text",
  examples: [
    'cairn remember "We run SQLite in WAL mode because many hooks write at once" --kind decision --tags sqlite',
    'cairn remember "I prefer tabs" --scope user',
    "cairn remember --title 'Release steps' --kind runbook --body-file steps.md",
    "cairn help remember --kind decision   (what a decision holds, to fill in)",
  ],
  input: Input,
  output: z.object({
    /** `proposed`: said of the person by an agent; it waits for them. */
    action: z.enum(["created", "updated", "unchanged", "proposed"]),
    memory: MemoryOutput,
    redacted: TakenOut,
    warnings: z.array(z.string()),
  }),

  async run(asked, cairn) {
    refuseEmpty(asked);
    const stores = await cairn.stores(asked.agent);
    const before = asked.supersedes === undefined ? undefined : stores.reach(parseAddress(asked.supersedes)).memory;
    if (before?.kind === "user_profile" && asked.kind !== before.kind) throw notReplaced(nameOf(before));
    const meant = meantBy(asked, before?.kind, cairn);
    refuseMisplaced(cairn, meant.kind, meant.scope, asked.agent);
    const store = stores.of(meant.scope);
    if (meant.kind === "user_profile") {
      const { title, words: text, trust } = meant;
      return { ...(await rememberOfPerson(cairn, store, { title, text, trust })), redacted: [] };
    }
    refusePrivate(meant, [meant.title, meant.description, meant.words, ...Object.values(meant.fields)]);
    const anchors = anchorsFor(meant.files, cairn);
    if (meant.kind === "session_summary" && meant.scope === "project") {
      const { text, title, description, tags, trust, fields } = meant;
      const handed = { text, title, description, tags, trust, files: anchors.anchors, ...fields };
      const summed = await summedUp(cairn, handed, anchors.warnings);
      if (summed !== undefined) return summed;
    }
    await cairn.prepareWrite();
    const scrubber = meant.scope === "team" ? new Scrubber(cairn) : undefined;
    const { title, description, tags, aliases } = meant;
    const wished = (told: Given["told"]) => wishOf(cairn, { asked, meant, told, before, files: anchors.anchors });
    const rest = restAsSaid(cairn, [meant.words], { title, description, tags, aliases, field: meant.fields });
    const asSaid = rest === undefined ? undefined : wished(rest);
    // Left out only where that makes the memory the person's: else it would be lost for nothing.
    const isAsSaid = asSaid?.trust === "stated";
    const asWished = isAsSaid ? asSaid : wished({ title, description, tags, aliases });
    const wish = scrubber?.wish(asWished) ?? asWished;
    const kept = await keep(cairn, store, { wish, before, words: meant.words });
    const { guessed } = meant;
    const picked = guessed === undefined || kept.memory.kind !== meant.kind ? [] : [pickedAs(guessed)];
    const about = [
      ...(isAsSaid ? [NOT_SAID] : []),
      ...takenLines(scrubber?.taken ?? []),
      ...strangeLines(meant.form, meant.kind),
      ...anchors.warnings,
    ];
    // What waits is told of by itself.
    const warnings = kept.action === "proposed" ? kept.warnings : [...picked, ...about, ...kept.warnings];
    return { ...kept, memory: memoryOutput(kept.memory), warnings };
  },

  show({ action, memory, redacted, warnings }, _, surface) {
    const word = {
      created: "Remembered",
      updated: isInPlace(memory.kind) ? "Updated" : "Added to",
      unchanged: "Already known:",
      proposed: "Waits for review, nothing is changed yet:",
    }[action];
    const first = `${word} ${memory.scope}:${memory.id} (${memory.kind}, ${memory.trust})`;
    // The first line has the kind: a person is told why only where a rule spoke up.
    const said = warnings.filter((warning) => warning !== pickedAs(usualKind));
    return [first, ...takenOutLines(redacted), ...linesTyped(said, surface)].join("\n");
  },
});

interface Given {
  readonly asked: Asked;
  readonly meant: Meant;
  /** What is said of it, besides its text. */
  readonly told: Omit<ToldOfIt, "field">;
  readonly before: Memory | undefined;
  readonly files: readonly Anchor[];
}

/** What is to be written, and what its words are worth. */
function wishOf(cairn: Cairn, { asked, meant, told, before, files }: Given): Wish {
  const { kind, scope, form, words, text, confidence, fields } = meant;
  const { title, description, tags = [], aliases = [] } = told;
  const trust = worthOf(cairn, meant.trust, {
    whole: [words],
    told: toldOf({ title, description, tags, aliases, field: fields }),
  });
  refuseSwitchedOff(cairn, kind, trust);
  const isAgents = isOfAgent(cairn.surface);
  // A model is asked for them; one that gives none gets those its words give.
  const needsAliases = aliases.length === 0 && isAgents && goesByTitle(kind);
  const wish = wishFrom({
    kind,
    text,
    name: form.name,
    isCareful: isAgents && !asked.anyway,
    isOnce: !asked.anyway,
    said: form.said,
    title,
    description,
    tags,
    aliases: needsAliases ? aliasesFrom(redact(title ?? "").text, redact(text).text) : aliases,
    files,
    confidence: confidence === undefined ? undefined : boundedConfidence(confidence, trust),
    supersedes: before === undefined ? undefined : asked.supersedes?.includes(":") ? nameOf(before) : before.id,
    fields,
    trust,
    source: cairn.sourceFor(scope),
  });
  refuseNothingLeft(wish);
  return wish;
}

/** Among the memories; or, where it would take from one that is worth more, in the inbox. */
async function keep(cairn: Cairn, store: Store, { wish, before, words }: Keeping) {
  const { trust } = wish;
  if (before !== undefined && needsPerson(cairn, before, worthAgainst(cairn, before, { words, trust }))) {
    refuseUntrusted(wish.kind, wish.trust);
    return waiting(cairn, store, { wish, standing: before, does: "replaces" });
  }
  const plan = (context: ChangeContext) => {
    const planned = planRemember(context, wish);
    if (planned.result.action === "created" && before === undefined) refuseFull(cairn, store, wish.kind, wish.trust);
    return planned;
  };
  const changed = await unlessLower(cairn.change(store, plan, { isPrepared: true }));
  if (changed instanceof LowerTrustError) {
    const standing = store.find(changed.id);
    if (before !== undefined || standing === undefined) throw changed;
    return waiting(cairn, store, { wish, standing, does: "adds to" });
  }
  const { result, done } = changed;
  const memory = store.find(result.id);
  if (memory === undefined) throw takenAway(result.id);
  const warnings = [...result.warnings, ...overtakenLines(done)];
  return { action: result.action, memory, redacted: takenOut(wish.redacted, done), warnings };
}

interface Keeping {
  readonly wish: Wish;
  readonly before: Memory | undefined;
  /** As they were handed in. */
  readonly words: string;
}

const NOT_SAID = "It is kept as the person said it: a title, phrases and tags in other words were left out.";

interface Contradicts {
  readonly wish: Wish;
  readonly standing: Memory;
  readonly does: "replaces" | "adds to";
}

async function waiting(cairn: Cairn, store: Store, { wish, standing, does }: Contradicts) {
  const { kind, title, text, description, trust, fields } = wish;
  const waits = await waitAsContradiction(cairn, store, {
    kind,
    title,
    text,
    description,
    trust,
    fields,
    standing,
    does,
  });
  return { action: "proposed" as const, memory: standing, redacted: [...wish.redacted], warnings: [waits] };
}

/** Of these a second text takes the place of the first, or of a part of it: not all that changes it is added. */
function isInPlace(kind: z.infer<typeof KindField>): boolean {
  return ["path", "name"].includes(kindRow(kind).naming.by);
}

/** One file a session, brought up to date as it stands. Undefined where the words are no such summary. */
async function summedUp(cairn: Cairn, handed: HandedIn, said: readonly string[]) {
  const { takeSummary } = await import("../summary/saving.ts");
  const taken = await takeSummary(cairn, handed);
  if (taken === undefined) return undefined;
  const { saved, memory } = taken;
  if (memory === undefined) throw takenAway(saved.id);
  const { action, redacted, done, warnings } = saved;
  const told = { redacted: takenOut(redacted, done), warnings: [...said, ...warnings, ...overtakenLines(done)] };
  return { action, memory: memoryOutput(memory), ...told };
}

function pickedAs({ kind, because }: Guess): string {
  return `Kept as ${kind}: ${because}.`;
}

/** The memory was saved, and another program removed its file before the answer. */
export function takenAway(id: string): CairnError {
  return new CairnError("OCC_CONFLICT", `${id} was saved, and another program took it away at once.`, {
    hint: "See history; restore brings it back.",
  });
}

/** A title alone is enough; who hands in a file means what is in it. */
function refuseEmpty({ text, title, body }: Asked): void {
  if (text?.trim() === "" && (title ?? "").trim() === "" && body === undefined) {
    throw new CairnError("VALIDATION_ERROR", "The text that was given is empty.", {
      field: "text",
      hint: "Give a text, or a title.",
    });
  }
  if (text !== undefined || body === undefined || body.trim() !== "") return;
  throw new CairnError("VALIDATION_ERROR", "The file with the text is empty.", {
    field: "body",
    hint: "Give a text; a title alone needs no file.",
  });
}

/** What is known of the person is many things on one page: nothing takes the place of all of them. */
function notReplaced(name: string): CairnError {
  return new CairnError("VALIDATION_ERROR", `${name} is what is known of you: no memory takes its place.`, {
    field: "supersedes",
    hint: "Nothing was written. Remember it without supersedes; a line of that page is changed with remember, with kind user_profile.",
  });
}
