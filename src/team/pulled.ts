/**
 * What git brought into the team's folder, as changes: told from its log, and taken back by a change of Cairn's own. The
 * text goes back to what was written or accepted here before, else to what git had before; one that is new is retired.
 */

import type { Cairn } from "../cairn.ts";
import { redact } from "../guard/redact.ts";
import { CairnError } from "../model/error.ts";
import { parseAddress } from "../model/id.ts";
import type { MemoryId } from "../model/memory.ts";
import { isOfAgent } from "../model/trust.ts";
import type { Happened } from "../recall/memory-output.ts";
import { changeId } from "../store/change-meant.ts";
import type { MemoryFile } from "../store/memory-file.ts";
import { planMove } from "../store/revise.ts";
import { withoutSecretsIn } from "../store/step-record.ts";
import type { Store } from "../store/store.ts";
import { textAfter } from "../store/undo.ts";
import { onlyThePerson } from "./in-session.ts";
import { type Attribution, attributionsIn, commitsOf, ownAddress, repositoryOf, teamFolder } from "./team-git.ts";

const PREFIX = "git:";

interface PulledChange {
  readonly found: MemoryFile;
  readonly from: Attribution | undefined;
}

/** The commits that touched a memory of the team's, newest first; of all of them where none is named. */
export async function commitsTold(cairn: Cairn, store: Store, id: string | undefined): Promise<Happened[]> {
  if (cairn.places.project.git?.gitDir === undefined) return [];
  const found = id === undefined ? undefined : store.names.find(parseAddress(id).id);
  if (id !== undefined && found === undefined) return [];
  const commits = (await commitsOf(repositoryOf(cairn), found?.path)).filter(({ path }) => path !== "MEMORY.md");
  return commits.map(({ path, author, email, commit, at, subject }) => {
    const file = store.catalog.file(path);
    return {
      change: `${PREFIX}${commit}`,
      at: new Date(at).toISOString(),
      what: "committed",
      id: file === undefined ? path : store.names.idOf(file),
      scope: "team" as const,
      by: redact(`${author} <${email}>`).text,
      why: redact(subject).text,
    };
  });
}

/** What git brought is no record of Cairn's; a memory's own word means a change of its own where one stands in another root. */
export async function takeBackPulled(cairn: Cairn, stores: readonly Store[], change: string): Promise<TakenBack[]> {
  const store = stores.find(({ root }) => root.scope === "team");
  const isElsewhere = /^[^:]+$/.test(change) && stores.some((one) => one !== store && one.find(change as MemoryId));
  if (store === undefined || isElsewhere) return [];
  const meant = await pulledMeant(cairn, store, change);
  return meant.length === 0 ? [] : takeBackEach(cairn, store, meant);
}

/** Those a word of `undo` means: all that stand as a commit brought them, or one by its id. None: it means something else. */
async function pulledMeant(cairn: Cairn, store: Store, change: string): Promise<PulledChange[]> {
  const isCommit = /^git:[0-9a-f]{4,40}$/.test(change);
  const found = isCommit ? undefined : standing(store, change);
  if (!isCommit && found === undefined) return [];
  const authors = await attributionsIn(repositoryOf(cairn), ownAddress(cairn));
  if (found !== undefined) return [{ found, from: authors.get(found.path) }];
  const commit = change.slice(PREFIX.length);
  const all = [...store.catalog.files()].flatMap((file): PulledChange[] => {
    const from = authors.get(file.path);
    const isOf = from !== undefined && from.commit !== "" && isBrought(store, file);
    return isOf && (from.commit.startsWith(commit) || commit.startsWith(from.commit)) ? [{ found: file, from }] : [];
  });
  if (all.length === 0) throw nothingOf(change);
  return all;
}

/** The memory of that id, if its text is not one Cairn wrote here. */
function standing(store: Store, change: string): MemoryFile | undefined {
  if (!/^(?:team:)?[a-z0-9][\w.-]*$/i.test(change) || /^(?:team:)?\d+$/.test(change)) return undefined;
  const found = store.names.find(parseAddress(change).id);
  return found !== undefined && isBrought(store, found) ? found : undefined;
}

function isBrought({ history }: Store, { path, hash }: MemoryFile): boolean {
  const op = history.vouching(path, hash)?.record.op;
  return op === undefined || op === "outside" || op === "accept";
}

interface TakenBack {
  readonly change: string;
  readonly id: string;
  readonly what: string;
  readonly by: string;
}

async function takeBackEach(cairn: Cairn, store: Store, all: readonly PulledChange[]): Promise<TakenBack[]> {
  const before = new Map<string, Buffer | undefined>();
  for (const { found } of all) before.set(found.path, await textBefore(cairn, store, found));
  const names = all.map(({ from }) => (from === undefined || from.commit === "" ? "edit" : `${PREFIX}${from.commit}`));
  const { done } = await cairn.change(store, (context) => ({
    steps: all.flatMap(({ found }, n) => {
      const { path } = found;
      const id = store.names.idOf(found);
      const text = before.get(path);
      if (text === undefined) return planMove(context, id, "retire", `undo of ${names[n]}`).steps;
      const base = context.openForWriting(path);
      const about = { id, kind: found.written.kind, path, base, trust: "imported" as const };
      return [{ op: "update" as const, ...about, after: text, why: `undo of ${names[n]}` }];
    }),
    result: undefined,
  }));
  return done.map(({ step, seq }) => {
    const from = all.find(({ found }) => found.path === step.path)?.from;
    const change = from === undefined || from.commit === "" ? `team:${step.id}` : `${PREFIX}${from.commit}`;
    const what = from === undefined || from.commit === "" ? "edit by hand" : `change by ${redact(from.author).text}`;
    return { change, id: step.id, what, by: changeId(store, seq) };
  });
}

/** Undefined where there was none: nothing stood there before. */
async function textBefore(cairn: Cairn, { history }: Store, { path, hash }: MemoryFile): Promise<Buffer | undefined> {
  const own = history
    .versionsOf(path)
    .findLast(({ record }) => record.op !== "outside" && record.after !== undefined && record.after !== hash);
  const known = own === undefined ? undefined : textAfter(history, own);
  if (known !== undefined) return known;
  if (isOfAgent(cairn.surface)) throw onlyThePerson();
  const repository = repositoryOf(cairn);
  const [first, second] = await commitsOf(repository, path);
  const isEdited = (await attributionsIn(repository)).get(path)?.commit === "";
  const earlier = isEdited ? first : second;
  const said = earlier && (await repository.ask("show", `${earlier.commit}:${teamFolder}/${earlier.path}`));
  if (said === undefined) return undefined;
  if (withoutSecretsIn(Buffer.from(said)).classes.length > 0) throw heldSecret(path);
  return Buffer.from(said);
}

function nothingOf(change: string): CairnError {
  return new CairnError("NOT_FOUND", `Nothing stands as ${change} brought it.`, {
    field: "change",
    hint: "See history --scope team: a later change has to be taken back first.",
  });
}

function heldSecret(path: string): CairnError {
  return new CairnError("SECURITY_ERROR", `What stood in ${path} before holds a secret: it is not brought back.`, {
    field: "change",
    hint: "Nothing was changed. Forget it, or write it anew: remember --scope team.",
  });
}
