/** Benchmark sets as units of the index: a dialogue with its turns, a memory, a document in passages. */

import { passagesOf } from "../../src/index/passages.ts";
import { unitFrom as unitOf } from "../../src/index/testing.ts";
import type { Leaf, Unit } from "../../src/index/unit.ts";
import type { DevSession, LocomoConversation, LocomoTurn, Pep, RealMemPersona } from "./read.ts";

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
      path: `session-${String(number).padStart(3, "0")}.md`,
      sort: "turns",
      session: String(number),
      created: date,
      leaves: turns.map((turn) => ({ speaker: turn.speaker, text: locomoText(turn) })),
    }),
  );
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

/** The i-th session and its memories; sessions of one day keep their order. */
export function realMemSession(persona: RealMemPersona, i: number): Unit[] {
  const session = persona.sessions[i]!;
  const created = Date.parse(`${session.date.slice(0, 10)}T00:00:00Z`) + i * 60_000;
  const dialogue = unitOf({
    path: realMemDialogue(i),
    sort: "turns",
    session: session.id,
    created,
    title: session.name.split(":")[0]!.replace(/_\d+$/, "").replaceAll("_", " "),
    leaves: session.turns.map(([speaker, text]) => ({ speaker, text })),
  });
  const memories = persona.mem.flatMap((memory, n) =>
    memory.sess === i
      ? [
          unitOf({
            path: realMemPath(n),
            session: session.id,
            created,
            leaves: [{ text: memory.text }],
            opening: memory.text.replace(/^【[^】]*】\s*/, ""),
          }),
        ]
      : [],
  );
  return [dialogue, ...memories];
}

export function realMemUnits(persona: RealMemPersona): Unit[] {
  return persona.sessions.flatMap((_, i) => realMemSession(persona, i));
}

/** Only what is before the session a question was asked in may be searched. */
export function realMemSeen(persona: RealMemPersona, at: number): (path: string) => boolean {
  return (path) => {
    const number = Number(/(\d+)\.md$/.exec(path)?.[1]);
    return (path.startsWith("dialogue") ? number : persona.mem[number]!.sess) < at;
  };
}

export function realMemDialogue(session: number): string {
  return `dialogue-${String(session).padStart(4, "0")}.md`;
}

export function realMemPath(memory: number): string {
  return `memory-${String(memory).padStart(5, "0")}.md`;
}

export function devUnits(sessions: readonly DevSession[]): Unit[] {
  return sessions.map((session, i) =>
    unitOf({
      path: `${session.sessionId}.md`,
      sort: "turns",
      session: session.sessionId,
      title: session.metadata.project ?? "",
      created: Date.parse(`${session.metadata.date}T00:00:00Z`) + i * 60_000,
      leaves: session.messages.map(({ role, content }) => ({ speaker: role, text: content })),
    }),
  );
}

export function pepUnits(docs: readonly Pep[]): Unit[] {
  return docs.map((pep) =>
    unitOf({
      path: `${pepId(pep.id)}.md`,
      id: pepId(pep.id),
      keys: [pepId(pep.id), pep.title],
      title: pep.title,
      created: Date.parse(`${pep.created} UTC`) || 0,
      leaves: pepLeaves(pep),
      ...(pep.superseded_by[0] === undefined ? {} : { supersededBy: pepId(pep.superseded_by[0]) }),
      supersedes: pep.replaces.map(pepId),
    }),
  );
}

export function pepId(id: number): string {
  return `pep-${id}`;
}

function pepLeaves({ title, body }: Pep): Leaf[] {
  return passagesOf(`${title}\n\n${body}`).map((text) => ({ text }));
}
