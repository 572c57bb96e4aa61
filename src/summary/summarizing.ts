/**
 * From a session to its summary, proposed or saved. Who writes it is asked once: what was shown for review is what is
 * saved, by this process or by another, also where a model would say it otherwise a second time.
 */

import { basename, resolve } from "node:path";
import type { Cairn } from "../cairn.ts";
import { type ScribeName, withScribe } from "../capture/scribes.ts";
import { closeHome, type SessionFound, sessionFound } from "../conversation/session-found.ts";
import { sessionOrFile } from "../conversation/session-or-file.ts";
import { statOf, unlessRefused } from "../disk/files.ts";
import { sessionMemoryId, slugOf } from "../model/id.ts";
import type { Memory } from "../model/memory.ts";
import { lastSaid, type Summary } from "./by-rule.ts";
import { draftByRule, type Handed, summaryByHand } from "./drafting.ts";
import { proposeSummary, type Saved, saveSummary } from "./saving.ts";
import { leavesSomething, nothingIn } from "./worth.ts";

export interface Summarizing {
  readonly session?: string | undefined;
  readonly scribe?: ScribeName | undefined;
  /** As somebody wrote it; then nobody is asked. */
  readonly handed?: Handed | undefined;
  readonly only: "propose" | "save";
  /** Also of a session that left nothing to keep. */
  readonly force?: boolean;
}

interface Told {
  readonly session: string;
  readonly project: string;
  readonly scribe: ScribeName | "given";
  readonly tokens: number;
  /** As a model had proposed it before: none was asked again. */
  readonly kept: boolean;
  readonly until: string | undefined;
  readonly saved: Saved;
  readonly memory: Memory | undefined;
  /** Why there is nothing to keep of it; then nothing is proposed and nothing saved. */
  readonly nothing?: string | undefined;
}

interface Drafted {
  readonly summary: Summary;
  readonly scribe: Told["scribe"];
  readonly tokens: number;
  readonly kept?: boolean;
}

/** What was drafted in this process, by whose session and pen. */
const drafted = new WeakMap<Cairn, Map<string, Drafted>>();

export async function summarizing(cairn: Cairn, asked: Summarizing): Promise<Told> {
  const found = await sessionAsked(cairn, asked.session);
  try {
    const { session, home } = found;
    home.sessions.refuseOffTheRecord(session);
    const nothing = await nothingToKeep(found, asked);
    if (nothing !== undefined) return toldNothing(found, nothing);
    const { summary, scribe, tokens, kept = false } = await draftOf(cairn, found, asked);
    const saved =
      asked.only === "propose"
        ? await proposeSummary(home, summary, { byHand: scribe === "given" })
        : await saveSummary(home, summary, { byHand: scribe === "given" });
    if (asked.only === "save" && isModels(scribe)) await (await import("./kept-proposal.ts")).dropProposal(found);
    // It is saved: nothing that follows may make it look otherwise.
    const memory = await unlessRefused(async () => (await home.stores()).of("project").find(saved.id));
    return { session, project: home.places.project.key, scribe, tokens, kept, until: summary.until, saved, memory };
  } finally {
    await unlessRefused(() => closeHome(found, cairn));
  }
}

/** A session by its id, or a transcript's file: that is this project's, and called as the file is. */
async function sessionAsked(cairn: Cairn, given: string | undefined): Promise<SessionFound> {
  if (given === undefined || statOf(resolve(cairn.cwd, given))?.kind !== "file") return sessionFound(cairn, given);
  const found = await sessionOrFile(cairn, given);
  return { ...found, session: slugOf(basename(given).replace(/\.\w{1,10}$/, "")) || "transcript" };
}

/** By rule, before any model is asked. A session that has its summary is summed up as ever. */
async function nothingToKeep(
  found: SessionFound,
  { handed, force }: Pick<Summarizing, "handed" | "force">,
): Promise<string | undefined> {
  if (handed !== undefined || force) return undefined;
  const { session, home, turns } = found;
  if (leavesSomething(draftByRule(found), turns)) return undefined;
  const store = (await home.stores()).of("project");
  return store.find(sessionMemoryId(session)) === undefined ? nothingIn(turns) : undefined;
}

/** Whether a session is one of which nothing is proposed. */
export async function isNothing(
  cairn: Cairn,
  asked: Pick<Summarizing, "session" | "handed" | "force">,
): Promise<boolean> {
  if (asked.handed !== undefined || asked.force) return false;
  const found = await sessionAsked(cairn, asked.session);
  try {
    return (await nothingToKeep(found, asked)) !== undefined;
  } finally {
    await closeHome(found, cairn);
  }
}

function toldNothing({ session, home, turns }: SessionFound, nothing: string): Told {
  const saved: Saved = {
    action: "unchanged",
    id: sessionMemoryId(session),
    learned: 0,
    text: "",
    restored: false,
    redacted: [],
    done: [],
    warnings: [],
  };
  const project = home.places.project.key;
  return {
    session,
    project,
    scribe: "none",
    tokens: 0,
    kept: false,
    until: lastSaid(turns),
    saved,
    memory: undefined,
    nothing,
  };
}

async function draftOf(cairn: Cairn, found: SessionFound, { scribe, handed }: Summarizing): Promise<Drafted> {
  if (handed !== undefined) return { summary: summaryByHand(found, handed, cairn), scribe: "given", tokens: 0 };
  const known = drafted.get(cairn) ?? new Map<string, Drafted>();
  drafted.set(cairn, known);
  const key = `${found.session} ${scribe ?? ""} ${found.turns.length}`;
  const draft = known.get(key) ?? (await newDraft(found, scribe));
  known.set(key, draft);
  return draft;
}

async function newDraft(found: SessionFound, asked: ScribeName | undefined): Promise<Drafted> {
  const ruled = draftByRule(found);
  return withScribe(found.home, asked, async (work) => {
    const scribe = work.scribe.name as ScribeName;
    if (scribe === "none") return { summary: ruled, scribe, tokens: 0 };
    const { keepProposal, proposalKept } = await import("./kept-proposal.ts");
    const before = await proposalKept(found, { scribe, ruled });
    if (before !== undefined) return { summary: before, scribe, tokens: 0, kept: true };
    const { byModel } = await import("./by-model.ts");
    const summary = (await byModel(found, work, ruled)) ?? ruled;
    await keepProposal(found, { scribe, ruled }, summary);
    return { summary, scribe, tokens: work.spent() };
  });
}

function isModels(scribe: Told["scribe"]): boolean {
  return scribe !== "none" && scribe !== "given";
}
