/**
 * Whatever becomes of Cairn, its disk or its settings, a client's turn goes on: each host is held to it by the same tests,
 * in its client's own words. `test/clients/others` does the same to the real programs.
 */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { answered } from "../../src/adapters/hooks/answered.ts";
import { unlessRefused } from "../../src/disk/errors.ts";
import { type Faults, setFaults } from "../../src/disk/faults.ts";
import type { Answer, Moment } from "../../src/hosts/moment.ts";
import { defaultHost } from "../../src/hosts/registry.ts";
import { CairnError } from "../../src/model/error.ts";
import { settleIn } from "../../src/session/idle-work.ts";
import { buildDriver } from "../crash/build.ts";
import type { MomentOrders } from "../crash/moment-driver.ts";
import { patience, width } from "../crash/report.ts";
import { cairnWith, type TestCairn } from "../support/cairn-with.ts";
import { HostHouse } from "../support/host-house.ts";
import { all } from "./all.ts";
import { FILE, NEW, type Payloads, type Said } from "./said.ts";
import { waymark } from "./waymark/host.ts";

const SECRET = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA2cD4eF6"}`;
const PROMPT = "mend the login test";
const WISH = "From now on always run the linter with the zebra preset before committing.";
/** In the order in which a session has them. */
const course: readonly Moment[] = [
  "session-start",
  "prompt",
  "agent-start",
  "before-tool",
  "after-tool",
  "tool-failed",
  "agent-stop",
  "before-compaction",
  "stop",
  "session-end",
];
const WRITING: readonly string[] = ["write", "truncate", "makeFolder", "removeFolder", "rename", "link", "unlink"];

/** Two calls of the disk for each host (sixty in the slow run), and one point at which it is killed: what differs between them is only how they say it. */
const POINTS = width > 1 ? 60 : 2;
const HOUR_MS = 3_600_000;
/** For each host others, so that together they go through the whole end. */
const kills = [
  [
    { n: 1, moment: "before" },
    { n: 5, moment: "after" },
  ],
  [
    { n: 3, moment: "half" },
    { n: 7, moment: "after" },
  ],
  [
    { n: 6, moment: "after" },
    { n: 2, moment: "half" },
  ],
  [
    { n: 4, moment: "before" },
    { n: 8, moment: "before" },
  ],
] as const satisfies readonly (readonly MomentOrders["point"][])[];

const real = all.filter(([, host]) => host !== waymark);
/** Claude Code is held to the same, at many more points, in `test/crash`. */
const others = real.filter(([, host]) => host !== defaultHost);

afterEach(() => setFaults(undefined));

/** What a client says with other words in it. */
function withWords({ payload, env = {} }: Payloads, words: Readonly<Record<string, string>>): Payloads {
  let text = JSON.stringify(payload);
  for (const [old, other] of Object.entries(words)) text = text.replaceAll(old, other);
  return { payload: JSON.parse(text), env };
}

/** Cairn's answer as the client reads it, by the way of a hook's own process: one that it cannot read is an error here. */
async function answer(
  cairn: TestCairn,
  [, host, said]: (typeof all)[number],
  moment: Moment,
  { payload, env = {} }: Payloads,
): Promise<Answer> {
  cairn.clock.advance(1_000);
  const opened = await cairn.open({ surface: "agent-shell", env }).catch((error) => {
    // As `adapters/plugin/hook-command.ts` has it: then nothing is said.
    expect(error).toBeInstanceOf(CairnError);
    return undefined;
  });
  if (opened === undefined) return {};
  const { text, silence } = await answered({ host: host.name, moment, payload }, opened);
  await unlessRefused(async () => opened.keepKnown());
  return said.read(moment, text === "" ? silence : text);
}

function saidIn({ events }: Said): (readonly [Moment, Payloads])[] {
  return course.flatMap((moment) => events[moment].flatMap((one) => (one === null ? [] : [[moment, one] as const])));
}

