/**
 * What tells which version of a conflict is this machine's: the texts it wrote, or had before the conflict came, and in a
 * team's folder who committed what. The file itself does not say: it is the same on every machine.
 */

import type { Cairn } from "../cairn.ts";
import type { Store } from "../store/store.ts";
import { cameBySync } from "../store/version.ts";
import { memoryPartsOf } from "./memory-parts.ts";
import { commitsOf, ownAddress, repositoryOf, teamFolder } from "./team-git.ts";

export interface KnownTexts {
  /** This machine's, the likeliest first. */
  readonly ours: readonly string[];
  /** The oldest commit first: who first said something. */
  readonly authored: readonly { readonly by: string; readonly text: string }[];
}

const MOST_COMMITS = 20;

export async function knownTexts(cairn: Cairn, store: Store, path: string): Promise<KnownTexts> {
  const written = textsOfHistory(store, path).filter(isSettledText);
  if (store.root.scope !== "team") return { ours: written, authored: [] };
  const { stood, authored } = await textsOfGit(cairn, path);
  const me = ownAddress(cairn);
  const own = authored.filter(({ email }) => email === me).reverse();
  const ours = [...written, ...stood, ...own.map(({ text }) => text)];
  return { ours, authored: authored.map(({ author, email, text }) => ({ by: `${author} <${email}>`, text })) };
}

/** Newest first: what was written here, and what lay here when something came by sync. */
function textsOfHistory({ history, root }: Store, path: string): string[] {
  return [...history.versionsOf(path)].reverse().flatMap((entry) => {
    const { op, seq } = entry.record;
    const { before, after } = history.log.textsOf(entry);
    if (cameBySync(entry.record)) return before === undefined ? [] : [before.toString("utf8")];
    // What lies in a team's folder without Cairn may have been pulled.
    const isOwn = op === "create" || op === "update" || (op === "outside" && root.scope !== "team");
    const counts = isOwn && history.undoneBy(seq) === undefined && after !== undefined;
    return counts ? [after.toString("utf8")] : [];
  });
}

interface AuthoredText {
  readonly author: string;
  readonly email: string;
  readonly text: string;
}

/** `stood`: what this clone's branch had before, newest first. Its log of moves is the clone's own; a branch's line of parents may be another's. */
async function textsOfGit(cairn: Cairn, path: string): Promise<{ stood: string[]; authored: AuthoredText[] }> {
  const repository = repositoryOf(cairn);
  const at = async (commit: string) => {
    const text = await repository.ask("show", `${commit}:${teamFolder}/${path}`);
    return text !== undefined && isSettledText(text) ? text : undefined;
  };
  const branch = (await repository.ask("symbolic-ref", "-q", "HEAD"))?.trim() || "HEAD";
  const moves = new Set<string>();
  for (const ref of [branch, "HEAD"]) {
    const log = (await repository.ask("log", "-g", `-${MOST_COMMITS}`, "--format=%H", ref)) ?? "";
    for (const commit of log.split("\n").filter(Boolean)) moves.add(commit);
  }
  const stood: string[] = [];
  for (const commit of moves) stood.push(...[await at(commit)].filter((text) => text !== undefined));
  const authored: AuthoredText[] = [];
  for (const { author, email, commit } of (await commitsOf(repository, path)).slice(0, MOST_COMMITS).reverse()) {
    const text = await at(commit);
    if (text !== undefined) authored.push({ author, email, text });
  }
  return { stood, authored };
}

/** One that holds a conflict says both. */
function isSettledText(text: string): boolean {
  return text !== "" && (memoryPartsOf(text)?.contested.size ?? 0) === 0;
}
