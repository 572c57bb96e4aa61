/**
 * What every host must do, one suite for all of them: the same things are said, each in the client's own words, and must
 * come out alike; what is answered must reach the client. Beside this the suites of the moments are run on each of them:
 * see `test/support/host.ts`.
 */

import { describe, expect, onTestFinished, test } from "vitest";
import { callerOf } from "../../src/adapters/cli/agent-shell.ts";
import { abilities } from "../../src/hosts/abilities-table.ts";
import type { Host } from "../../src/hosts/host.ts";
import type { Moment } from "../../src/hosts/moment.ts";
import { defaultHost, hostIn, hostNamed, hosts, sessionIn, withHost } from "../../src/hosts/registry.ts";
import { bringsWords, isNamed, startsAgent } from "../../src/hosts/tool-names.ts";
import { isMoment } from "../../src/session/answer.ts";
import { cairnWith } from "../support/cairn-with.ts";
import { all } from "./all.ts";
import { fieldsOf, recordedOf, toolOf } from "./recorded.ts";
import { answers, expectedOf, FILE, NEW, OLD, type Payloads, SESSION, takenBy, told } from "./said.ts";
import { waymark } from "./waymark/host.ts";

/** One row of the table more, for as long as a test runs. */
function registered(host: Host): void {
  if (hostNamed(host.name) === undefined) onTestFinished(withHost(host));
}

test("every host of the table is held to this", () => {
  expect(all.map(([, { name }]) => name)).toEqual(expect.arrayContaining(hosts().map(({ name }) => name)));
});

