import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { transcriptFolders, transcriptsIn } from "../../src/hosts/claude-code/records.ts";
import { openTranscript, turnsOf } from "../../src/hosts/records.ts";
import { Trail } from "../../src/trail/trail.ts";
import type { Position } from "../../src/transcripts/read-transcript.ts";
import type { Turn } from "../../src/transcripts/turn.ts";
import { inOrder, stepsOf } from "../support/steps-of.ts";
import { recorded, samples } from "./samples.ts";
import { seenByBoth } from "./seen-by-both.ts";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "cairn-transcripts-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Goes on from where it was; what is given again takes the place of what was there. */
function readOn(path: string, known: Turn[], since?: Position): { turns: Turn[]; position?: Position | undefined } {
  const opened = openTranscript(path, since);
  if (opened === undefined) return { turns: known };
  const kept = opened.fromStart ? [] : known.filter(({ from }) => from < since!.offset);
  const turns = [...kept, ...opened.turns()];
  const position = opened.position();
  opened.close();
  return { turns, position };
}

const wholes = { ...samples, "claude-code": readFileSync(recorded("2.1.197", "session.jsonl"), "utf8") };

test.each(Object.entries(wholes))("%s, read while it grows, is what it is read at once", (_, text) => {
  const path = join(folder(), "growing");
  const bytes = Buffer.from(text);
  writeFileSync(path, bytes);
  const whole = [...turnsOf(path)];
  const cuts = fc.array(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 6 });
  fc.assert(
    fc.property(cuts, (places) => {
      writeFileSync(path, "");
      let state: ReturnType<typeof readOn> = { turns: [] };
      let from = 0;
      for (const to of [...places.sort((a, b) => a - b), bytes.length]) {
        appendFileSync(path, bytes.subarray(from, to));
        from = to;
        state = readOn(path, state.turns, state.position);
      }
      expect(state.turns).toEqual(whole);
    }),
    { numRuns: 60 },
  );
});

test("only what is new is read: what lies before is not looked at again", () => {
  const path = join(folder(), "one.jsonl");
  const lines = wholes["claude-code"].trimEnd().split("\n");
  writeFileSync(path, `${lines.slice(0, -4).join("\n")}\n`);
  const { position } = readOn(path, []);
  appendFileSync(path, `${lines.slice(-4).join("\n")}\n`);
  const opened = openTranscript(path, position)!;
  expect(opened.total).toBe(Buffer.byteLength(`${lines.slice(-4).join("\n")}\n`));
  opened.close();
});

test("a file that was replaced is read from its start, also where it is longer", () => {
  const path = join(folder(), "one.jsonl");
  writeFileSync(path, wholes["claude-code"]);
  const first = readOn(path, []);
  writeFileSync(path, readFileSync(recorded("2.1.325", "session.jsonl")));
  const second = readOn(path, first.turns, first.position);
  expect(second.turns).toEqual([...turnsOf(path)]);
  writeFileSync(path, "");
  expect(openTranscript(path, second.position)).toBeUndefined();
});

test("half a line at the end costs that line, and is read when it is whole", () => {
  const path = join(folder(), "one.jsonl");
  const lines = wholes["claude-code"].trimEnd().split("\n");
  const last = lines.findLastIndex((line) => line.startsWith('{"parentUuid"') && line.includes('"type":"assistant"'));
  const text = lines.slice(0, last + 1).join("\n");
  writeFileSync(path, text.slice(0, -20));
  const half = readOn(path, []);
  appendFileSync(path, text.slice(-20));
  const whole = readOn(path, half.turns, half.position);
  expect(whole.turns.length).toBe(half.turns.length + 1);
  // The newline alone adds nothing: the entry was whole without it.
  appendFileSync(path, "\n");
  expect(readOn(path, whole.turns, whole.position).turns).toEqual(whole.turns);
});

test.each(["2.1.325", "2.1.197"] as const)(
  "a trail rebuilt from what client %s recorded is the one captured live",
  (version) => {
    const rebuilt = new Trail(join(folder(), "trail.jsonl"));
    const turns = inOrder(turnsOf(recorded(version, "session.jsonl")), turnsOf(recorded(version, "agent.jsonl")));
    for (const line of stepsOf(turns)) rebuilt.append(line);
    const live = seenByBoth(new Trail(recorded(version, "trail.jsonl")).lines());
    expect(live.length).toBeGreaterThan(10);
    expect(seenByBoth(rebuilt.lines())).toEqual(live);
  },
);

const CAIRN_HOME = "/home/dev/.claude/cairn";

test("a project's transcripts: those started in it or below it, no neighbour's, and none of Cairn's own scribe", () => {
  const config = folder();
  const put = (name: string, session: string, cwd: string) => {
    const place = join(config, "projects", name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${session}.jsonl`), `${JSON.stringify({ type: "mode", sessionId: session, cwd })}\n`);
    return place;
  };
  const own = put("-home-dev-shop", "a", "/home/dev/shop");
  put("-home-dev-shop-api", "b", "/home/dev/shop/api");
  put("-home-dev-shop-two", "c", "/home/dev/shop-two");
  put("-home-dev", "d", "/home/dev");
  mkdirSync(join(own, "a", "subagents"), { recursive: true });
  writeFileSync(join(own, "a", "subagents", "agent-x1.jsonl"), "");
  mkdirSync(join(own, "memory"));
  writeFileSync(join(own, "memory", "MEMORY.md"), "");
  symlinkSync(join(config, "projects", "-home-dev", "d.jsonl"), join(own, "linked.jsonl"));
  const files = transcriptsIn(transcriptFolders(config, ["/home/dev/shop"], CAIRN_HOME));
  expect(files.map(({ session, agent }) => [session, agent])).toEqual([
    ["a", undefined],
    ["a", "x1"],
    ["b", undefined],
  ]);
  expect(transcriptFolders(join(config, "nowhere"), ["/home/dev/shop"], CAIRN_HOME)).toEqual([]);
  put("-home-dev--claude-cairn-scribe-empty", "e", `${CAIRN_HOME}/scribe/empty`);
  const home = transcriptsIn(transcriptFolders(config, ["/home/dev"], CAIRN_HOME));
  expect(home.map(({ session }) => session)).toEqual(["d", "a", "a", "b", "c"]);
});
