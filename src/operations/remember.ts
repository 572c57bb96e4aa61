/** `remember`: keep one thing worth knowing. Never merges by likeness; says what it did, and what it took out. */

import type { Cairn } from "../cairn.ts";
import { type Guess, guessKind, usualKind } from "../capture/guess-kind.ts";
import { fullOf } from "../capture/keep-window.ts";
import { boundedConfidence } from "../capture/scribe/intent.ts";
import { toldOf, worthOf } from "../conversation/trust-of-words.ts";
import { token } from "../disk/random.ts";
import { formOf, strangeLines, textUnder, unformed, withForm } from "../format/handed-form.ts";
import { redact } from "../guard/redact.ts";
import { needsPerson, waitAsContradiction } from "../inbox/contradiction.ts";
import { CairnError } from "../model/error.ts";
import { parseAddress } from "../model/id.ts";
import { goesByTitle, kindNames, kindRow } from "../model/kind.ts";
import { nameOf } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import type { Scope } from "../model/scope.ts";
import { isSettingKey } from "../model/settings.ts";
import { isOfAgent, type Trust } from "../model/trust.ts";
import { rememberOfPerson } from "../person/remembering.ts";
import { refusePrivate } from "../person/statement.ts";
import { anchorsFor } from "../recall/anchors.ts";
import {
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
import { refuseNothingLeft, wishFrom } from "../store/wish.ts";
import type { HandedIn } from "../summary/saving.ts";
import { Scrubber, takenLines } from "../team/scrub.ts";
import { aliasesFrom } from "../text/aliases.ts";
import { operation } from "./operation.ts";

/** A session's own state and what Cairn makes itself have other ways in. */
const TOLD_KINDS: readonly string[] = kindNames.filter((kind) => {
  const { naming, derived } = kindRow(kind);
  return (
    kind === "user_profile" || kind === "session_summary" || (naming.by !== "name" && naming.by !== "stamp" && !derived)
  );
});

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
  input: z.strictObject({
    text: z
      .string()
      .optional()
      .describe("Plain words, or the kind's parts, a line each: Decision: … Rationale: …")
      .meta({ cli: { dash: "text" } }),
    kind: KindField.optional()
      .describe("What sort of knowledge; a rule picks one otherwise")
      .meta({ mcp: { choices: TOLD_KINDS } }),
    title: z.string().optional().describe("Short; else the first sentence"),
    description: z
      .string()
      .optional()
      .describe("One line: when is this worth opening?")
      .meta({ mcp: { hidden: true } }),
    tags: wordsField("Words to find it by"),
    scope: ScopeField.optional()
      .describe("Whom it concerns; the project otherwise")
      .meta({ mcp: { choices: ["user", "project", "team"] } }),
    agent: z
      .string()
      .optional()
      .describe("For one agent alone, as squad/name")
      .meta({ cli: { value: "squad/name" } }),
    files: z.array(z.string()).default([]).describe("Files it is about"),
    confidence: ConfidenceField,
    supersedes: z.string().optional().describe("Id of the memory it replaces"),
    aliases: z.array(z.string()).default([]).describe("3-5 phrases one may ask by"),
    field: OwnFields,
    anyway: z
      .boolean()
      .default(false)
      .describe("Write it although another memory says something similar")
      .meta({ mcp: { hidden: true } }),
    trust: TrustField.optional()
      .describe("Lower the trust; it can never be raised")
      .meta({ mcp: { hidden: true } }),
    body: z
      .string()
      .optional()
      .describe("The text, from a file")
      .meta({ cli: { file: true }, mcp: { hidden: true } }),
  }),
  output: z.object({
    /** `proposed`: said of the person by an agent; it waits for them. */
    action: z.enum(["created", "updated", "unchanged", "proposed"]),
    memory: MemoryOutput,
    redacted: TakenOut,
    warnings: z.array(z.string()),
  }),

  async run({ text, body, kind, scope, agent, supersedes, ...asked }, cairn) {
    refuseEmptyFile(text, body);
    const words = [text, body].filter((part) => part !== undefined).join("\n\n");
    const stores = await cairn.stores(agent);
    const before = supersedes === undefined ? undefined : stores.reach(parseAddress(supersedes)).memory;
    if (before?.kind === "user_profile" && kind !== before.kind) throw notReplaced(nameOf(before));
    const asGiven = isPlain(kind) ? unformed(words) : formOf(words, kind ?? before?.kind);
    const given = kind ?? before?.kind ?? asGiven.kind;
    const isLogged = cairn.settings.get("memory.mode") === "log" && (scope ?? "project") === "project";
    const guessed = given !== undefined ? undefined : isLogged ? LOGGED : guessKind(`${asked.title ?? ""}\n${words}`);
    const chosen = given ?? guessed?.kind ?? "project";
    // The labels of a kind mean something once it is known which.
    const form = guessed === undefined || isLogged ? asGiven : formOf(words, chosen);
    const place = scope ?? (chosen === "user_profile" ? "user" : agent !== undefined ? "agent" : "project");
    refuseMisplaced(cairn, chosen, place, agent);
    const store = stores.of(place);
    const { title, description, tags, aliases, trust, confidence, ...told } = withForm(asked, form);
    const isProfile = chosen === "project_profile" && place === "project";
    const field = isProfile ? { path: cairn.places.project.path, ...told.field } : told.field;
    if (chosen === "user_profile") {
      const kept = await rememberOfPerson(cairn, store, { title, text: words, trust });
      return { ...kept, redacted: [] };
    }
    refusePrivate({ kind: chosen, scope: place }, [title, description, words, ...Object.values(field)]);
    const anchors = anchorsFor([...new Set([...asked.files, ...form.files])], cairn);
    const said = textUnder(form, asked.title);
    if (chosen === "session_summary" && place === "project") {
      const handed = { text: said, title, description, tags, trust, files: anchors.anchors, ...field };
      const summed = await summedUp(cairn, handed, anchors.warnings);
      if (summed !== undefined) return summed;
    }
    await cairn.prepareWrite();
    const worth = worthOf(cairn, trust, { whole: [words], told: toldOf({ title, description, tags, aliases, field }) });
    refuseSwitchedOff(cairn, chosen, worth);
    // A model is asked for them; one that gives none gets those its words give.
    const needsAliases = aliases.length === 0 && isOfAgent(cairn.surface) && goesByTitle(chosen);
    const asWished = wishFrom({
      kind: chosen,
      text: said,
      name: form.name,
      isCareful: isOfAgent(cairn.surface) && !asked.anyway,
      isOnce: !asked.anyway,
      said: form.said,
      title,
      description,
      tags,
      aliases: needsAliases ? aliasesFrom(redact(title ?? "").text, redact(said).text) : aliases,
      files: anchors.anchors,
      confidence: confidence === undefined ? undefined : boundedConfidence(confidence, worth),
      supersedes: before === undefined ? undefined : supersedes?.includes(":") ? nameOf(before) : before.id,
      fields: field,
      trust: worth,
      source: cairn.sourceFor(place),
    });
    refuseNothingLeft(asWished);
    const scrubber = place === "team" ? new Scrubber(cairn) : undefined;
    const wish = scrubber?.wish(asWished) ?? asWished;
    if (before !== undefined && needsPerson(cairn, before, wish.trust)) {
      refuseUntrusted(wish.kind, wish.trust);
      const asked = { kind: wish.kind, title: wish.title, text: wish.text, description, trust: wish.trust };
      const waits = await waitAsContradiction(cairn, store, { ...asked, standing: before, does: "replaces" });
      const redacted = [...wish.redacted];
      return { action: "proposed" as const, memory: memoryOutput(before), redacted, warnings: [waits] };
    }
    const plan = (context: ChangeContext) => {
      const planned = planRemember(context, wish, () => token().slice(0, 4));
      if (planned.result.action === "created" && before === undefined) refuseFull(cairn, store, chosen, worth);
      return planned;
    };
    const changed = await unlessLower(cairn.change(store, plan, { isPrepared: true }));
    if (changed instanceof LowerTrustError) {
      const standing = store.find(changed.id);
      if (before !== undefined || standing === undefined) throw changed;
      const waits = await waitAsContradiction(cairn, store, { ...wish, standing, does: "adds to" });
      const redacted = [...wish.redacted];
      return { action: "proposed" as const, memory: memoryOutput(standing), redacted, warnings: [waits] };
    }
    const { result, done } = changed;
    const memory = store.find(result.id);
    if (memory === undefined) throw takenAway(result.id);
    const picked = guessed === undefined || memory.kind !== chosen ? [] : [pickedAs(guessed)];
    return {
      action: result.action,
      memory: memoryOutput(memory),
      redacted: takenOut(wish.redacted, done),
      warnings: [
        ...picked,
        ...takenLines(scrubber?.taken ?? []),
        ...strangeLines(form, chosen),
        ...anchors.warnings,
        ...result.warnings,
        ...(done.some(({ late }) => late) ? [OVERTAKEN] : []),
      ],
    };
  },

  show({ action, memory, redacted, warnings }) {
    const word = {
      created: "Remembered",
      updated: isInPlace(memory.kind) ? "Updated" : "Added to",
      unchanged: "Already known:",
      proposed: "Waits for review, nothing is changed yet:",
    }[action];
    const first = `${word} ${memory.scope}:${memory.id} (${memory.kind}, ${memory.trust})`;
    // The first line has the kind: a person is told why only where a rule spoke up.
    const said = warnings.filter((warning) => warning !== pickedAs(usualKind));
    return [first, ...takenOutLines(redacted), ...said].join("\n");
  },
});

