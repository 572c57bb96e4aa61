/**
 * What others brought into the team's folder and nobody has accepted on this machine: listed with who brought it and what
 * it changes, accepted or declined. Acceptance is a record in this machine's log that vouches for those very bytes.
 */

import type { Cairn } from "../cairn.ts";
import { parseMemory } from "../format/parse.ts";
import { redact } from "../guard/redact.ts";
import { difference } from "../install/difference.ts";
import { CairnError } from "../model/error.ts";
import { parseAddress } from "../model/id.ts";
import type { Memory } from "../model/memory.ts";
import { z } from "../model/schema.ts";
import { lowestTrust } from "../model/trust.ts";
import { MemoryOutput, memoryOutput } from "../recall/memory-output.ts";
import type { ChangeContext } from "../store/change-context.ts";
import { readDeclined, writeDeclined } from "../store/declined.ts";
import { memoryOf } from "../store/known-memories.ts";
import type { NewRecord } from "../store/log.ts";
import { sha256 } from "../store/record.ts";
import { withoutSecretsIn } from "../store/step-record.ts";
import type { Store } from "../store/store.ts";
import { mergeMarkerIn } from "./check.ts";
import { refuseUnasked } from "./in-session.ts";
import { type MemoryParts, memoryPartsOf, textOfKey } from "./memory-parts.ts";
import { type Attribution, attributionsIn, commitsOf, ownAddress, repositoryOf, uncommitted } from "./team-git.ts";
import { unreviewedIn } from "./unreviewed.ts";

const GROUP = 100;
const ALL = "all";
const SECRET = "it holds a secret: have it taken out, of git's history too";
const UNMERGED = "it holds git's conflict markers: settle them, then commit";

export const PendingChange = z.object({
  id: z.string(),
  what: z.enum(["new", "changed", "retired"]),
  /** As git has it; a file can claim anything. */
  author: z.string(),
  email: z.string().optional(),
  commit: z.string().optional(),
  at: z.string().optional(),
  memory: MemoryOutput,
  /** What is new (`+`) and what is gone (`-`) against what was accepted last. */
  lines: z.array(z.string()),
  /** What it says now, for who changes it. */
  body: z.string(),
  /** Whom the file names as its author, where git names somebody else. */
  claims: z.string().optional(),
  /** Why it cannot be accepted as it is. */
  hindrance: z.string().optional(),
});

export const DeclinedChange = z.object({ id: z.string(), reason: z.string(), at: z.string() });
type DeclinedChange = z.infer<typeof DeclinedChange>;
export type PendingChange = z.infer<typeof PendingChange>;

export async function teamStore(cairn: Cairn): Promise<Store> {
  return (await cairn.stores(undefined, { lenient: true })).of("team");
}

