/** Before and after a tool: Cairn's own are allowed, what was done is noted, what the model wrote by itself is adopted. */

import { join } from "node:path";
import { agentCalled, knownAgents } from "../agents/known-agents.ts";
import { quotedText } from "../guard/envelope.ts";
import { isMemoryPath, isViewName } from "../model/file-name.ts";
import { isWithin } from "../places/paths.ts";
import { type CairnCall, cairnCalls, fetches } from "../trust/others-words.ts";
import { onlyReads } from "../trust/reading-calls.ts";
import { askedKey, beforeUse, forgetKey } from "../trust/refuse-agents.ts";
import { afterCommand, afterWrite, beforeCommand, beforeWrite } from "./direct-writes.ts";
import { elsewhere, hearsCommand, hearsFile, leadsAway, leftElsewhere, noteHeard } from "./hearing.ts";
import { memoryPlaceOf, realPlaceOf } from "./memory-place.ts";
import { type Answer, type Called, DRAFTER, isFirst, mayBeAsked, type Words, type Writing } from "./moment.ts";
import { whatCameBack } from "./returns.ts";

/** Reading and keeping need no question, forgetting does. These are all the tools a model is told of. */
const unasked: readonly string[] = ["remember", "recall", "show", "update", "checkpoint", "recover", "off-the-record"];
export const toolsListed: readonly string[] = [...unasked, "forget"];
/** Whoever uses one of these need not be reminded to. */
const KEEPING: readonly string[] = ["remember", "update"];
const A_MOMENT_MS = 3_000;
const ON_THEIR_WORD = "A memory is forgotten on the person's word.";
const SETTINGS = "How Cairn is set up is changed on the person's word.";
const A_MEMORY = "A memory of this person or project.";

type Verdict = NonNullable<Answer["verdict"]>;
type CommandDeed = Extract<Called<"before-tool">["deed"], { is: "command" }>;

export async function beforeTool(called: Called<"before-tool">): Promise<Answer> {
  const { deed } = called;
  switch (deed.is) {
    case "own":
      if (KEEPING.includes(deed.operation)) called.trail.append({ is: "settled", at: called.at });
      return beforeOwn(called, deed.operation);
    case "read":
      return beforeRead(called, deed.path);
    case "search":
      return beforeSearch(called, deed.path);
    case "write":
      return warned(called, await beforeWrite(called, deed));
    case "command":
      return beforeShell(called, deed);
    default:
      return {};
  }
}

async function beforeShell(called: Called<"before-tool">, { text, writes }: CommandDeed): Promise<Answer> {
  if (isShellChangeDenied(called, text)) return { verdict: { is: "deny", because: NOT_A_SUBAGENTS } };
  const verdict = ofOwnProgram(called, text);
  if (verdict !== undefined) return { verdict };
  return warned(called, writes === undefined ? await beforeCommand(called, text) : await beforePatch(called, writes));
}

/** What is the person's to decide is asked for in a shell, too. */
function ofOwnProgram(called: Called<"before-tool">, command: string): Verdict | undefined {
  const calls = cairnCalls(command);
  if (calls.some(({ folder }) => leadsAway(called, folder))) {
    const may = called.cairn.settings.get("recall.otherProjects");
    if (may === "deny" || (may === "ask" && called.questionsOff)) return { is: "deny", because: NOT_THERE };
    if (may === "ask") return { is: "ask", because: "It reads or changes the memories of another folder." };
  }
  const isTheirs = ({ operation, words }: CairnCall) =>
    operation === "uninstall" || (operation === "config" && words.some((word) => word === "set" || word === "reset"));
  return !called.questionsOff && calls.some(isTheirs) ? { is: "ask", because: SETTINGS } : undefined;
}

/** The shell is the host's to allow; what the patch in it writes is refused or changed as any other is. */
async function beforePatch(called: Called<"before-tool">, writes: Writing): Promise<Answer> {
  const { verdict, ...answer } = await beforeWrite(called, writes);
  return verdict?.is === "deny" ? { verdict } : answer;
}

/** What is refused, or is Cairn's own, needs no warning. */
async function warned(called: Called<"before-tool">, answer: Answer): Promise<Answer> {
  if (answer.verdict !== undefined) return answer;
  const context = await (await import("./at-tool.ts")).warningBefore(called);
  return context === "" ? answer : { ...answer, context };
}

