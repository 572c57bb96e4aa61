/**
 * A memory of one's own proposed to the team: no secret gets through (it is refused, never left out in silence), paths and
 * addresses of this machine's person are taken out of its words, and what the team has of the same is shown.
 */

import type { Cairn } from "../cairn.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import { parseAddress } from "../model/id.ts";
import { kindRow } from "../model/kind.ts";
import type { Memory } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import { lowestTrust } from "../model/trust.ts";
import { MemoryOutput, memoryOutput } from "../recall/memory-output.ts";
import type { ChangeContext } from "../store/change-context.ts";
import { planRemember } from "../store/remember.ts";
import type { Stores } from "../store/stores.ts";
import { type Wish, wishFrom } from "../store/wish.ts";
import { wholeStart } from "../text/lines.ts";
import { BesideMemory, besideIn } from "./beside.ts";
import { Scrubber } from "./scrub.ts";
import { configured } from "./team-git.ts";

export const SharedMemory = z.object({
  from: z.string(),
  id: z.string(),
  action: z.enum(["proposed", "created", "unchanged"]),
  /** What was taken out of its words. */
  scrubbed: z.array(z.string()),
  warnings: z.array(z.string()),
  /** What the team has of the same matter. */
  beside: z.array(BesideMemory),
  memory: MemoryOutput.optional(),
  /** What everybody will read. */
  text: z.string(),
});
export type SharedMemory = z.infer<typeof SharedMemory>;

interface Proposal {
  readonly memory: Memory;
  readonly wish: Wish;
  readonly scrubbed: readonly string[];
}

/** All of them, or none: whatever is refused is refused before anything is written. */
export async function proposals(cairn: Cairn, ids: readonly string[]): Promise<Proposal[]> {
  const stores = await cairn.stores();
  stores.of("team");
  return ids.map((id) => proposalFor(cairn, stores, id));
}

export async function shareProposals(
  cairn: Cairn,
  all: readonly Proposal[],
  { dryRun }: { dryRun: boolean },
): Promise<SharedMemory[]> {
  const store = (await cairn.stores()).of("team");
  const shared: SharedMemory[] = [];
  for (const { memory, wish, scrubbed } of all) {
    const beside = await besideIn(cairn, store, wish);
    const told = { from: `${memory.scope}:${memory.id}`, scrubbed: [...scrubbed], text: wish.text, beside };
    const known = store.find(memory.id);
    if (known?.status === "active" && known.kind === memory.kind) {
      shared.push({
        ...told,
        id: `team:${known.id}`,
        action: "unchanged",
        warnings: [sameOrNot(store.read(known.id) ?? known, wish)],
      });
      continue;
    }
    const plan = (context: ChangeContext) => planRemember(context, wish);
    if (dryRun) {
      const { id, warnings } = await store.locked(cairn.by, (context) => plan(context).result);
      shared.push({ ...told, id: `team:${id}`, action: "proposed", warnings: [...warnings] });
      continue;
    }
    const { result } = await cairn.change(store, plan);
    const made = store.find(result.id);
    const output = made === undefined ? {} : { memory: memoryOutput(made) };
    shared.push({ ...told, id: `team:${result.id}`, action: "created", warnings: [...result.warnings], ...output });
  }
  return shared;
}

function sameOrNot(known: Memory, wish: Wish): string {
  const flat = (text: string) => text.replace(/\s+/g, " ").trim();
  return flat(known.body).includes(flat(wish.text))
    ? `The team has it already: team:${known.id}.`
    : `The team has team:${known.id}, which says something else: compare them with show, then update team:${known.id}.`;
}

function proposalFor(cairn: Cairn, stores: Stores, id: string): Proposal {
  const reached = stores.reach(parseAddress(id));
  const memory = reached.store.read(reached.memory.id) ?? reached.memory;
  refuseUnfit(cairn, memory);
  if (reached.store.hasSecret(memory.path)) throw holdsSecret(memory, "it stands in its file");
  const said = [
    memory.title,
    memory.description,
    memory.body,
    ...memory.tags,
    ...memory.aliases,
    ...Object.values(memory.fields).map(String),
  ];
  for (const text of said) {
    const [found] = redact(text).found;
    if (found !== undefined) throw holdsSecret(memory, found.class);
    const taken = /\[REDACTED:([\w-]+)\]/.exec(text);
    if (taken !== null) throw holdsSecret(memory, `${taken[1]}, taken out when it was kept`);
  }
  const scrubber = new Scrubber(cairn);
  const clean = (text: string) => scrubber.text(text);
  const author = authorOf(cairn);
  const wish = wishFrom({
    kind: memory.kind,
    text: clean(withoutTitle(memory)),
    name: memory.id,
    isCareful: false,
    title: clean(memory.title),
    description: clean(memory.description),
    tags: memory.tags.map(clean),
    aliases: memory.aliases.map(clean),
    files: memory.files.filter(({ path }) => !/^(?:[/~\\]|[A-Za-z]:)|(?:^|\/)\.\.(?:\/|$)/.test(path)),
    confidence: memory.confidence,
    fields: Object.fromEntries(Object.entries(memory.fields).map(([name, value]) => [name, clean(String(value))])),
    trust: lowestTrust(cairn.trustOf(undefined), memory.trust),
    source: author === undefined ? {} : { author },
  });
  return { memory, wish, scrubbed: scrubber.taken };
}

function withoutTitle({ title, body }: Memory): string {
  const first = `# ${title}`;
  return body.startsWith(first) ? body.slice(first.length).trim() : body;
}

/** As they sign their commits. */
function authorOf(cairn: Cairn): string | undefined {
  const author = cairn.env["GIT_AUTHOR_NAME"] ?? configured(cairn, "user.name");
  return author === undefined ? undefined : redact(wholeStart(author, 80)).text;
}

function refuseUnfit({ settings }: Cairn, memory: Memory): void {
  const { scope, id, kind, status, trust, conflict } = memory;
  if (conflict !== undefined)
    throw new CairnError("INPUT_ERROR", `${scope}:${id} holds two versions. Nothing was shared.`, {
      field: "ids",
      hint: `Choose one first: cairn team resolve ${scope}:${id}.`,
    });
  const { type, nature } = kindRow(kind);
  const because =
    scope === "team"
      ? "it is the team's already"
      : status !== "active"
        ? `it is ${status}`
        : trust === "untrusted"
          ? "it holds words of others that nobody vouches for"
          : nature !== "knowledge"
            ? `a ${kind} is of one session or one machine`
            : !settings.get("team.allowTypes").includes(type)
              ? `memories of type ${type} are not shared (team.allowTypes)`
              : undefined;
  if (because === undefined) return;
  throw new CairnError("SECURITY_ERROR", `${scope}:${id} is not shared: ${because}. Nothing was shared.`, {
    field: "ids",
    hint: "Leave it out, or say what of it everybody should know as a memory of its own.",
  });
}

function holdsSecret({ scope, id }: Memory, what: string): CairnError {
  return new CairnError("SECURITY_ERROR", `${scope}:${id} holds a secret (${what}). Nothing was shared.`, {
    field: "ids",
    hint: "Say where the secret lies instead of what it is: update it, then share it again.",
  });
}