describe.each(all)("%s", (_, host, said) => {
  const momentsOf = Object.entries(told) as [Moment, readonly object[]][];

  test.each(momentsOf)("says by our names what it says at %s", async (moment, expected) => {
    const { events } = await host.moments();
    expect(isMoment(moment)).toBe(true);
    expect(said.events[moment]).toHaveLength(expected.length);
    const has = (n: number) => said.events[moment][n] !== null;
    const heard = said.events[moment]
      .flatMap((one) => one && events[moment](one.payload, one.env ?? {}))
      .filter(Boolean);
    expect(heard).toMatchObject(expected.filter((_, n) => has(n)).map((one) => expectedOf(one, said)));
  });

  test.each(answers)("is told at %s: %j", async (moment, answer) => {
    const { print } = await host.moments();
    const taken = takenBy(said, moment, answer);
    const text = print(moment, answer);
    expect(text === "" ? {} : said.read(moment, text)).toEqual(taken);
  });

  test("what it has no moment for is said in docs/hosts.md, and nothing else", () => {
    const listed = abilities[host.name]?.moments;
    if (listed === undefined) return expect(host).toBe(waymark);
    for (const [moment] of momentsOf) {
      if (said.events[moment].every((one) => one === null))
        expect([moment, typeof listed[moment]]).toEqual([moment, "object"]);
      else if (typeof listed[moment] !== "string") expect(moment).toBe("permission");
    }
  });

  test("is told nothing where there is nothing to say, and takes some characters", async () => {
    const { print, units } = await host.moments();
    for (const [moment] of momentsOf) expect([moment, print(moment, {})]).toEqual([moment, ""]);
    expect(units).toBeGreaterThan(1_000);
  });

  test("whatever it says is heard without an error, and nobody's session is made up", async () => {
    const { events } = await host.moments();
    const wrong = [7, null, [], "{", { id: 7 }];
    const keys = momentsOf.flatMap(([moment]) => said.events[moment].flatMap((one) => Object.keys(one?.payload ?? {})));
    const garbled = wrong.map((value) => Object.fromEntries(keys.map((key) => [key, value])));
    for (const [moment] of momentsOf)
      for (const payload of [{}, ...garbled]) {
        const { session } = events[moment](payload, {});
        expect([moment, typeof session]).toEqual([moment, "string"]);
        if (payload["session_id"] !== "{") expect([moment, session]).toEqual([moment, ""]);
      }
  });

  test("what a tool writes can be changed, and what it looks for stays", async () => {
    const { events } = await host.moments();
    const wordsOf = ({ payload }: Payloads) => {
      const { deed } = events["before-tool"](payload, {});
      expect(deed).toMatchObject({ is: "write", paths: [FILE] });
      return deed.is === "write" ? deed.words : undefined;
    };
    const [whole, part] = [wordsOf(said.writes.whole), wordsOf(said.writes.part)];
    expect([whole?.whole, part?.whole]).toEqual([NEW, undefined]);
    const changed = JSON.stringify([whole, part].map((words) => words?.changed((text) => text.toUpperCase())));
    expect(changed.split(NEW.toUpperCase())).toHaveLength(3);
    expect(changed).toContain(OLD);
    expect(changed).not.toContain(NEW);
  });

  test("its tools are known by their names, in hooks and in records alike", () => {
    registered(host);
    const { shell, reader, searcher, agent, outside, own } = said.tools;
    expect([isNamed("shells", shell), isNamed("readers", reader)]).toEqual([true, true]);
    expect(searcher === undefined || isNamed("searchers", searcher)).toBe(true);
    expect(startsAgent(agent)).toBe(true);
    for (const tool of outside) expect([tool, bringsWords(tool, host.tools)]).toEqual([tool, true]);
    for (const tool of [shell, reader, own]) expect([tool, bringsWords(tool, host.tools)]).toEqual([tool, false]);
    // In a record of nobody known they are no other server's, either.
    for (const tool of [shell, reader, agent]) expect([tool, bringsWords(tool)]).toEqual([tool, false]);
  });

  test("its environment names it and its session", () => {
    registered(host);
    const [variable = ""] = host.environment.session;
    const env = { [variable]: SESSION };
    expect(hostIn(env)).toBe(host);
    expect(sessionIn(env)).toEqual({ session: SESSION });
    expect([hostIn({ CAIRN_HOST: host.name }), hostIn({})]).toEqual([host, defaultHost]);
    expect([callerOf({ [said.mark]: "1" }), callerOf({})]).toEqual(["agent-shell", "cli"]);
  });

  test("what is played here was recorded of the real client, field by field, and every record of it is heard", async () => {
    const recorded = recordedOf(host.name);
    if (recorded.length === 0) return expect([defaultHost, waymark]).toContain(host);
    const { events } = await host.moments();
    for (const { moment, payload } of recorded) {
      expect(isMoment(moment)).toBe(true);
      // What a sub-agent is told is no turn of the session.
      const isAgents = moment === "prompt" && payload["parent_agent_id"] !== undefined;
      expect(events[moment as Moment](payload, {}).session === "").toBe(isAgents);
    }
    const unrecorded = momentsOf.flatMap(([moment]) => {
      const same = recorded.filter((one) => one.moment === moment);
      const known = new Set(same.flatMap(({ payload }) => fieldsOf(payload)));
      const inputs = new Set(same.map(({ payload }) => toolOf(payload)));
      const fields = said.events[moment].flatMap((one) =>
        one === null
          ? []
          : fieldsOf(one.payload).filter((field) => !field.includes(".") || inputs.has(toolOf(one.payload))),
      );
      return same.length === 0 ? [] : fields.filter((field) => !known.has(field)).map((field) => `${moment} ${field}`);
    });
    expect([...new Set(unrecorded)]).toEqual(said.unrecorded ?? []);
  });

  const starts = said.events["session-start"].flatMap((one, n) =>
    one === null ? [] : [[told["session-start"][n]!.source, one] as const],
  );

  test.each(starts)(
    "a start (%s) that is heard only after its prompt takes back nothing, and says nothing twice",
    async (source, start) => {
      registered(host);
      const cairn = cairnWith();
      await cairn.ask("remember", {
        title: "The login test",
        text: "The login test waits for a fixed clock.",
        kind: "runbook",
      });
      await cairn.ask("remember", { title: "Port the login page", text: "Port the login page.", kind: "task" });
      const hook = async (moment: Moment, { payload, env = {} }: Payloads) => {
        const input = { host: host.name, moment, payload: JSON.stringify(payload) };
        return said.read(moment, (await cairn.ask("hook", input, { surface: "agent-shell", env })).text).context ?? "";
      };
      const stateNow = async () => {
        const { cairn: opened } = await cairn.warm({ surface: "cli" });
        const { prompts, turn, turns, shown, once, started } = opened.sessions.trail(SESSION).state();
        await opened.close();
        return { prompts, turn, turns, shown: shown[""] ?? [], once, started };
      };
      expect(await hook("prompt", said.events.prompt[0]!)).toContain("waits for a fixed clock");
      const { started: _, shown, once, ...before } = await stateNow();
      expect(before).toMatchObject({ prompts: ["mend the login test"], turns: 1, turn: {} });
      const context = await hook("session-start", start);
      expect(context).toContain("Port the login page.");
      const after = await stateNow();
      expect(after).toMatchObject({ ...before, started: expect.any(String) });
      expect(after.once).toEqual(expect.arrayContaining([...once]));
      // A compaction has taken away what was shown before it.
      if (source === "compact") return;
      expect(context).not.toContain('id="project:the-login-test"');
      expect(after.shown).toEqual(expect.arrayContaining([...shown]));
    },
  );

  test("its hooks are answered by name, and its sessions have trails of their own", async () => {
    registered(host);
    const cairn = cairnWith();
    const hook = async (moment: Moment, n = 0) => {
      const payload = JSON.stringify(said.events[moment][n]?.payload);
      return (await cairn.ask("hook", { host: host.name, moment, payload }, { surface: "agent-shell" })).text;
    };
    expect(said.read("session-start", await hook("session-start")).context).toContain(SESSION);
    await hook("prompt");
    const { cairn: opened } = await cairn.warm({ surface: "cli" });
    expect(opened.sessions.all().map(({ session }) => session)).toEqual([SESSION]);
    expect(opened.sessions.trail(SESSION).state().prompts).toEqual(["mend the login test"]);
    await opened.close();
  });
});
