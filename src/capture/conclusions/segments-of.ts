/** Turns, whoever recorded them, cut into segments. Sub-agents, Cairn's own words and the machine's notices are out. Pure. */

import { isNamed } from "../../hosts/tool-names.ts";
import { touchedBy } from "../../hosts/touched.ts";
import { commitMessageIn } from "../../text/commit-message.ts";
import { ownIn } from "../../text/own-words.ts";
import { isMachineText, withoutClientBlocks } from "../../text/prose.ts";
import { bareWords, WordRows } from "../../text/word-rows.ts";
import { isFailedResult } from "../../transcripts/lean-turns.ts";
import { isCompaction } from "../../transcripts/machine-words.ts";
import type { ToolCall, Turn } from "../../transcripts/turn.ts";
import { countOffers } from "./offers.ts";
import type { AgentSegment, SessionSegment } from "./segment.ts";

const COMMAND = /<command-name>\/?([^<]+)<\/command-name>/;
const ARGS = /<command-args>([\s\S]*?)<\/command-args>/;
const SLASH = /^\/([a-z][\w:-]*)(?:\s+([\s\S]*))?$/i;
const PLAN = /^Implement the following plan:\s*/;
const INTERRUPT = /^\[Request interrupted by user/;
const APPROVED = /^User (approved|rejected) Claude's plan:?\s*/;
/** A longer text behind a command, or one that begins like a page, is what the command stands for. */
const TEMPLATE_WORDS = 60;
const PRINTED = 600;
const OFFERED_WORDS = 40;
/** Of one text: who prints more prints it for nobody. */
const HEARD = 60_000;

export function segmentsOf(turns: readonly Turn[]): SessionSegment[] {
  return segmentsAsItGoes()(turns);
}

/** Of a session that goes on: where it begins with the very turns that were handed in before, only the rest is cut. */
export function segmentsAsItGoes(): (turns: readonly Turn[]) => SessionSegment[] {
  let cutter = new Cutter();
  let taken: readonly Turn[] = [];
  return (turns) => {
    if (taken.some((turn, place) => turn !== turns[place])) [cutter, taken] = [new Cutter(), []];
    for (let place = taken.length; place < turns.length; place++) {
      const turn = turns[place]!;
      if (turn.agent === undefined) cutter.take(turn, place);
    }
    taken = [...turns];
    return withRoles(cutter.segments);
  };
}

type Bare = SessionSegment extends infer One
  ? One extends SessionSegment
    ? Omit<One, "turn" | "exchange">
    : never
  : never;

type Placed = Bare & { turn: number; exchange: number };

const NO_USES: readonly ToolCall[] = [];
const UNTOUCHED: Pick<ReturnType<typeof touchedBy>, "command" | "edits"> = { edits: [] };

class Cutter {
  readonly segments: SessionSegment[] = [];
  /** What the agent said and tools printed until now; a person may say a thing again. */
  readonly #heard = new WordRows();
  readonly #uses = new Map<string, ToolCall>();
  #exchange = -1;
  #place = 0;

  take(turn: Turn, place: number): void {
    this.#place = place;
    if (turn.answered !== undefined) this.#add({ is: "ask", answered: turn.answered });
    else if (turn.by === "person") this.#person(turn);
    else if (turn.by === "machine") this.#machine(turn);
    else if (turn.by === "agent") this.#agent(turn);
    else this.#result(turn);
  }

  /** Placed in what was just made: a copy costs more than everything else that is done with a tool's answer. */
  #add(bare: Bare): void {
    const one = bare as Placed;
    one.turn = this.#place;
    one.exchange = this.#exchange;
    this.segments.push(one as SessionSegment);
  }

  #person({ text: whole, brought }: Turn): void {
    if (isMachineText(whole)) return;
    const text = withoutClientBlocks(whole).trim();
    if (text === "") return;
    const last = this.segments.at(-1);
    const isTemplate = last?.is === "command" && (text.startsWith("#") || wordsIn(text) > TEMPLATE_WORDS);
    if (isTemplate) return this.#add({ is: "template", text });
    this.#exchange++;
    if (PLAN.test(text)) return this.#add({ is: "plan", text: text.replace(PLAN, "") });
    const { own, hasPaste } = ownIn(text, brought === true, (line) => this.#heard.hasLine(line));
    const isPicked = own === "" && this.#isOffered(text);
    this.#add(isPicked ? { is: "person", text, own: text, hasPaste: false } : { is: "person", text, own, hasPaste });
  }

  #hear(text: string): void {
    this.#heard.add(text.slice(0, HEARD));
  }

  /** A line of what the agent said last, sent back as it stands, is how many people choose. */
  #isOffered(text: string): boolean {
    const last = this.segments.findLast((one) => one.is === "agent");
    const words = bareWords(text).join(" ");
    const isLine = !text.trim().includes("\n") && wordsIn(text) <= OFFERED_WORDS;
    return isLine && last?.is === "agent" && words !== "" && bareWords(last.text).join(" ").includes(words);
  }

  #machine(turn: Turn): void {
    const said = turn.text.trim();
    if (INTERRUPT.test(said)) return this.#add({ is: "interrupt" });
    if (isCompaction(turn)) return this.#add({ is: "summary", text: said });
    const verdict = APPROVED.exec(said)?.[1];
    if (verdict !== undefined) return this.#add(planShown(said, verdict === "rejected"));
    const [, name, args = ""] = commandIn(said) ?? [];
    if (name !== undefined) {
      this.#exchange++;
      const isSummary = name === "compact" && wordsIn(args) > TEMPLATE_WORDS;
      this.#add({ is: "command", name, args: isSummary ? "" : args.trim() });
      if (isSummary) this.#add({ is: "summary", text: args });
      return;
    }
    if (PLAN.test(said)) {
      this.#exchange++;
      return this.#add({ is: "plan", text: said.replace(PLAN, "") });
    }
    if (this.segments.at(-1)?.is === "command" && said !== "" && !said.startsWith("<"))
      this.#add({ is: "template", text: said });
  }

  #agent({ text, uses = NO_USES }: Turn): void {
    const said = isMachineText(text) ? "" : withoutClientBlocks(text).trim();
    if (said !== "") {
      this.#hear(said);
      this.#add({ is: "agent", text: said, role: "mid" });
    }
    for (const use of uses) {
      this.#uses.set(use.id, use);
      const { plan, todos } = use.input;
      if (isNamed("plans", use.tool) && typeof plan === "string") this.#add({ is: "plan", text: plan });
      if (Array.isArray(todos)) this.#add({ is: "todo", ...todosIn(todos) });
      const message = commitMessageIn(touchedBy(use).command ?? "");
      if (message !== undefined) this.#add({ is: "commit", message });
    }
  }

  #result(turn: Turn): void {
    const { text, result } = turn;
    const use = this.#uses.get(result?.of ?? "");
    this.#hear(text);
    if (isNamed("plans", use?.tool ?? "") && result?.isError) this.#reject();
    const { command = "", edits } = use === undefined ? UNTOUCHED : touchedBy(use);
    this.#add({
      is: "tool",
      command,
      edits,
      failed: isFailedResult(turn),
      printed: text.slice(-PRINTED),
    });
  }

  #reject(): void {
    const at = this.segments.findLastIndex(({ is }) => is === "plan");
    const plan = this.segments[at];
    if (plan?.is === "plan") this.segments[at] = { ...plan, isRejected: true };
  }
}