async function withNotes(): Promise<TestCairn> {
  const cairn = cairnWith();
  await cairn.ask("remember", { title: "The login test", text: "It waits for a fixed clock.", kind: "runbook" });
  await cairn.ask("remember", { title: "Port the page", text: "Port the page.", kind: "task" });
  return cairn;
}

/** Every byte below a folder. */
function bytesOf(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => `${name} ${readFileSync(join(folder, name), "latin1")}`)
    .sort();
}

describe.each(others)("%s", (...row) => {
  const [, host, said]: (typeof all)[number] = row;
  const place = others.findIndex(([, one]) => one === host);

  test.each(["ENOSPC", "EROFS"])(
    "a disk that takes nothing (%s) costs no answer: what is known is shown, and no secret goes into a memory file",
    async (error) => {
      const cairn = await withNotes();
      const before = cairn.everything();
      const refuse: Faults = ({ call, mode }) =>
        WRITING.includes(call) || (call === "open" && /create|append|update/.test(String(mode)))
          ? { error }
          : undefined;
      const told: Partial<Record<Moment, Answer>> = {};
      setFaults(refuse);
      for (const [moment, one] of saidIn(said)) told[moment] ??= await answer(cairn, row, moment, one);
      const words = { [FILE]: cairn.path("deploy.md"), [NEW]: `The token is ${SECRET}.` };
      const { input, verdict } = await answer(cairn, row, "before-tool", withWords(said.writes.whole, words));
      setFaults(undefined);
      expect(told["session-start"]?.context).toContain("Port the page.");
      expect(told.prompt?.context).toContain("It waits for a fixed clock.");
      expect(verdict?.is === "deny" || JSON.stringify(input)?.includes("[REDACTED:")).toBe(true);
      expect(JSON.stringify(input) ?? "").not.toContain(SECRET);
      expect(cairn.everything()).toBe(before);
    },
  );

  test("a write that went on because Cairn had not answered in time is looked at right after it: no secret stays", async () => {
    const cairn = await withNotes();
    const text = `The token is ${SECRET}.`;
    writeFileSync(cairn.path("deploy.md"), text);
    const words = { [FILE]: cairn.path("deploy.md"), [NEW]: text };
    await answer(cairn, row, "after-tool", withWords(said.writes.whole, words));
    expect(cairn.read("deploy.md")).toContain("[REDACTED:");
    expect(cairn.everything()).not.toContain(SECRET);
  });

  test(
    "whatever single call of the disk is refused, each moment has an answer its client can read",
    async () => {
      const moments = saidIn(said);
      const played = async (faults: Faults) => {
        const cairn = await withNotes();
        setFaults(faults);
        for (const [moment, one] of moments) await answer(cairn, row, moment, one);
        setFaults(undefined);
        return cairn;
      };
      let calls = 0;
      await played(({ n }) => {
        calls = n;
        return undefined;
      });
      expect(calls).toBeGreaterThan(100);
      for (let point = 1; point <= POINTS; point++) {
        const at = Math.floor((calls * (point - (place + 1) / (others.length + 1))) / POINTS) + 1;
        const cairn = await played(({ n }) => (n === at ? { error: point % 2 ? "EIO" : "ENOSPC" } : undefined));
        const { memories, problems } = await cairn.ask("list", { limit: 100 });
        expect([at, problems]).toEqual([at, []]);
        expect(memories.map(({ id }) => id)).toEqual(expect.arrayContaining(["the-login-test", "current-task"]));
      }
    },
    patience,
  );

  test(
    "a hook that is killed while a session ends leaves nothing half done, and what was wished comes once",
    async () => {
      const driver = await buildDriver("moment-driver.ts");
      const end = said.events["session-end"][0]!;
      const zebras = async (point?: MomentOrders["point"]) => {
        const cairn = cairnWith();
        for (const moment of ["session-start", "prompt", "stop"] as const)
          await answer(cairn, row, moment, withWords(said.events[moment][0]!, { [PROMPT]: WISH }));
        const env = { ...cairn.env, ...end.env };
        const orders = { cwd: cairn.project, env, now: cairn.clock.now().toISOString(), host: host.name };
        if (point !== undefined) {
          const given: MomentOrders = { ...orders, moment: "session-end", payload: end.payload, point };
          const { signal } = spawnSync(process.execPath, [driver, JSON.stringify(given)], { encoding: "utf8" });
          expect(signal).toBe("SIGKILL");
          expect((await cairn.ask("doctor", {})).sound).toBe(true);
        }
        await answer(cairn, row, "session-end", end);
        // Of a host that tells of an end once, the rest of it is done beside the next session.
        cairn.clock.advance(HOUR_MS);
        await settleIn(await cairn.open({ surface: "mcp" }));
        const found = [
          ...(await cairn.ask("list", { limit: 100 })).memories,
          ...(await cairn.ask("review", {})).waiting,
        ];
        return found.filter((one) => JSON.stringify(one).includes("zebra")).length;
      };
      const wanted = await zebras();
      expect(wanted).toBeGreaterThan(0);
      for (const point of kills[place]!) expect([point, await zebras(point)]).toEqual([point, wanted]);
    },
    patience,
  );
});

