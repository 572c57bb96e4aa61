/** What Waymark says at each of its events, and the form it wants an answer in. */

import type { HostMoments } from "../../../src/hosts/host.ts";
import type { Answer, AnsweredQuestion, Beginning, Deed, Moment, ToolUse } from "../../../src/hosts/moment.ts";
import { type Payload, recordIn, textIn } from "../../../src/hosts/payload.ts";
import { defined } from "../../../src/model/defined.ts";
import { isJsonObject } from "../../../src/text/json.ts";
import { tools } from "./host.ts";

const OWN = /^cairn\/([a-z-]+)$/;

const openings: Readonly<Record<string, Beginning>> = {
  new: "startup",
  again: "resume",
  branch: "fork",
  wiped: "clear",
  squeezed: "compact",
};

const runOf = (payload: Payload) => ({ session: textIn(recordIn(payload, "run"), "id") });
const turnOf = (payload: Payload) => ({ turn: textIn(payload, "turn") });

const scoutOf = (payload: Payload) => {
  const scout = recordIn(payload, "scout");
  return { agent: textIn(scout, "id"), kind: textIn(scout, "sort") };
};

export const moments: HostMoments = {
  events: {
    "session-start": (payload) => {
      const parent = textIn(recordIn(payload, "run"), "from");
      const idle = payload["quiet"];
      return {
        ...runOf(payload),
        source: openings[textIn(payload, "opening")] ?? "startup",
        unattended: payload["alone"] === true,
        ...(parent === "" ? {} : { parent }),
        ...(typeof idle === "number" ? { idleSeconds: idle } : {}),
      };
    },
    prompt: (payload) => {
      const by = textIn(payload, "voice") === "person" ? "person" : "machine";
      const tells = payload["report"] === true ? { tells: true as const } : {};
      return { ...runOf(payload), ...turnOf(payload), text: textIn(payload, "words"), by, ...tells };
    },
    "before-tool": useIn,
    permission: useIn,
    "after-tool": useIn,
    "tool-failed": (payload) => ({ ...useIn(payload), error: textIn(payload, "trouble") }),
    "before-compaction": runOf,
    stop: (payload) => ({
      ...runOf(payload),
      ...turnOf(payload),
      lastMessage: textIn(payload, "words"),
      again: payload["pushed"] === true,
    }),
    "agent-start": (payload) => ({
      ...runOf(payload),
      ...scoutOf(payload),
      writes: recordIn(payload, "scout")["looksOnly"] !== true,
    }),
    "agent-stop": (payload) => ({
      ...runOf(payload),
      ...scoutOf(payload),
      lastMessage: textIn(payload, "words"),
      note: textIn(recordIn(payload, "scout"), "order"),
    }),
    "session-end": (payload) => ({ ...runOf(payload), reason: textIn(payload, "why") }),
  },
  print,
  silence: "",
  units: 9_000,
};

function useIn(payload: Payload): ToolUse & { session: string } {
  const call = recordIn(payload, "call");
  const tool = textIn(call, "name");
  return {
    ...runOf(payload),
    tool,
    deed: deedOf(tool, recordIn(call, "with")),
    use: textIn(call, "id"),
    agent: scoutOf(payload).agent,
    cwd: textIn(recordIn(payload, "run"), "dir"),
    questionsOff: payload["trusting"] === true,
  };
}

function deedOf(tool: string, given: Payload): Deed {
  const [, operation] = OWN.exec(tool) ?? [];
  const agent = textIn(given, "agent");
  if (operation !== undefined) return { is: "own", operation, ...(agent === "" ? {} : { agent }) };
  if (tool === "list") return listIn(given);
  if (tools.plans.includes(tool)) return { is: "plan", text: textIn(given, "words") };
  if (tool === "poll") return { is: "answers", answered: answersIn(given) };
  if (tools.shells.includes(tool)) return { is: "command", text: textIn(given, "line") };
  if (tools.agents.includes(tool)) return { is: "agent", kind: textIn(given, "sort"), answered: (words) => words };
  if (tools.outputs.includes(tool)) return { is: "output" };
  if (tools.outside.test(tool) || tools.servers.test(tool)) return { is: "hearing" };
  if (tools.searchers.includes(tool)) return { is: "search", path: textIn(given, "below") };
  const path = textIn(given, "at");
  if (path === "") return { is: "other" };
  if (tools.readers.includes(tool)) return { is: "read", path };
  const whole = tool === "save" ? { whole: textIn(given, "body") } : {};
  const words = {
    ...whole,
    changed: (change: (text: string, paths: readonly string[]) => string) =>
      changed(given, (text) => change(text, [path])),
  };
  return { is: "write", paths: [path], words };
}

function answersIn(given: Payload): AnsweredQuestion[] {
  const asked = Array.isArray(given["asked"]) ? given["asked"].filter(isJsonObject) : [];
  return asked.map((one) => ({
    question: textIn(one, "question"),
    options: Array.isArray(one["choices"]) ? one["choices"].map(String) : [],
    answer: textIn(one, "chosen"),
  }));
}

function listIn(given: Payload): Deed {
  const lines = Array.isArray(given["lines"]) ? given["lines"].filter(isJsonObject) : [];
  const todos = lines.map((one) => ({
    id: textIn(one, "id"),
    text: textIn(one, "text"),
    done: one["ticked"] === true,
  }));
  return { is: "todos", all: given["whole"] === true, todos };
}

/** New words stand in `body` and `now`; what is looked for stays. */
function changed(given: Payload, change: (text: string) => string): Payload {
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      if (typeof value === "string" && ["body", "now"].includes(key)) return [key, change(value)];
      const isList = key === "places" && Array.isArray(value);
      return [key, isList ? value.map((one) => (isJsonObject(one) ? changed(one, change) : one)) : value];
    }),
  );
}

function print(_: Moment, { context = "", instructions, verdict, input, toPerson, result }: Answer): string {
  const notes = [
    ...(context === "" ? [] : [{ for: "model", text: context }]),
    ...(instructions === undefined ? [] : [{ for: "squeezer", text: instructions }]),
    ...(toPerson === undefined ? [] : [{ for: "person", text: toPerson }]),
  ];
  const said = {
    ...(notes.length === 0 ? {} : { notes }),
    ...(verdict === undefined
      ? {}
      : { ruling: { allow: "yes", deny: "no", ask: "you" }[verdict.is], why: verdict.because }),
    ...defined({ instead: input, brought: result }),
  };
  return Object.keys(said).length === 0 ? "" : JSON.stringify({ waymark: 1, ...said });
}
