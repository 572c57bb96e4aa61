/**
 * What triage found, made ready for a running agent: claimed, so that nobody else drafts it, written where drafters read
 * it, and noted as a run before anybody is asked. Within what a session may cost.
 */

import type { Cairn } from "../cairn.ts";
import { recordOfSession } from "../conversation/session-record.ts";
import { retellsIn } from "../conversation/trust-of-words.ts";
import { isInstruction } from "../model/kind.ts";
import { sha256Of } from "../model/sha256.ts";
import { lowestTrust, type Trust } from "../model/trust.ts";
import { tokensOf } from "../text/tokens.ts";
import type { Turn } from "../transcripts/turn.ts";
import { askFor } from "./capture-ask.ts";
import { CaptureRuns, type RunPart } from "./capture-run.ts";
import { Firings, keysOf } from "./firings.ts";
import { drafterFile } from "./scribe/host.ts";
import { boundsOf } from "./scribe/model-scribe.ts";
import { shownToDrafter } from "./shown-to-drafter.ts";
import { Staging } from "./staging.ts";
import type { TriageVerdict } from "./triage.ts";
import type { TriageNotice } from "./triage-notice.ts";
import { descriptionOf, parallelConfig } from "./triage-rules.ts";

/** What a drafter and a verifier are told and say besides the context, which both read. */
const TOKENS_BESIDES = 3_000;

interface Staged {
  readonly claimed: readonly TriageVerdict[];
  readonly notice: TriageNotice & { categories: TriageNotice["categories"][number][] };
  /** What the agent is to do; undefined where there is nothing to do. */
  readonly ask: string | undefined;
}

interface Found {
  readonly session: string;
  readonly turns: readonly Turn[];
  readonly verdicts: readonly TriageVerdict[];
}

/** Undefined where another run of this session is under way. `roomTokens`: what is beyond it is not staged. */
export async function stageRun(
  cairn: Cairn,
  found: Found,
  roomTokens = Number.POSITIVE_INFINITY,
): Promise<Staged | undefined> {
  const firings = new Firings(cairn.places.cairnHome);
  const claimed = await firings.claim(found.session, found.verdicts, cairn.clock.now());
  if (claimed === undefined) return undefined;
  const drawn = await Promise.all(claimed.map((verdict) => drawnUp(cairn, verdict, found)));
  const chosen = withinRoom(alikeInTrust(drawn.flat()), roomTokens);
  const parts = put(cairn, chosen);
  await noteRun(cairn, found.session, parts, chosen);
  return { claimed: chosen.map(({ verdict }) => verdict), ...toldOf(cairn, parts, chosen) };
}

/** Each where its drafter reads it. */
function put(cairn: Cairn, chosen: readonly Drawn[]): RunPart[] {
  const staging = new Staging(cairn.places.cairnHome);
  staging.sweep(cairn.clock.now());
  return chosen.map(({ verdict, text, trust }) => {
    const files = staging.filesFor(verdict.kind);
    staging.put(files.context, text);
    return { kind: verdict.kind, files, source: sha256Of(text), keys: keysOf(verdict), trust, is: "asked" };
  });
}

/** Before anybody is asked. What was claimed for nothing is let go. */
async function noteRun(cairn: Cairn, session: string, parts: readonly RunPart[], chosen: readonly Drawn[]) {
  const { cairnHome } = cairn.places;
  const firings = new Firings(cairnHome);
  const now = cairn.clock.now();
  if (parts.length === 0) return void (await firings.settle(session, "failed", now));
  const verified = parallelConfig(cairn.settings).enabled;
  new CaptureRuns(cairnHome).put({ session, at: now.toISOString(), verified, parts });
  const tokens = chosen.reduce((sum, one) => sum + one.tokens, 0);
  await firings.spend(session, tokens);
}

function toldOf(cairn: Cairn, parts: readonly RunPart[], chosen: readonly Drawn[]): Pick<Staged, "notice" | "ask"> {
  const staging = new Staging(cairn.places.cairnHome);
  const config = parallelConfig(cairn.settings);
  const categories = chosen.map(({ verdict: { kind, score } }, n) => ({
    category: kind,
    score,
    description: descriptionOf(cairn, kind),
    context_file: staging.pathOf(parts[n]!.files.context),
  }));
  const triaged_at = cairn.clock.now().toISOString();
  return {
    notice: { categories, parallel_config: config, staging_dir: staging.path, triaged_at },
    ask: parts.length === 0 ? undefined : askFor({ parts }, config, (name) => staging.pathOf(name)),
  };
}

interface Drawn {
  readonly verdict: TriageVerdict;
  readonly text: string;
  readonly trust: Trust;
  readonly tokens: number;
}

/** Nothing, where only the person could say it and did not. */
async function drawnUp(cairn: Cairn, verdict: TriageVerdict, { session, turns }: Found): Promise<Drawn[]> {
  const { kind, passages } = verdict;
  const shown = await shownToDrafter(cairn, verdict, { session, turns });
  const project = cairn.places.project.path;
  const bounds = boundsOf({ kind, session, turns, passages, project, shown: () => shown }, shown);
  if (bounds === undefined) return [];
  const text = drafterFile(kind, shown.text);
  const isTold = shown.turns.some((turn) => turns[turn]?.by === "agent");
  const trust = lowestTrust(bounds.trust, isTold ? retoldTrust(cairn, verdict, session, shown.text) : undefined);
  return [{ verdict, text, trust, tokens: 2 * tokensOf(text) + TOKENS_BESIDES }];
}

/**
 * A trail does not hold what the session read: by the host's record it is known whether the agent tells it again, and
 * without one nobody can tell that it does not. What is for the person to decide anyway is not lost for it.
 */
function retoldTrust(cairn: Cairn, { kind }: TriageVerdict, session: string, shown: string): Trust | undefined {
  const { hasHeard } = cairn.sessions.trail(session).state();
  if (!hasHeard || isInstruction(kind)) return undefined;
  const isKnown = recordOfSession(cairn, session) !== undefined;
  return !isKnown || retellsIn(cairn, session, [shown]) ? "untrusted" : undefined;
}

/**
 * Who drafts or verifies one part may speak of another: so all of a run are worth the least of them. An instruction is
 * none where that is the text of others; it waits for a run of its own.
 */
function alikeInTrust(drawn: readonly Drawn[]): Drawn[] {
  const trust = lowestTrust("derived", ...drawn.map((one) => one.trust));
  const fit = trust === "untrusted" ? drawn.filter(({ verdict }) => !isInstruction(verdict.kind)) : drawn;
  return fit.map((one) => ({ ...one, trust }));
}

/** The surest first, as far as they go. */
function withinRoom(drawn: readonly Drawn[], roomTokens: number): Drawn[] {
  let left = roomTokens;
  const chosen = new Set(
    [...drawn]
      .sort((a, b) => b.verdict.score - a.verdict.score)
      .filter(({ tokens }) => {
        left -= tokens;
        return left >= 0;
      }),
  );
  return drawn.filter((one) => chosen.has(one));
}