/** Those nobody accepted here, whatever became of them since; declined ones left out. */
function pendingIn(store: Store): Memory[] {
  store.lookClosely(Number.POSITIVE_INFINITY);
  return unreviewedIn(store)
    .map(memoryOf)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

export async function pendingChanges(cairn: Cairn, store: Store): Promise<PendingChange[]> {
  return describedChanges(cairn, store, pendingIn(store));
}

/** As many of the versions declined here as lie there still: `accept` lets them in after all. */
export function declinedIn(store: Store): DeclinedChange[] {
  return [...readDeclined(store.state)].flatMap(([path, { reason, at }]) => {
    const found = store.catalog.file(path);
    return found === undefined || !store.isDeclined(found)
      ? []
      : [{ id: `team:${store.names.idOf(found)}`, reason, at }];
  });
}

/** Of those declined here, the ones that are named. */
export async function declinedAmong(cairn: Cairn, store: Store, names: readonly string[]): Promise<PendingChange[]> {
  const ids = new Set(names.filter((name) => name !== ALL).map((name) => parseAddress(name).id as string));
  const memories = [...readDeclined(store.state).keys()].flatMap((path) => {
    const found = store.catalog.file(path);
    return found === undefined || !store.isDeclined(found) ? [] : [store.memoryOf(found)];
  });
  return describedChanges(
    cairn,
    store,
    memories.filter(({ id }) => ids.has(id)),
  );
}

async function describedChanges(cairn: Cairn, store: Store, memories: readonly Memory[]): Promise<PendingChange[]> {
  if (memories.length === 0) return [];
  const authors = await attributionsIn(repositoryOf(cairn), ownAddress(cairn));
  return memories.map((memory) => {
    const { author, email, commit, at } = authors.get(memory.path) ?? uncommitted;
    const before = acceptedText(store, memory.path);
    const claimed = newClaim(memory, before);
    const after = store.bytesAt(memory.path)?.toString("utf8") ?? "";
    const what = memory.status === "retired" ? "retired" : before === undefined ? "new" : "changed";
    const hindrance = store.hasSecret(memory.path) ? SECRET : mergeMarkerIn(after) === undefined ? undefined : UNMERGED;
    return {
      id: `team:${memory.id}`,
      what,
      author: redact(author).text,
      ...(commit === "" ? {} : { email, commit, at }),
      memory: memoryOutput(memory),
      lines: readableChange(before ?? "", after, `cairn show team:${memory.id}`),
      body: redact(parseMemory(after, memory.path).written.body).text,
      ...(claimed === undefined || commit === "" || claimed === author ? {} : { claims: redact(claimed).text }),
      ...(hindrance === undefined ? {} : { hindrance }),
    };
  });
}

/** Whom the file names as its author; who changes another's memory claims nothing by leaving the name in it. */
function newClaim({ path, source }: Memory, before: string | undefined): string | undefined {
  const claimed = source?.["author"];
  const known = before === undefined ? undefined : parseMemory(before, path).written.source?.["author"];
  return claimed === known ? undefined : claimed;
}

/** The newest text of a path that was written or accepted here. */
function acceptedText(store: Store, path: string): string | undefined {
  const last = store.history
    .versionsOf(path)
    .findLast(({ record }) => record.after !== undefined && record.op !== "outside");
  const text = last === undefined ? undefined : store.history.log.textsOf(last).after;
  return text === undefined || text.length === 0 ? undefined : text.toString("utf8");
}

/** All of them where `all` is among the names. An unknown one is refused before anything is done. */
export function namedAmong(pending: readonly PendingChange[], names: readonly string[]): PendingChange[] {
  if (names.includes(ALL)) return pending.filter(({ hindrance }) => hindrance === undefined);
  return names.map((name) => {
    const { scope = "team", id } = parseAddress(name);
    const found = pending.find((one) => one.id === `${scope}:${id}`);
    if (found === undefined) throw notPending(name);
    if (found.hindrance !== undefined) throw hindered(found);
    return found;
  });
}

export function oneAmong(pending: readonly PendingChange[], name: string): PendingChange {
  const [one] = name === ALL ? [] : namedAmong(pending, [name]);
  if (one === undefined) throw notPending(name);
  return one;
}

export async function acceptPending(cairn: Cairn, store: Store, chosen: readonly PendingChange[]): Promise<string[]> {
  refuseUnasked(cairn, store, chosen, "accept");
  await cairn.prepareWrite();
  const shown = new Map(chosen.map((one) => [one, store.catalog.file(one.memory.path)?.hash]));
  const done: string[] = [];
  for (let from = 0; from < chosen.length; from += GROUP) {
    const group = chosen.slice(from, from + GROUP);
    await store.locked(cairn.by, (context) => {
      const accepted = group.flatMap((one) =>
        acceptance(context, one.memory.path, shown.get(one)).map((record) => ({ one, record })),
      );
      // Declined no longer first: between the two it waits again, which is no harm.
      forgetDeclined(
        store,
        accepted.map(({ one }) => one),
      );
      context.history.log.append(
        accepted.map(({ record }) => record),
        { durable: true },
      );
      context.history.noteOwn();
      done.push(...accepted.map(({ one }) => one.id));
    });
  }
  return done;
}

/** What these bytes are is accepted, not what the file may become; they are worth no more than what is imported. */
function acceptance(context: ChangeContext, path: string, shown: string | undefined): NewRecord[] {
  const found = context.catalog.file(path);
  const opened = found === undefined ? undefined : context.open(path);
  if (found === undefined || opened === undefined || opened.hash !== shown) return [];
  const { stored, classes } = withoutSecretsIn(opened.bytes);
  if (classes.length > 0) return [];
  const about = { id: context.names.idOf(found), kind: found.written.kind, path, by: context.by };
  const trust = lowestTrust("imported", found.written.trust);
  return [
    {
      op: "accept",
      at: context.now().toISOString(),
      ...about,
      trust,
      after: sha256(opened.bytes),
      texts: { after: stored },
    },
  ];
}

export async function declinePending(
  cairn: Cairn,
  store: Store,
  chosen: readonly Pick<PendingChange, "id" | "memory">[],
  reason: string,
): Promise<string[]> {
  refuseUnasked(cairn, store, chosen, "decline");
  await cairn.prepareWrite();
  const at = cairn.clock.now().toISOString();
  await store.locked(cairn.by, ({ catalog }) => {
    const all = new Map(readDeclined(store.state));
    for (const { memory } of chosen) {
      const hash = catalog.file(memory.path)?.hash;
      if (hash !== undefined) all.set(memory.path, { hash, reason: redact(reason).text, at });
    }
    writeDeclined(store.state, all);
  });
  return chosen.map(({ id }) => id);
}

/** Everything an author ever changed, accepted or not: by name or by address, as git has them. */
export async function broughtBy(
  cairn: Cairn,
  store: Store,
  author: string,
): Promise<Pick<PendingChange, "id" | "memory">[]> {
  const commits = await commitsOf(repositoryOf(cairn));
  const isBy = (one: Attribution) => [one.author, one.email, `${one.author} <${one.email}>`].includes(author);
  const paths = new Set(commits.filter(isBy).map(({ path }) => path));
  store.lookClosely(Number.POSITIVE_INFINITY);
  const found = store.memories().filter(({ path, status }) => paths.has(path) && status !== "retired");
  if (found.length === 0 && [...store.catalog.files()].some((file) => paths.has(file.path) && store.isDeclined(file)))
    throw new CairnError("NOT_FOUND", `All that ${author} brought is declined here already.`, {
      field: "revoke",
      hint: "See team review for what you declined; forget takes one out for everybody.",
    });
  if (found.length === 0)
    throw new CairnError("NOT_FOUND", `Nothing here was brought by ${author}.`, {
      field: "revoke",
      hint: "Give the name or the address as git log has it.",
    });
  return found.map((memory) => ({ id: `team:${memory.id}`, memory: memoryOutput(memory) }));
}

function forgetDeclined(store: Store, accepted: readonly PendingChange[]): void {
  const all = new Map(readDeclined(store.state));
  const before = all.size;
  for (const { memory } of accepted) all.delete(memory.path);
  if (all.size < before) writeDeclined(store.state, all);
}

export function notPending(name: string): CairnError {
  return new CairnError("NOT_FOUND", `${name} does not wait for review.`, {
    field: "accept",
    hint: "See team review for what does.",
  });
}

function hindered({ id, hindrance = "" }: PendingChange): CairnError {
  const isSecret = hindrance === SECRET;
  const what = isSecret
    ? "Tell whoever brought it; a secret that was committed has to be revoked where it is used."
    : `Settle it in the file: cairn where ${id} says where that is.`;
  return new CairnError(isSecret ? "SECURITY_ERROR" : "INPUT_ERROR", `${id} cannot be accepted: ${hindrance}.`, {
    field: "accept",
    hint: `Nothing was accepted. ${what}`,
  });
}

const MOST_LINES = 60;
/** They follow from the rest, or count for nothing here: who wrote it is what git says, its trust what this machine says. */
const KEPT_BACK =
  /^(?:metadata\.)?(?:type|created|created_at|updated|updated_at|modified|updates|times_updated|trust)$/;

/** What is new (`+`) and what is gone (`-`); `rest`: how the lines that are too many can be read. */
function readableChange(before: string, after: string, rest: string): string[] {
  const lines = difference(readable(before), readable(after)).filter((line) => /^[+-] .*\S/.test(line));
  const shown = lines.slice(0, MOST_LINES).map((line) => redact(line).text);
  return lines.length > shown.length ? [...shown, `… and ${lines.length - shown.length} more lines: ${rest}`] : shown;
}

function readable(text: string): string {
  const parts = text === "" ? undefined : memoryPartsOf(text);
  return parts === undefined ? text : linesOf(parts).join("\n");
}

function linesOf({ keys, title, sections, contested }: MemoryParts): string[] {
  const said = [...keys].flatMap(([name, value]) => {
    const key = name.replace(/^metadata\./, "").replaceAll("\0", ".");
    const words = textOfKey(value);
    return KEPT_BACK.test(name) || (key === "status" && words === "active") ? [] : [`${key}: ${words}`];
  });
  const versions = [...contested].flatMap(([part, all]) => all.map((one) => `conflict in ${part}: ${one.text}`));
  return [
    ...said,
    ...(title === "" ? [] : [`# ${title}`]),
    ...[...sections].flatMap(([heading, words]) => [
      ...(heading === "" ? [] : [`## ${heading.split("\0")[0]}`]),
      ...words.split("\n"),
    ]),
    ...versions,
  ];
}
