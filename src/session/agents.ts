/** A sub-agent begins and ends: it is told where the memory is and how the work stands, and what it brings back is kept. */

import { agentFolder, packedSources, sourcesOf } from "../agents/agent-sources.ts";
import { agentCalled, knownAgents } from "../agents/known-agents.ts";
import type { Cairn } from "../cairn.ts";
import { defined } from "../model/defined.ts";
import { sha256Of } from "../model/sha256.ts";
import { agentRootsOf } from "../places/known-root.ts";
import { pack } from "../search/rank/pack.ts";
import type { Store } from "../store/store.ts";
import { tokensOf } from "../text/tokens.ts";
import { keepOutput, outputName } from "./agent-output.ts";
import { snippetsFor } from "./agent-snippet.ts";
import { memoriesAtHand, packAtHand } from "./at-hand.ts";
import { noteShown, type ShownNow } from "./ledger.ts";
import { type Answer, type Called, DRAFTER, isFirst } from "./moment.ts";
import { isWishKind } from "./wishes.ts";

/** Cairn's own, whose words go into a summary or the master: no second memory is made of them. */
const HANDING_BACK: readonly string[] = ["cairn:summarize", "cairn:synthesize"];

export function isHandingBack(kind: string): boolean {
  return HANDING_BACK.includes(kind);
}

const BUDGET_TOKENS = 300;
/** Of its own memory, where it has one, besides: some thirty of its files by name, or a dozen with what they are about. */
const OWN_TOKENS = 700;

export async function onAgentStart(called: Called<"agent-start">): Promise<Answer> {
  const { trail, agent } = called;
  if (agent === "" || trail.state().offTheRecord || !isFirst(called, "agent", agent)) return {};
  if (called.kind === DRAFTER) {
    trail.append({ is: "agent", at: called.at, agent, kind: DRAFTER, ended: false });
    return (await import("./capture.ts")).drafterStarted(called);
  }
  const said = await snippets(called);
  const own = await ownMemory(called);
  const room = { budgetTokens: BUDGET_TOKENS };
  const forms = said.filter((form) => tokensOf(form) <= room.budgetTokens);
  const thread = (await memoriesAtHand(called)).filter(({ kind }) => !isWishKind(kind));
  // Where to read and where to write comes before the thread, which may find no room.
  const { before, now } = longestFitting(forms, (form) => packAtHand(thread, called, { ...room, before: form }));
  if (now !== undefined) noteShown(called, { moment: "agent-start", agent, ...room }, now);
  const context = [own, now?.packed.text ?? before].filter((part) => part !== "").join("\n");
  return context === "" ? {} : { context };
}

/** Where it is an agent with a memory of its own: its index or state, where its files lie, and how it keeps more. */
async function ownMemory({ cairn, kind, units }: Called<"agent-start">): Promise<string> {
  const agents = knownAgents(cairn);
  const name = agents.length === 0 ? undefined : agentCalled(kind, agents);
  if (name === undefined) return "";
  const store = (await cairn.reach(name)).of("agent");
  if (!isOwn(cairn, store)) return "";
  const folder = agentFolder(cairn, store);
  const before = `Your own memory; its files lie in ${folder}. What you learn for yourself: remember with agent ${name}.`;
  const room = { budgetTokens: OWN_TOKENS, units: Math.floor(units / 2), before };
  return pack(packedSources(sourcesOf(cairn, store), name), room).text;
}

/** What only came with the repository is others' and comes to nobody unasked, unless the person shares its memories. */
function isOwn({ settings, places: { cairnHome, project } }: Cairn, { root }: Store): boolean {
  if (settings.get("team.enabled")) return true;
  return agentRootsOf(cairnHome, project.names).some(({ key }) => key === root.key);
}

/**
 * What a sub-agent is told at its start. The file name it is given is noted, so that no other sub-agent gets the same.
 */
async function snippets(called: Called<"agent-start">): Promise<string[]> {
  const { cairn, trail, at, agent, kind } = called;
  const store = (await cairn.stores(undefined, { lenient: true })).of("project");
  const file = outputName(store, called, kind);
  trail.append({ is: "agent", at, agent, kind, ended: false, file });
  const writes = called.writes && cairn.settings.get("guard.directWrites") === "adopt";
  const parts = { key: cairn.places.project.key, root: store.root.path, file, kind, at };
  return snippetsFor(parts, HANDING_BACK.includes(kind) ? "nothing" : writes ? "file" : "message");
}

/** The longest form beside which some of the work's thread has room, else the longest. */
function longestFitting(forms: readonly string[], packed: (before: string) => ShownNow) {
  for (const before of forms) {
    const now = packed(before);
    if (now.packed.places.length > 0) return { before, now };
  }
  return { before: forms[0] ?? "", now: undefined };
}

/** The one that sums a conversation up has no kind: it is no agent of ours. One may end more than once. */
export async function onAgentStop(called: Called<"agent-stop">): Promise<Answer> {
  const { trail, at, agent, kind, lastMessage } = called;
  const isNew = () => isFirst(called, "agent-end", `${agent}:${sha256Of(lastMessage).slice(0, 12)}`);
  if (agent === "" || kind === "" || trail.state().offTheRecord || !isNew()) return {};
  if (kind === DRAFTER) {
    trail.append({ is: "agent", at, agent, kind, ended: true });
    await (await import("./capture.ts")).drafterEnded(called);
    return {};
  }
  await keepEnded(called);
  return {};
}

/** What it brings back is kept, whoever tells of its end. */
export async function keepEnded(called: Called<"agent-stop">): Promise<void> {
  const { trail, at, agent, kind, lastMessage } = called;
  const known = trail.state().agents.find((other) => other.agent === agent);
  const ended = { is: "agent", at, agent, kind, ended: true } as const;
  const file = defined({ file: known?.file });
  trail.append({ ...ended, ...file, ...defined({ output: known?.output }) });
  // What it read comes back with what it says.
  if (trail.state().heard.includes(agent)) trail.append({ is: "heard", at, from: kind });
  if (lastMessage !== "") trail.append({ is: "remark", at, text: `${kind}: ${lastMessage}`, agent });
  const output = isHandingBack(kind) ? undefined : await keepOutput(called, known);
  if (output !== undefined) trail.append({ ...ended, ...file, output });
}