/** As a terminal shows it, in a box. */
function planShown(said: string, isRejected: boolean): Bare {
  const text = said.replace(APPROVED, "").replace(/^[╭╰│─╮╯\s]+|[│╮╯─\s]+$/gm, "");
  return { is: "plan", text, ...(isRejected ? { isRejected } : {}) };
}

function commandIn(text: string): [string, string, string] | undefined {
  const name = COMMAND.exec(text)?.[1]?.trim();
  if (name !== undefined) return ["", name, ARGS.exec(text)?.[1] ?? ""];
  const [, slash, args = ""] = SLASH.exec(text) ?? [];
  return slash === undefined ? undefined : ["", slash, args];
}

function todosIn(todos: readonly unknown[]): { done: string[]; left: string[] } {
  const rows = todos.flatMap((one) =>
    typeof one === "object" && one !== null ? [one as Record<string, unknown>] : [],
  );
  const named = (isDone: boolean) =>
    rows
      .filter((row) => (row["status"] === "completed") === isDone)
      .flatMap((row) => (typeof row["content"] === "string" ? [row["content"]] : []));
  return { done: named(true), left: named(false) };
}

function wordsIn(text: string): number {
  return text.split(/\s+/).length;
}

/** The last agent message before somebody else speaks concludes; a list or a question there waits for an answer. */
function withRoles(segments: readonly SessionSegment[]): SessionSegment[] {
  const speaks = new Set<SessionSegment["is"]>(["person", "command", "plan", "ask"]);
  let isLast = true;
  const roles = new Map<number, AgentSegment["role"]>();
  for (let at = segments.length - 1; at >= 0; at--) {
    const segment = segments[at]!;
    if (speaks.has(segment.is)) isLast = true;
    if (segment.is !== "agent") continue;
    if (isLast) roles.set(at, awaitsAnswer(segment) ? "review" : "final");
    isLast = false;
  }
  return segments.map((segment, at) => {
    const role = roles.get(at);
    return segment.is === "agent" && role !== undefined ? { ...segment, role } : segment;
  });
}

const awaiting = new WeakMap<AgentSegment, boolean>();

function awaitsAnswer(segment: AgentSegment): boolean {
  const { text } = segment;
  const awaits = awaiting.get(segment) ?? (/[?？]["'*_)]*\s*$/.test(text) || countOffers(text) >= 3);
  awaiting.set(segment, awaits);
  return awaits;
}
