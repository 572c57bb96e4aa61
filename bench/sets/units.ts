/** The dialogues of the benchmark sets as units of the index, and what everything in the sets is called. */

import type { Unit } from "../../src/search/index/unit.ts";
import { unitFrom as unitOf } from "../../test/support/index-unit.ts";
import type { DevSession, LocomoConversation, LocomoTurn, RealMemPersona } from "./shapes.ts";

export interface LocomoSession {
  readonly number: number;
  readonly date: number;
  readonly turns: LocomoTurn[];
}

export function locomoSessions({ conversation }: LocomoConversation): LocomoSession[] {
  return Object.keys(conversation)
    .map((key) => /^session_(\d+)$/.exec(key)?.[1])
    .filter((number) => number !== undefined && (conversation[`session_${number}`]?.length ?? 0) > 0)
    .map((number) => ({
      number: Number(number),
      date: locomoDate(String(conversation[`session_${number}_date_time`] ?? "")),
      turns: conversation[`session_${number}`] as LocomoTurn[],
    }))
    .sort((a, b) => a.number - b.number);
}

export function locomoUnits(conversation: LocomoConversation): Unit[] {
  return locomoSessions(conversation).map(({ number, date, turns }) =>
    unitOf({
      path: locomoPath(number),
      sort: "turns",
      session: String(number),
      created: date,
      leaves: turns.map((turn) => ({ speaker: turn.speaker, text: locomoText(turn) })),
    }),
  );
}

export function locomoPath(session: number): string {
  return `session-${String(session).padStart(3, "0")}.md`;
}

export function locomoText({ text, blip_caption: caption }: LocomoTurn): string {
  return caption ? `${text} [${caption}]` : text;
}

/** `4:04 pm on 20 January, 2023` */
function locomoDate(text: string): number {
  const match = /(\d+):(\d+) (am|pm) on (\d+ \w+), (\d+)/.exec(text);
  if (!match) return 0;
  const day = Date.parse(`${match[4]} ${match[5]} UTC`);
  const hour = (Number(match[1]) % 12) + (match[3] === "pm" ? 12 : 0);
  return day + (hour * 60 + Number(match[2])) * 60_000;
}

export function realMemDialogue(persona: RealMemPersona, i: number): Unit {
  const session = persona.sessions[i]!;
  return unitOf({
    path: dialoguePath(i),
    sort: "turns",
    session: session.id,
    created: dialogueTime(persona, i),
    title: session.name.split(":")[0]!.replace(/_\d+$/, "").replaceAll("_", " "),
    leaves: session.turns.map(([speaker, text]) => ({ speaker, text })),
  });
}

const MINUTE = 60_000;

/** Sessions of one day keep their order, half an hour apart. */
export function dialogueTime({ sessions }: RealMemPersona, i: number): number {
  const day = sessions[i]!.date.slice(0, 10);
  const earlier = sessions.slice(0, i).filter(({ date }) => date.startsWith(day)).length;
  return Date.parse(`${day}T00:00:00Z`) + earlier * 30 * MINUTE;
}

/** The memories of a session come one a minute. */
export function memoryTime(persona: RealMemPersona, n: number): number {
  const { sess } = persona.mem[n]!;
  const earlier = persona.mem.slice(0, n).filter((other) => other.sess === sess).length;
  return dialogueTime(persona, sess) + (1 + earlier) * MINUTE;
}

/** Only what is before the session a question was asked in may be searched. */
export function realMemSeen(persona: RealMemPersona, at: number): (path: string) => boolean {
  return (path) => {
    const number = Number(/(\d+)\.md$/.exec(path)?.[1]);
    return (path.startsWith("dialogue") ? number : persona.mem[number]!.sess) < at;
  };
}

export function dialoguePath(session: number): string {
  return `dialogue-${String(session).padStart(4, "0")}.md`;
}

export function memoryPath(memory: number): string {
  return `memory-${String(memory).padStart(5, "0")}.md`;
}

export function devUnits(sessions: readonly DevSession[]): Unit[] {
  return sessions.map((session, i) =>
    unitOf({
      path: devPath(session.sessionId),
      sort: "turns",
      session: session.sessionId,
      title: session.metadata.project ?? "",
      created: Date.parse(`${session.metadata.date}T00:00:00Z`) + i * 60_000,
      leaves: session.messages.map(({ role, content }) => ({ speaker: role, text: content })),
    }),
  );
}

export function devPath(session: string): string {
  return `${session}.md`;
}

export function pepId(id: number): string {
  return `pep-${id}`;
}

export function pepPath(id: number): string {
  return `${pepId(id)}.md`;
}
