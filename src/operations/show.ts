/** `show`: one memory whole, as it is or as it was. */

import type { Cairn } from "../cairn.ts";
import { sessionCalled } from "../conversation/session-found.ts";
import { parseMemory } from "../format/parse.ts";
import { envelope } from "../guard/envelope.ts";
import { draftCalled } from "../inbox/drafts-found.ts";
import { CairnError } from "../model/error.ts";
import { type Address, parseAddress } from "../model/id.ts";
import type { Memory, MemoryId } from "../model/memory.ts";
import { notInTools, z } from "../model/schema.ts";
import { isOfAgent } from "../model/trust.ts";
import { AgentField, IdField, stateLine, WholeMemory, wholeMemory } from "../recall/memory-output.ts";
import { timeGiven } from "../recall/time-given.ts";
import { noteAsked } from "../session/usage.ts";
import { lastTextOf, textAsOf } from "../store/history-queries.ts";
import { idMeant, orNearest } from "../store/id-meant.ts";
import { sha256 } from "../store/record.ts";
import type { Store } from "../store/store.ts";
import type { Stores } from "../store/stores.ts";
import { isBehindRecord } from "../summary/behind-record.ts";
import type { OtherProject } from "../workspace/other-project.ts";
import { ProjectField } from "../workspace/project-field.ts";
import { operation } from "./operation.ts";

export const show = operation({
  name: "show",
  summary: "Show one memory whole.",
  when: "Use it after recall, before relying on what a memory says.",
  effect: "read",
  surfaces: ["cli", "mcp", "library"],
  positional: "id",
  examples: [
    "cairn show sqlite-wal-mode",
    "cairn show user:editor --as-of 2026-11-01",
    "cairn show deploy --project web",
  ],
  input: z.strictObject({
    id: IdField,
    asOf: notInTools(z.string().optional().describe("As it was then: a date, a time, or 2d, 3h")),
    project: ProjectField,
    agent: AgentField,
  }),
  output: z.object({
    project: z.string().optional(),
    memory: WholeMemory,
    also: z.array(z.string()),
    /** It waits for an answer. */
    draft: z.literal(true).optional(),
  }),

  async run({ id: named, asOf, agent, project }, cairn) {
    const other = project === undefined ? undefined : await another(cairn, project, named, agent);
    const stores = other?.stores ?? (await cairn.stores(agent));
    const id = idMeant(stores, named);
    const draft = other === undefined ? draftMeant(stores, id) : undefined;
    if (draft !== undefined) return { memory: wholeMemory(draft), also: [], draft: true as const };
    const address = orNearest(stores, id, () => summaryMeant(stores, parseAddress(id)));
    const whose = other === undefined ? {} : { project: other.key };
    if (asOf !== undefined)
      return { ...whose, memory: asItWas(stores, address, timeGiven(asOf, cairn.clock.now())), also: [] };
    const { memory, also } = orNearest(stores, id, () => stores.reach(address));
    if (other === undefined) noteAsked(cairn, [memory]);
    const behind = other === undefined && isBehindRecord(memory, cairn);
    return { ...whose, memory: wholeMemory(memory, { behind }), also: [...also] };
  },

  show({ project, memory, also, draft }, { asOf }, surface) {
    const { path, id, scope, kind, trust, updated, tags, aliases = [], description, body, hash } = memory;
    const facts = [`${scope}:${id}`, kind, stateLine(memory), trust, updated, tags.map((tag) => `#${tag}`).join(" ")];
    const note = also.length === 0 ? [] : [`(also: ${also.join(", ")})`];
    const first = facts.filter((fact) => fact !== "").join("  ");
    // Last, because only who wants to change it needs it: `update` takes it as what to expect.
    const shared = scope === "team" ? ", which it shares" : "";
    const whose = [
      ...(project === undefined ? [] : [`A memory of ${project}${shared}:`]),
      ...(draft ? ["A draft that waits: accept or reject it with review."] : []),
    ];
    if (isOfAgent(surface)) return [...whose, toModel(memory), ...note].join("\n");
    const called = aliases.length === 0 ? [] : [`also asked for by: ${aliases.join("; ")}`];
    // Where it lies on the machine is for `where` to say.
    const isHere = path !== "" && project === undefined && !draft && asOf === undefined;
    const file = isHere ? [`file: ${path} (to open it: cairn where ${scope}:${id})`] : [];
    const words = saidOnce(description, body.trim());
    return [...whose, first, ...note, ...words, "", ...called, ...file, `hash: ${hash}`].join("\n");
  },
});

