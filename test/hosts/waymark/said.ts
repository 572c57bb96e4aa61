/** What Waymark says, in its own words. */

import { defined } from "../../../src/model/defined.ts";
import { FILE, NEW, OLD, PARENT, type Payloads, type Said, SESSION } from "../said.ts";

const run = { id: SESSION, dir: "/x" };
const said = (more: object): Payloads => ({ payload: { run, ...more } });
const called = (name: string, given: object, more: object = {}) =>
  said({ call: { id: "toolu_1", name, with: given }, ...more });
const scout = { id: "a1", sort: "general-purpose", order: "/y/agent-a1.meta.json" };

export const waymarkSays: Said = {
  events: {
    "session-start": [
      said({ opening: "new" }),
      said({ opening: "again", quiet: 4_000 }),
      said({ opening: "branch", run: { ...run, from: PARENT } }),
      said({ opening: "wiped" }),
      said({ opening: "squeezed" }),
      said({ opening: "new", alone: true }),
    ],
    prompt: [
      said({ turn: "p1", voice: "person", words: "mend the login test" }),
      said({ turn: "p2", voice: "clockwork", words: "b0 printed: green", report: true }),
    ],
    "before-tool": [
      called("open", { at: "/x/a.ts" }, { run: { ...run, dir: "/x/src" } }),
      called("find", { what: "x", below: "/x/src" }),
      called("cairn/recall", {}),
      called("cairn/forget", {}, { trusting: true }),
    ],
    permission: [called("cairn/remember", {})],
    "after-tool": [
      called("sh", { line: "npm test" }),
      called("net.get", { url: "https://example.com" }, { scout }),
      called("spawn", { sort: "scout" }),
      called("tail", { task: "b0" }),
      called("route", { words: "Port it, then test it." }),
      called("poll", {
        asked: [{ question: "Which queue?", choices: ["Redis: is there", "Kafka: is not"], chosen: "Redis" }],
      }),
      called("list", {
        whole: true,
        lines: [
          { id: "0", text: "port it", ticked: true },
          { id: "1", text: "test it", ticked: false },
        ],
      }),
    ],
    "tool-failed": [called("sh", { line: "npm test" }, { trouble: "Exit code 1" })],
    "before-compaction": [said({})],
    stop: [said({ turn: "p1", words: "Done." }), said({ turn: "p1", words: "Done.", pushed: true })],
    "agent-start": [said({ scout }), said({ scout: { id: "a2", sort: "Explore", looksOnly: true } })],
    "agent-stop": [said({ scout, words: "Found it." })],
    "session-end": [said({ why: "other" })],
  },
  writes: {
    whole: called("save", { at: FILE, body: NEW }),
    part: called("patch", { at: FILE, places: [{ was: OLD, now: NEW }] }),
  },
  mark: "WAYMARK",
  tools: {
    shell: "sh",
    reader: "open",
    searcher: "find",
    agent: "spawn",
    outside: ["net.get", "net.search", "other/read"],
    own: "cairn/recall",
  },
  read(_, text) {
    const { notes = [], ruling, why, instead, brought } = JSON.parse(text);
    const noteFor = (reader: string) => (notes as { for: string; text: string }[]).find((one) => one.for === reader);
    const [context, instructions, toPerson] = ["model", "squeezer", "person"].map(noteFor);
    const is = ({ yes: "allow", no: "deny", you: "ask" } as const)[ruling as "yes" | "no" | "you"];
    return {
      ...(context === undefined ? {} : { context: context.text }),
      ...(instructions === undefined ? {} : { instructions: instructions.text }),
      ...(is === undefined ? {} : { verdict: { is, because: why } }),
      ...defined({ input: instead, result: brought }),
      ...(toPerson === undefined ? {} : { toPerson: toPerson.text }),
    };
  },
};