/** Of these a second text takes the place of the first, or of a part of it: not all that changes it is added. */
function isInPlace(kind: z.infer<typeof KindField>): boolean {
  return ["path", "name"].includes(kindRow(kind).naming.by);
}

/** Lines of `key: value` and entries of a day are what they are. */
function isPlain(kind: z.infer<typeof KindField> | undefined): boolean {
  return kind === "user_profile" || kind === "log";
}

/** What would be added to a memory that is worth more is no fault: it waits. */
async function unlessLower<T>(change: Promise<T>): Promise<T | LowerTrustError> {
  return change.catch((error) => {
    if (error instanceof LowerTrustError) return error;
    throw error;
  });
}

/** Where the memory is a log, what nobody called anything else is part of the day. */
const LOGGED: Guess = { kind: "log", because: "this project keeps a log of each day; name a kind for a memory" };

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

/** What the person wants none of comes about by nobody else's word. */
function refuseSwitchedOff(cairn: Cairn, kind: z.infer<typeof KindField>, trust: Trust): void {
  const row = `categories.${kind}.enabled`;
  if (!isOfAgent(cairn.surface) || trust === "stated" || !isSettingKey(row) || cairn.settings.get(row) !== false)
    return;
  throw new CairnError("SECURITY_ERROR", `Memories of kind ${kind} are switched off here (${row}). Nothing was kept.`, {
    field: "kind",
    hint: "Leave it; or you switch them on at your own terminal: cairn config set.",
  });
}