/** A text that begins with its title and its description, as a plain sentence does, is printed without them. */
function saidOnce(description: string, body: string): string[] {
  const [head = "", title = ""] = /^# (.+)\n*/.exec(body) ?? [];
  const below = body.slice(head.length);
  const text = isBegin(title, below) ? below : body;
  return isBegin(description, below) || isSame(description, title) ? [text] : [description, "", text];
}

/** A title is cut where it is long; "API" does not begin "APIs are versioned". */
function isBegin(words: string, text: string): boolean {
  const said = bare(words).replace(/…$/, "");
  if (words === "" || !text.startsWith(said)) return false;
  return said !== bare(words) || !/^[\p{L}\p{N}]/u.test(text.slice(said.length, said.length + 2));
}

function isSame(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

function bare(text: string): string {
  return text.trim().replace(/\.$/, "");
}

/** By its key, where no memory is called so; another clone's are not ours. */
function draftMeant(stores: Stores, name: string): Memory | undefined {
  const own = stores.own();
  const draft = draftCalled(own, name);
  return draft !== undefined && own.some((store) => store.find(parseAddress(name).id) !== undefined)
    ? undefined
    : draft;
}

/** As data, with what `update` takes as what to expect. */
function toModel(memory: WholeMemory): string {
  const { id, scope, kind, trust, updated, tags, description, body, hash } = memory;
  const about = { id: `${scope}:${id}`, kind, state: stateLine(memory), trust, updated, tags: tags.join(" "), hash };
  return envelope([{ about, text: saidOnce(description, body.trim()).join("\n").trim() }]);
}

/** A summary goes by its session, and that by how its id begins, where no memory has the name. */
function summaryMeant(stores: Stores, { scope, id }: Address): Address {
  const named = (scope === undefined || scope === "project") && stores.has("project");
  if (!named || stores.all().some((store) => store.find(id) !== undefined)) return { ...(scope && { scope }), id };
  const summaries = stores.headsSeen(["project"], { kinds: ["session_summary"] }).map((head) => head.id);
  const meant = sessionCalled(id, summaries, "id") as MemoryId | undefined;
  return meant === undefined ? { ...(scope && { scope }), id } : { scope: "project", id: meant };
}

function asItWas(stores: Stores, { scope, id }: ReturnType<typeof parseAddress>, time: Date): WholeMemory {
  for (const store of stores.all()) {
    if (scope !== undefined && store.root.scope !== scope) continue;
    const memory = versionIn(store, id, time);
    if (memory !== undefined) return memory;
  }
  throw new CairnError("NOT_FOUND", `Nothing is known of ${id} at that time.`, {
    field: "asOf",
    hint: "See history for the times there are.",
  });
}

function versionIn(store: Store, id: ReturnType<typeof parseAddress>["id"], time: Date): WholeMemory | undefined {
  const path = store.find(id)?.path ?? lastTextOf(store.history, id)?.path;
  const version = textAsOf(store.history, id, path, time);
  if (version === undefined) return undefined;
  const { written } = parseMemory(version.text.toString("utf8"), version.entry.record.path ?? "");
  const { record } = version.entry;
  return wholeMemory({
    ...written,
    id,
    scope: store.root.scope,
    path: record.path ?? "",
    trust: record.trust ?? "imported",
    hash: sha256(version.text),
    outside: record.op === "outside",
  });
}

/** Loaded only where one is asked for: whether it may be read, the host's record of the session says. */
async function another(cairn: Cairn, project: string, named: string, agent: string | undefined): Promise<OtherProject> {
  const { otherProject } = await import("../workspace/other-project.ts");
  return otherProject(cairn, project, { scope: parseAddress(named).scope, agent });
}