const NOT_LISTED =
  "This is no tool for you: only the host calls it. " +
  "Use remember, recall, show, update, checkpoint, recover, off-the-record or forget.";

/** Forgetting is asked for even where the host would not. Who wants no questions is not asked: then it waits for them. */
function beforeOwn(called: Called<"before-tool">, operation: string): Answer {
  const { questionsOff, trail, at, deed, use } = called;
  if (!toolsListed.includes(operation)) return { verdict: { is: "deny", because: NOT_LISTED } };
  if (isChangeDenied(called, operation)) return { verdict: { is: "deny", because: NOT_A_SUBAGENTS } };
  if (operation === "forget" && !questionsOff) {
    if (deed.is === "own" && deed.id !== undefined) trail.once(beforeUse(forgetKey(deed.id), use), at);
    return { verdict: { is: "ask", because: ON_THEIR_WORD } };
  }
  return beforeOthers(called) ?? (unasked.includes(operation) ? allowed("Cairn's own memory: it can be undone.") : {});
}

const READING: readonly string[] = ["recall", "show", "recover"];
const NOT_A_SUBAGENTS =
  "A sub-agent changes no memory: who started it does, when all are back. Say it in your last message: that is kept.";

/** A sub-agent writes its one file, and a named agent into its own memory. */
function isChangeDenied(called: Called<"before-tool">, operation: string): boolean {
  if (called.agent === "" || READING.includes(operation)) return false;
  return !mayChange(called, operation, called.deed.is === "own" ? called.deed.agent : undefined);
}

/** The same by the command line: whatever does more than read, unless a named agent names itself. */
function isShellChangeDenied(called: Called<"before-tool">, command: string): boolean {
  if (called.agent === "") return false;
  const changing = cairnCalls(command).filter((call) => call.operation !== "" && !onlyReads(call));
  return changing.some(({ operation, agent }) => !mayChange(called, operation, agent));
}

/** A named agent keeps what it learns, for itself. */
function mayChange(
  { cairn, agent, trail }: Called<"before-tool">,
  operation: string,
  named: string | undefined,
): boolean {
  const kind = trail.state().agents.find((one) => one.agent === agent)?.kind ?? "";
  const own = agentCalled(kind, knownAgents(cairn));
  return own !== undefined && named === own && KEEPING.includes(operation);
}

/** Another project's memories are read where the person said so, once and for all or when they are asked. */
function beforeOthers({ cairn, deed, trail, at, use, questionsOff }: Called<"before-tool">): Answer | undefined {
  const project = deed.is === "own" ? deed.project : undefined;
  const may = cairn.settings.get("recall.otherProjects");
  if (project === undefined || may === "allow") return undefined;
  if (may === "deny" || questionsOff) return { verdict: { is: "deny", because: NOT_THERE } };
  trail.once(beforeUse(askedKey(project), use), at);
  return { verdict: { is: "ask", because: `It reads the memories of another project, ${quotedText(project, 60)}.` } };
}

const NOT_THERE =
  "Another project's memories are read only where the person allows it: cairn config set recall.otherProjects allow.";

/**
 * Asked although the tool is Cairn's own: either the server that allows it is gone, or the person has a rule of their own
 * for it. If the server was heard a moment ago it is not gone, and the question is the person's to answer.
 */
export function beforeQuestion({ deed, trail, at }: Called<"permission">): Answer {
  if (deed.is !== "own" || !unasked.includes(deed.operation)) return {};
  const { ran } = trail.state();
  const isHeard = ran?.moment === "before-tool" && Date.parse(at) - Date.parse(ran.at) < A_MOMENT_MS;
  return isHeard ? {} : allowed("Cairn's own memory: it can be undone.");
}

function allowed(because: string): Answer {
  return { verdict: { is: "allow", because } };
}

