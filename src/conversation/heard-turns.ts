/**
 * The words of others in a session, marked as it is read, while every result is still whole: what came from outside, and
 * where an agent tells it again. An untrusted memory that was recalled came from outside too. Pure.
 */

import { unquotedText } from "../guard/envelope.ts";
import type { ToolNames } from "../hosts/host.ts";
import { isHandedIn, isRunOutput, ranByPerson, savedTo, taskNotice } from "../hosts/notices.ts";
import { bringsWords, startsAgent, taskTold } from "../hosts/tool-names.ts";
import { touchedBy } from "../hosts/touched.ts";
import type { ToolCall, ToolResult, Turn } from "../transcripts/turn.ts";
import { HeardWords } from "../trust/heard-words.ts";
import {
  fetches,
  filesCopied,
  filesFetched,
  filesPrinted,
  filesWritten,
  foldersCloned,
} from "../trust/others-words.ts";
import { type Grounds, isOutside, outputNamed, wholePath } from "../trust/outside.ts";

/** A memory in the envelope, as recall and show print it. */
const UNTRUSTED = /<memory\b[^<>]*\btrust="untrusted"[^<>]*>\n([^<>]*)\n<\/memory>/g;

export interface HearingContext extends Omit<Grounds, "cwd"> {
  /** What the client whose record it is calls its tools; any client's, where nobody knows. */
  readonly tools?: ToolNames | undefined;
  /** Whether a sub-agent has heard others, as its own record tells; undefined where there is none. */
  readonly agentHeard?: (agent: string) => boolean | undefined;
}

export function* heardTurns(turns: Iterable<Turn>, around: HearingContext = {}): Generator<Turn, void, undefined> {
  const listener = new Listener(around);
  for (const turn of turns) yield listener.marked(turn);
}

/** Follows a session turn by turn, also as it grows. */
export class Listener {
  /** What came from others, and what the person said. */
  readonly words = new HeardWords();
  /** Every use of a tool, in the order they were asked for. */
  readonly uses = new Set<string>();
  /** The uses whose results have come. */
  readonly results = new Set<string>();
  readonly #around: HearingContext;
  readonly #outside = new Set<string>();
  readonly #asked = new Set<string>();
  /** Sub-agents whose turns stand among the session's own, and whether they have heard others. */
  readonly #agents = new Map<string, boolean>();
  /** Tasks and saved outputs by their names, and whether they hold the words of others. */
  readonly #outputs = new Map<string, boolean>();
  /** Files that hold nothing but what the session itself wrote, before it heard anybody in that turn. */
  readonly #written = new Set<string>();
  /** Files and folders that hold what others wrote, wherever they lie: fetched, cloned, copied from there. */
  readonly #brought: string[] = [];
  #isHearing = false;
  /** What the person ran last brings the words of others. */
  #personHears = false;

  constructor(around: HearingContext) {
    this.#around = around;
  }

  marked(turn: Turn): Turn {
    if (turn.by === "person" && turn.agent === undefined) this.#isHearing = false;
    const comesIn = this.#comesIn(turn);
    if (turn.result !== undefined) this.#nameOutputs(turn, turn.result, comesIn);
    const heard = this.#called(turn, comesIn) || comesIn;
    if (turn.agent !== undefined) this.#agents.set(turn.agent, heard || this.#agents.get(turn.agent) === true);
    if (turn.result !== undefined) this.results.add(turn.result.of);
    if (comesIn) this.words.hear(turn.text);
    else if (turn.by === "tool")
      for (const [, text = ""] of turn.text.matchAll(UNTRUSTED)) this.words.hear(unquotedText(text));
    else if (turn.by === "person" && turn.agent === undefined && turn.brought === undefined) this.words.say(turn.text);
    const retells = turn.by === "agent" && this.words.tellsAgain(turn.text);
    return heard || retells ? { ...turn, ...(heard ? { heard } : {}), ...(retells ? { retells } : {}) } : turn;
  }