/** The cap of a kind holds for what an agent keeps of itself too; your own words are never refused for it. */
function refuseFull(cairn: Cairn, store: Store, kind: z.infer<typeof KindField>, trust: Trust): void {
  if (!isOfAgent(cairn.surface) || trust === "stated" || !isSettingKey(`categories.${kind}.enabled`)) return;
  const full = fullOf(cairn, store, kind);
  if (full === undefined) return;
  throw new CairnError("SECURITY_ERROR", `Nothing was kept: ${full.reason}.`, {
    field: "kind",
    hint: `Replace one with supersedes, or add to one with update. You raise it at your own terminal: cairn config set max_memories_per_category ${Math.max(full.most * 2, full.count + 1)}.`,
  });
}

/** Nobody lies about it: it was saved, and it is not there now. */
export function takenAway(id: string): CairnError {
  return new CairnError("OCC_CONFLICT", `${id} was saved, and another program took it away at once.`, {
    hint: "See history; restore brings it back.",
  });
}

/** A title alone is enough; who hands in a file means what is in it. */
function refuseEmptyFile(text: string | undefined, body: string | undefined): void {
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
    hint: "Nothing was written. Remember it without supersedes; a line of that page is changed with remember and kind user_profile.",
  });
}

/** The person's own memories stay the person's; what a team shares is set by the team. */
function refuseMisplaced(cairn: Cairn, kind: z.infer<typeof KindField>, scope: Scope, agent: string | undefined): void {
  if (agent !== undefined && scope !== "agent") {
    throw new CairnError("INPUT_ERROR", "An agent goes with scope agent.", {
      field: "agent",
      hint: "Add scope agent, or leave the agent out.",
    });
  }
  if (kind === "user_profile" && scope !== "user") {
    throw new CairnError("INPUT_ERROR", "The profile is the person's, in every project.", {
      field: "scope",
      hint: "Use scope user.",
    });
  }
  const { type, nature } = kindRow(kind);
  if (scope === "team" && nature !== "knowledge") {
    throw new CairnError(
      "SECURITY_ERROR",
      `A ${kind} is of one session or one machine: the team shares what is known.`,
      {
        field: "kind",
        hint: "Keep it for the project, or say what of it everybody should know, as a project memory.",
      },
    );
  }
  if (scope === "team" && !cairn.settings.get("team.allowTypes").includes(type)) {
    throw new CairnError("SECURITY_ERROR", `Memories of type ${type} are not shared with the team.`, {
      field: "kind",
      hint: `Keep it for yourself, or add ${type} to the setting team.allowTypes.`,
    });
  }
}
