import { describe, expect, test } from "vitest";
import { CairnError } from "./error.ts";
import { type FileNaming, fileNameFor, isMemoryPath, isViewName, kindOfPath } from "./file-name.ts";
import { hashOf } from "./id.ts";
import { type Kind, kindNames } from "./kind.ts";

const given: FileNaming = {
  id: "use-wal",
  title: "Use WAL",
  now: new Date("2026-11-15T23:59:58.900Z"),
  random: () => "4f2a",
  taken: () => false,
  nextNumber: () => 1,
};

const check = (kind: Kind, path: string, more: Partial<FileNaming> = {}) =>
  expect(fileNameFor(kind, { ...given, ...more })).toBe(path);

const places: Readonly<Record<Kind, string>> = {
  user: "user/use-wal.md",
  feedback: "feedback/use-wal.md",
  project: "project/use-wal.md",
  reference: "reference/use-wal.md",
  decision: "decisions/2026-11-15_001_use-wal.md",
  runbook: "runbooks/use-wal.md",
  constraint: "constraints/use-wal.md",
  tech_debt: "tech-debt/use-wal.md",
  preference: "preferences/use-wal.md",
  session_summary: "sessions/use-wal.md",
  analysis: "analysis/use-wal.md",
  task: "context/current-task.md",
  blocker: "context/blockers.md",
  progress: "progress/active.md",
  subagent: "subagent/2026-11-15_235958_use-wal_4f2a.md",
  log: "logs/2026/11/2026-11-15.md",
  topic: "topics/use-wal.md",
  project_profile: "project.md",
  master: "master.md",
  user_profile: "profile.md",
};

test.each(kindNames)("a %s lies where its row says", (kind) => {
  check(kind, places[kind]);
  expect(kindOfPath(places[kind])).toBe(kind);
});

test("a decision takes the day's next number, and the one after when that is taken", () => {
  check("decision", "decisions/2026-11-15_007_use-wal.md", { nextNumber: (day) => (day === "2026-11-15" ? 7 : 1) });
  check("decision", "decisions/2026-11-15_009_use-wal.md", {
    nextNumber: () => 7,
    taken: (path) => /_00[78]_/.test(path),
  });
  check("decision", "decisions/2026-11-15_1000_use-wal.md", { nextNumber: () => 1000 });
});

test("a taken name gets six digits of the true value's hash", () => {
  const mark = hashOf("use-wal", 6);
  check("runbook", `runbooks/use-wal-${mark}.md`, { taken: (path) => path === "runbooks/use-wal.md" });
  const twice = fileNameFor("runbook", {
    ...given,
    taken: (path) => path === "runbooks/use-wal.md" || path.includes(mark),
  });
  expect(twice).toMatch(/^runbooks\/use-wal-[0-9a-f]{6}\.md$/);
});

describe("an analysis is named by its source", () => {
  const named = (sourcePath: string, more: Partial<FileNaming> = {}) =>
    fileNameFor("analysis", { ...given, sourcePath, ...more });

  test.each([
    ["src/services/AuthService.ts", "analysis/src_services_AuthService.md"],
    ["./src/a.test.ts", "analysis/src_a.test.md"],
    ["Makefile", "analysis/Makefile.md"],
    ["src\\win\\file.cs", "analysis/src_win_file.md"],
  ])("%s is %s", (path, file) => {
    expect(named(path)).toBe(file);
  });

  test("two sources of one name get two files", () => {
    const first = named("a/b_c.ts");
    const second = named("a_b/c.ts", { taken: (path) => path === first });
    expect(first).toBe("analysis/a_b_c.md");
    expect(second).toBe(`analysis/a_b_c-${hashOf("a_b/c.ts", 6)}.md`);
  });

  test.each(["src/日本語.ts", "my file.ts", "con.ts", ".env", "../../etc/passwd", "a\u0000b", "/", ""])(
    "%j gives a safe name with its mark",
    (path) => {
      expect(named(path)).toMatch(/^analysis\/[A-Za-z0-9_][A-Za-z0-9._-]*-[0-9a-f]{6}\.md$/);
    },
  );

  test("a long path is cut to 120 bytes and marked", () => {
    const path = `${"very-long-folder-name/".repeat(10)}file.ts`;
    const file = named(path).slice("analysis/".length);
    expect(Buffer.byteLength(file)).toBeLessThanOrEqual(120);
    expect(file).toMatch(new RegExp(`-${hashOf(path, 6)}\\.md$`));
  });
});

test("a session's id is kept where it is a safe name", () => {
  check("session_summary", "sessions/760F230b-1_2.3.md", { session: "760F230b-1_2.3" });
  for (const session of ["../x", ".hidden", "a b", "con", "NUL.x", "日本", "x/y"]) {
    const path = fileNameFor("session_summary", { ...given, session });
    expect(path).toMatch(/^sessions\/[a-z0-9-]+-[0-9a-f]{6}\.md$/);
  }
  expect(Buffer.byteLength(fileNameFor("session_summary", { ...given, session: "x".repeat(500) }))).toBeLessThanOrEqual(
    9 + 120,
  );
});

test("a sub-agent's file is drawn again while its name is taken", () => {
  const draws = ["aaaa", "bbbb"];
  check("subagent", "subagent/2026-11-15_235958_use-wal_bbbb.md", {
    random: () => draws.shift() ?? "",
    taken: (path) => path.includes("aaaa"),
  });
});

test("a part names one of the fixed files, and nothing else", () => {
  check("progress", "progress/completed.md", { part: "completed" });
  check("user_profile", "technical.md", { part: "technical" });
  expect(() => fileNameFor("progress", { ...given, part: "../x" })).toThrow(CairnError);
});

test("fixed names and days are one file, taken or not", () => {
  check("log", "logs/2026/11/2026-11-15.md", { taken: () => true });
  check("master", "master.md", { taken: () => true });
});

test.each([
  ["decisions/deeper/x.md", "decision"],
  ["context/other.md", "task"],
  ["progress/other.md", "progress"],
  ["tech-debt/x.md", "tech_debt"],
  ["feedback.md", "user_profile"],
  ["feedback/x.md", "feedback"],
  ["x.md", undefined],
  ["nowhere/decisions/x.md", undefined],
  ["constructor/x.md", undefined],
] as const)("the path %s is that of a %s", (path, kind) => {
  expect(kindOfPath(path)).toBe(kind);
});

test.each([
  ["feedback.md", "agent", "feedback"],
  ["feedback.md", "project", "feedback"],
  ["feedback.md", "user", "user_profile"],
  ["preferences.md", "agent", undefined],
  ["preferences.md", "user", "user_profile"],
  ["project.md", "agent", "project_profile"],
  ["x.md", "agent", undefined],
] as const)("the path %s in a root of scope %s is that of a %s", (path, scope, kind) => {
  expect(kindOfPath(path, scope)).toBe(kind);
});

test.each(["MEMORY.md", "MEMORY-archive.md", "_index.md", "_index-archive.md", "_session.json"])(
  "%s is a view",
  (path) => {
    expect(isViewName(path)).toBe(true);
    expect(isMemoryPath(path)).toBe(false);
  },
);

test.each([
  ["index.md", true],
  ["decisions/x.md", true],
  ["decisions/SHOUTED.MD", true],
  ["topics/MEMORY.md", true],
  [".hidden.md", false],
  [".git/x.md", false],
  ["topics/.cairn-1-2.tmp", false],
  ["topics/.cairn-1.md", false],
  ["notes.txt", false],
])("a memory may lie at %s: %s", (path, may) => {
  expect(isMemoryPath(path)).toBe(may);
});