/** By its real path: what a link leads to is not a memory. What lies outside the repository is the text of others. */
async function beforeRead(called: Called<"before-tool">, path: string): Promise<Answer> {
  const { cairn } = called;
  const place = await memoryPlaceOf(path, cairn);
  if (place !== undefined) return isMemoryPath(place.path) || isViewName(place.path) ? allowed(A_MEMORY) : {};
  if (await hearsFile(called, path)) noteHeard(called);
  const real = realPlaceOf(path, cairn);
  if (real === join(cairn.places.configDir, "workspace.md")) return allowed("The list of projects.");
  if (!isOfOtherProjects(real, cairn.places.configDir)) return {};
  const may = cairn.settings.get("recall.otherProjects");
  if (may === "ask") return {};
  return may === "allow"
    ? allowed("What is known of another project.")
    : { verdict: { is: "deny", because: NOT_THERE } };
}

async function beforeSearch(called: Called<"before-tool">, path: string): Promise<Answer> {
  if ((await memoryPlaceOf(path, called.cairn)) !== undefined) return allowed(A_MEMORY);
  if (await hearsFile(called, path)) noteHeard(called);
  return {};
}

/** Memories of any of them: nothing else that the host keeps there. */
function isOfOtherProjects(real: string, configDir: string): boolean {
  if (!isWithin(real, configDir)) return false;
  const [first, project, memory, ...rest] = real.slice(configDir.length + 1).split("/");
  if (project === undefined) return false;
  const path = rest.join("/");
  return first === "projects" && memory === "memory" && (isMemoryPath(path) || isViewName(path));
}

export async function afterTool(called: Called<"after-tool">): Promise<Answer> {
  const { trail, at, use, deed, agent } = called;
  if (!isFirst(called, "tool", use)) return {};
  const by = agent === "" ? {} : { agent };
  switch (deed.is) {
    case "hearing":
      noteHeard(called);
      return {};
    case "output":
      if (trail.state().hasHeard) noteHeard(called);
      return {};
    case "agent":
      return agent === "" ? whoCameBack(called, deed.kind) : {};
    case "todos":
      trail.append({ is: "todos", at, all: deed.all, todos: deed.todos });
      return askedToKeep(called);
    case "plan":
      if (agent === "") trail.append({ is: "plan", at, text: deed.text });
      return askedToKeep(called);
    case "answers":
      if (agent === "") trail.append({ is: "answers", at, answered: deed.answered });
      return askedToKeep(called);
    case "command":
      if (await hearsCommand(called, deed.text)) noteHeard(called);
      trail.append({ is: "command", at, text: deed.text, ...by, ...wrote(leftElsewhere(called, deed.text)) });
      await afterCommand(called, deed.text);
      return askedToKeep(called);
    case "write":
      for (const path of deed.paths)
        trail.append({ is: "edit", at, path, ...by, ...wrote(wholeElsewhere(called, deed.words, path)) });
      await afterWrite(called, deed);
      return {};
    default:
      return {};
  }
}

/** Where work concludes with it. */
async function askedToKeep(called: Called<"after-tool">): Promise<Answer> {
  if (!mayBeAsked(called)) return {};
  const context = (await import("./asking.ts")).askAfterTool(called);
  return context === "" ? {} : { context };
}

function wrote(paths: readonly string[]): { wrote?: readonly string[] } {
  return paths.length === 0 ? {} : { wrote: paths };
}

function wholeElsewhere(called: Called<"after-tool">, words: Words, path: string): string[] {
  return words.whole === undefined ? [] : elsewhere(called, [path]);
}

async function whoCameBack(called: Called<"after-tool">, kind: string): Promise<Answer> {
  return kind === DRAFTER ? (await import("./capture.ts")).drafterBack(called) : whatCameBack(called);
}

/** What fails may have brought words all the same: a page that says why it is not there. */
export async function onToolFailed(called: Called<"tool-failed">): Promise<Answer> {
  const { trail, at, tool, use, error, agent, deed } = called;
  const by = agent === "" ? {} : { agent };
  const ran = deed.is === "command" ? { command: deed.text } : {};
  if (deed.is === "hearing" || (deed.is === "command" && fetches(deed.text))) noteHeard(called);
  if (!isFirst(called, "tool", use)) return {};
  trail.append({ is: "failure", at, what: tool, text: error, ...ran, ...by });
  if (deed.is !== "command") return {};
  const context = await (await import("./at-tool.ts")).runbookFor(called);
  return context === "" ? {} : { context };
}