  #comesIn(turn: Turn): boolean {
    const { by, text, result } = turn;
    if (by === "machine") {
      const notice = taskNotice(text);
      const ran = ranByPerson(text);
      if (ran !== undefined) this.#personHears = this.#isBrought(ran, turn);
      if (isRunOutput(text)) return this.#personHears;
      return isHandedIn(text) || (notice !== undefined && this.#taskHeard(notice.task));
    }
    if (by !== "tool" || result === undefined) return false;
    return this.#outside.has(result.of) || (this.#asked.has(result.of) && this.#agentHeard(result.agent?.id));
  }

  /** What a command printed, at once or in the background, is worth what the command was. */
  #taskHeard(task: string | undefined): boolean {
    return this.#outputs.get(task ?? "") ?? this.#agentHeard(task);
  }

  /** Who knows nothing of it must think so. */
  #agentHeard(agent: string | undefined): boolean {
    if (agent === undefined) return true;
    return this.#agents.get(agent) ?? this.#around.agentHeard?.(agent) ?? true;
  }

  #nameOutputs({ text }: Turn, { of, task }: ToolResult, heard: boolean): void {
    const saved = outputNamed(savedTo(text))?.name;
    for (const name of [of, task, saved])
      if (name !== undefined && name !== "") this.#outputs.set(name, heard || this.#outputs.get(name) === true);
  }

  /** Whether the words of others are asked for here. */
  #called(turn: Turn, comesIn: boolean): boolean {
    const outside = (turn.uses ?? []).filter((use) => this.#reads(use, turn));
    for (const { id } of outside) this.#outside.add(id);
    this.#isHearing ||= outside.length > 0 || comesIn;
    for (const use of turn.uses ?? []) {
      this.uses.add(use.id);
      if (startsAgent(use.tool)) this.#asked.add(use.id);
      for (const path of wholesOf(use)) this.#noteWritten(wholePath(path, this.#groundsAt(turn)));
      for (const path of this.#broughtBy(touchedBy(use).command ?? "", turn))
        this.#brought.push(`${wholePath(path, this.#groundsAt(turn))}/`);
    }
    return outside.length > 0;
  }

  #broughtBy(command: string, turn: Turn): string[] {
    if (command === "") return [];
    const copied = filesCopied(command).filter(({ from }) => from.some((path) => this.#isOthers(path, turn)));
    return [...foldersCloned(command), ...filesFetched(command), ...copied.flatMap(({ to }) => to)];
  }

  #noteWritten(path: string): void {
    if (this.#isHearing) this.#written.delete(path);
    else this.#written.add(path);
  }

  #reads(use: ToolCall, turn: Turn): boolean {
    const { command = "", reads, searched } = touchedBy(use);
    const task = taskTold(use.tool, use.input);
    if (task !== undefined) return this.#taskHeard(task);
    if (bringsWords(use.tool, this.#around.tools) || this.#isBrought(command, turn)) return true;
    return [...reads, ...searched].some((path) => this.#isOthers(path, turn));
  }

  #isBrought(command: string, turn: Turn): boolean {
    return fetches(command) || filesPrinted(command).some((path) => this.#isOthers(path, turn));
  }

  #isOthers(path: string, turn: Turn): boolean {
    const output = outputNamed(path);
    const isOwn = output !== undefined && (turn.session === undefined || output.session === turn.session);
    if (isOwn) return this.#taskHeard(output.name);
    const grounds = this.#groundsAt(turn);
    const whole = wholePath(path, grounds);
    if (this.#brought.some((folder) => `${whole}/`.startsWith(folder))) return true;
    return isOutside(path, grounds) && !this.#written.has(whole);
  }

  #groundsAt({ cwd }: Turn): Grounds {
    return cwd === undefined ? this.#around : { ...this.#around, cwd };
  }
}

/** The files that hold only what it writes. */
function wholesOf(use: ToolCall): readonly string[] {
  const { command, edits } = touchedBy(use);
  if (command !== undefined) return filesWritten(command);
  return typeof use.input["content"] === "string" ? edits : [];
}