/** A file of the client's that `init` writes into; none where it puts files of its own and no more. */
const settings: Readonly<Record<string, readonly string[]>> = {
  "claude-code": [".claude/settings.json"],
  codex: [".codex/config.toml", ".codex/hooks.json"],
  "gemini-cli": [".gemini/settings.json"],
  "copilot-cli": [".copilot/mcp-config.json"],
  opencode: [],
};
/** One that it leaves as it is. */
const other: Readonly<Record<string, string>> = { opencode: ".config/opencode/opencode.json" };

type Name = ConstructorParameters<typeof HostHouse>[0];

describe.each(real.map(([title, { name }]) => [title, name as Name] as const))("%s", (title, name) => {
  const broken = settings[name]!.flatMap((file) => ["{ = ,,", "\0\u0001garbage"].map((text) => [file, text] as const));

  test.runIf(broken.length > 0).each(broken)(
    "with %s that says %j init changes no byte, and says which file",
    async (file, text) => {
      const house = new HostHouse(name, { [file]: text });
      const before = bytesOf(house.cairn.home);
      const refusal = await house.cairn.refusal("init", { from: house.package(), hosts: [name] }, { confirmed: true });
      expect(refusal.message).toContain(house.path(file));
      expect(refusal.message).toContain("Nothing was changed.");
      expect(bytesOf(house.cairn.home)).toEqual(before);
      expect((await house.doctor()).join()).toMatch(/wrong: .*(?:JSON|TOML)/);
    },
  );

  test.runIf(other[name] !== undefined)("what it does not write into may say anything", async () => {
    const house = new HostHouse(name, { [other[name]!]: "{ = ,," });
    await house.init();
    expect(house.read(other[name]!)).toBe("{ = ,,");
  });

  // Claude Code's own is held to it in `operations/doctor.test.ts`.
  test.runIf(name !== "claude-code")(
    "doctor says that its program is gone or that there is no node, and what to type",
    async () => {
      const house = new HostHouse(name, {});
      await house.init();
      const program = async (env: Readonly<Record<string, string>> = {}) => {
        const { checks } = await house.cairn.ask("doctor", {}, { env });
        return checks.filter(({ what, group }) => what === "program" && group === title);
      };
      expect(await program()).toMatchObject([{ state: "ok" }]);
      const none = { state: "wrong", found: expect.stringContaining("node"), next: expect.stringContaining("Node 20") };
      expect(await program({ PATH: house.cairn.base })).toMatchObject([none]);
      rmSync(join(house.cairn.base, "dist"), { recursive: true });
      expect(await program()).toMatchObject([{ state: "wrong", next: expect.stringContaining("init") }]);
      await house.init({ from: house.package("elsewhere") });
      expect(await program()).toMatchObject([{ state: "ok" }]);
    },
  );
});
