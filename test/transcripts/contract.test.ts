/**
 * What every reader of a client's records must do, one suite for the five: the same session, recorded of each real client
 * (`kept-records.ts`), must come out alike, laid where the client lays it, and stay so whatever else stands in the file.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { transcriptAt } from "../../src/conversation/session-turns.ts";
import {
  agentTranscript,
  everyTranscript,
  openTranscript,
  startedIn,
  transcriptsAt,
  turnsOf,
} from "../../src/hosts/records.ts";
import { hosts } from "../../src/hosts/registry.ts";
import type { TranscriptFile } from "../../src/transcripts/records.ts";
import { cairnWith, type TestCairn } from "../support/cairn-with.ts";
import { ofTranscripts } from "../support/past-sessions.ts";
import { type KeptFormat, keptFormats, layDatabase, withSqlite } from "./kept-records.ts";
import { DONE, expectNoPerson, expectSameSession, WISH } from "./same-session.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("every host whose sessions lie somewhere is held to this", () => {
  expect(Object.keys(keptFormats).sort()).toEqual(
    hosts()
      .map(({ name }) => name)
      .sort(),
  );
});

function homesOf({ home, cairnHome }: TestCairn) {
  return { configDir: join(home, ".claude"), home, hostHomes: {}, cairnHome };
}

/** The recorded session in a home of its own, as if it had been held in this project. */
function laid(format: KeptFormat, change: (text: string) => string = (text) => text) {
  const cairn = cairnWith();
  if (format.isDatabase) withSqlite();
  const moved = (text: string) => change(text.replaceAll("/home/dev/project", cairn.project));
  for (const [name, text] of Object.entries(format.files(cairn.project))) {
    const path = join(cairn.home, name);
    mkdirSync(dirname(path), { recursive: true });
    if (format.isDatabase) layDatabase(path, moved(text));
    else
      writeFileSync(
        path,
        name.endsWith(format.main) ? moved(text) : text.replaceAll("/home/dev/project", cairn.project),
      );
  }
  const files = transcriptsAt([cairn.project], homesOf(cairn));
  return { cairn, files, main: files[0] as TranscriptFile };
}

const told = (path: string) => [...turnsOf(path)];

describe.each(Object.entries(keptFormats))("%s", (_, format) => {
  test("a session is found where it lies, by the folder it was held in, and read as what was said and done", () => {
    const { cairn, files, main } = laid(format);
    expect(files.filter(({ agent }) => agent === undefined)).toHaveLength(1);
    expect(transcriptsAt([join(cairn.base, "elsewhere")], homesOf(cairn))).toEqual([]);
    expect(everyTranscript(homesOf(cairn)).map(({ path }) => path)).toEqual([main.path]);
    expect(startedIn(main.path)).toBe(cairn.project);
    expectSameSession(told(main.path));
    expect(new Set(told(main.path).map(({ session }) => session))).toEqual(new Set([main.session]));
  });

  test("who only works at home asks for nobody else's words, whatever the client calls its tools", async () => {
    const { cairn, main } = laid(format);
    const { turns } = transcriptAt(await cairn.open(), main.path, main.session);
    expect(turns.flatMap(({ uses = [] }) => uses).length).toBeGreaterThan(3);
    expect(turns.filter(({ by, heard }) => by === "agent" && heard).map(({ uses }) => uses)).toEqual([]);
  });

  test("a sub-agent's words are no person's, in a record of its own or in the session's", () => {
    const { files, main } = laid(format);
    const agents = files.filter(({ agent }) => agent !== undefined);
    expect(agents).toHaveLength(format.agentsApart ? 1 : 0);
    for (const { path, session, agent } of agents) {
      expectNoPerson(told(path));
      expect([session, agentTranscript(main.path, agent!)?.path]).toEqual([main.session, path]);
    }
    const inside = told(main.path).filter(({ agent }) => agent !== undefined);
    if (format.agentsInside) expectNoPerson(inside);
    else expect(inside).toEqual([]);
  });

  test("recall in transcripts finds what was said and says in which client; import looks at it once", async () => {
    const { cairn, main } = laid(format);
    const { turns = [] } = await cairn.ask("recall", { question: "queue in SQLite", in: "transcripts" });
    expect(turns.map(({ by, session, client }) => [by, session, client])).toContainEqual([
      "person",
      main.session,
      format.title,
    ]);
    const injected = await cairn.ask("recall", { question: "which lock, 4711", in: "transcripts" });
    expect(JSON.stringify(injected.turns ?? [])).not.toContain("It takes lock 4711");
    const seen = ofTranscripts(await cairn.ask("import", { source: "transcripts", dryRun: true }));
    expect(seen).toMatchObject({ found: 1, read: 1, warnings: [] });
  });

  if (format.isDatabase) {
    test("where Node reads no such database its sessions are left out, and that is said", async () => {
      const { cairn } = laid(format);
      vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
      const { turns = [], unread = [] } = await cairn.ask("recall", { question: "queue in SQLite", in: "transcripts" });
      expect([turns, unread]).toEqual([[], [expect.stringContaining("Node 22.13 or newer")]]);
    });

    test("a database of another version, or none at all, has no sessions", () => {
      const { cairn, main } = laid(format);
      const file = main.path.replace(/#.*$/, "");
      for (const text of ["", "no database", "SQLite format 3\0"]) {
        writeFileSync(file, text);
        expect(transcriptsAt([cairn.project], homesOf(cairn))).toEqual([]);
      }
      layDatabase(file, '{"table":"session","sql":"CREATE TABLE session (id text, directory text)"}');
      expect(transcriptsAt([cairn.project], homesOf(cairn))).toEqual([]);
    });
    return;
  }

  test("what is half written is read when it is whole, from where it was left", () => {
    const { main } = laid(format);
    const text = format.text();
    const half = text.slice(0, -20);
    writeFileSync(main.path, half);
    const opened = openTranscript(main.path)!;
    const before = [...opened.turns()];
    const position = opened.position();
    opened.close();
    expect(before.filter(({ text: said }) => said === DONE)).toEqual([]);
    writeFileSync(main.path, text);
    const after = openTranscript(main.path, position)!;
    expect(after.fromStart).toBe(false);
    const rest = [...after.turns()];
    after.close();
    expect(rest.map(({ text: said }) => said)).toEqual([DONE]);
  });

  test("what it does not know says nothing, and costs nothing of what it knows", () => {
    const odd = ['{"type":"brand-new","payload":{"deep":[1]},"data":7}', "42", "[1]", '"x"', "{half", "null", ""].join(
      "\n",
    );
    const { main } = laid(format, (text) => text.replaceAll("\n", `\n${odd}\n`));
    expectSameSession(told(main.path));
  });

  test("fields of the wrong sort say nothing", () => {
    const { main } = laid(format);
    const before = told(main.path).length;
    const wrong = format
      .text()
      .split("\n")
      .slice(1, -1)
      // That all was set to nothing is known to it, and meant.
      .filter((line) => !line.startsWith('{"$set":{"messages"'))
      .map((line) => JSON.stringify(garbled(JSON.parse(line))));
    writeFileSync(main.path, `${format.text()}${wrong.join("\n")}\n`);
    const persons = told(main.path).filter(({ by, agent }) => by === "person" && agent === undefined);
    expect(persons).toHaveLength(1);
    expect(told(main.path).length).toBeGreaterThanOrEqual(before);
  });

  test("a line of a megabyte is read, and one too large for memory is passed over", () => {
    const { main } = laid(format);
    const long = format.said(`Long words: ${"word ".repeat(200_000)}`);
    writeFileSync(main.path, `${format.text()}${long}\n`);
    expect(told(main.path).find(({ text }) => text.startsWith("Long words"))?.text.length).toBeGreaterThan(900_000);
    const huge = format.said("x".repeat(33 * 1024 * 1024));
    writeFileSync(main.path, `${format.text()}${huge}\n`);
    const opened = openTranscript(main.path)!;
    const turns = [...opened.turns()];
    expect(opened.passedOver).toBe(1);
    opened.close();
    expectSameSession(turns);
  });

  const machineWords = format.machineWords();
  test.each(machineWords.length === 0 ? [["none", ""]] : machineWords)(
    "what a program said in a person's name is not the person's: %s",
    (what, line) => {
      if (what === "none") return;
      const { main } = laid(format);
      writeFileSync(main.path, `${format.text()}${line}\n`);
      expect(told(main.path).filter(({ by, agent }) => by === "person" && agent === undefined)).toHaveLength(1);
    },
  );
});

describe("what was taken back was not said", () => {
  const takenBack = Object.entries(keptFormats).filter(([, { rewound }]) => rewound !== undefined);

  test.each(takenBack)("in %s", (_, format) => {
    const { cairn, main } = laid(format);
    format.rewound!(main.path, "From now on use yaks.", "From now on use goats.");
    const persons = told(main.path).filter(({ by }) => by === "person");
    const [first, ...later] = persons.map(({ text }) => text);
    expect(first?.startsWith(WISH)).toBe(true);
    expect([later, cairn.project]).toEqual([["From now on use goats."], cairn.project]);
  });
});

/** Every text in it is a number. */
function garbled(value: unknown): unknown {
  if (typeof value === "string") return 7;
  if (Array.isArray(value)) return value.map(garbled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, garbled(inner)]));
}
