import { expect, test } from "vitest";
import { isBySsh, refusePassword, syncPlaceOf } from "./address.ts";
import { sshCommand } from "./git-run.ts";
import { hindranceOf, isProjectNote, projectPlace, sharedPathOf } from "./shared-path.ts";

const from = { cwd: "/srv/app", home: "/home/me" };

test.each([
  ["git@example.org:me/memory.git", "git", "git@example.org:me/memory.git"],
  ["ssh://git@example.org:2222/me/memory.git", "git", "ssh://git@example.org:2222/me/memory.git"],
  ["https://example.org/me/memory.git", "git", "https://example.org/me/memory.git"],
  ["file:///srv/memory.git", "git", "file:///srv/memory.git"],
  ["/srv/none/memory.git", "git", "/srv/none/memory.git"],
  ["../Shared", "folder", "/srv/Shared"],
  ["~/Shared", "folder", "/home/me/Shared"],
  ["Shared", "folder", "/srv/app/Shared"],
])("%s is a %s", (given, kind, at) => {
  expect(syncPlaceOf(given, from)).toMatchObject({ kind, at });
});

test.each([
  "--upload-pack=touch x",
  "-oProxyCommand=x",
  "ext::sh -c touch% x",
  "fd::7",
  "transport::address",
  "::x",
  "ftp://example.org/x",
  "",
  "a\nb",
  "a\u202eb",
])("%j is refused", (given) => {
  expect(() => syncPlaceOf(given, from)).toThrow(/Nothing was done/);
});

test("a password is neither kept nor told", () => {
  const place = syncPlaceOf("https://me:hunter2hunter2@example.org/me/memory.git", from);
  expect(place.shown).not.toContain("hunter2");
  expect(() => refusePassword(place)).toThrow(/password/);
  const token = syncPlaceOf(`https://ghp_${"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"}@example.org/me/memory.git`, from);
  expect(token.shown).not.toContain("ghp_A1");
  expect(() => refusePassword(token)).toThrow(/password/);
  for (const given of [
    "https://a9f3k2m8q1x7@example.org/me/memory.git",
    "http://me:hunt@a9f3k2m8q1x7@example.org/me/memory.git",
    "ssh://me:hunt@a9f3k2m8q1x7@example.org/me/memory.git",
  ]) {
    const user = syncPlaceOf(given, from);
    expect(user.shown).toBe(given.replace(/[^/]+@/, ""));
    expect(() => refusePassword(user)).toThrow(/user, a password/);
  }
  expect(() => refusePassword(syncPlaceOf("ssh://git@example.org/me/memory.git", from))).not.toThrow();
  expect(() => refusePassword(syncPlaceOf("git@example.org:me/memory.git", from))).not.toThrow();
});

test.each([
  "../x.md",
  "a/../x.md",
  "/x.md",
  "a//x.md",
  ".git/x.md",
  "a/.x.md",
  "a\\x.md",
  "a/%2e%2e/x.md",
  "a/..%2fx.md",
  "a/．．/x.md",
  "a/x\u0000.md",
  "a/x\u202e.md",
  "con.md",
  "a/aux.md",
  "MEMORY.md",
  "_index.md",
  "a/x.MD",
  "a/x.txt",
  "a/b/c/d/e/f/g/h/i.md",
  `a/${"x".repeat(300)}.md`,
])("no memory is taken by the name %j", (inner) => {
  expect(hindranceOf(inner)).toEqual(expect.any(String));
  expect(sharedPathOf(`user/${inner}`)).toEqual(expect.any(String));
});

test("ordinary names are taken, and mean one root and one path", () => {
  expect(sharedPathOf("user/feedback/tabs.md")).toEqual({ root: "user", inner: "feedback/tabs.md" });
  expect(sharedPathOf("projects/widget-0123/memory/decisions/2025-06-02_001_größe.md")).toEqual({
    root: "projects/widget-0123",
    inner: "decisions/2025-06-02_001_größe.md",
  });
  expect(sharedPathOf("projects/widget-0123/x.md")).toEqual(expect.any(String));
});

test("a project has the same folder there on every machine, and another one than a fork or who took its address over", () => {
  const seen = (remote: string | undefined, rootCommit: string | undefined, noted: readonly string[] = []) =>
    projectPlace({ remote, rootCommit, shallow: rootCommit === undefined }, "x", new Set(noted))?.root;
  const root = seen("example.org/me/widget", "c0ffee");
  expect(root).toMatch(/^projects\/widget-[0-9a-f]{12}$/);
  expect(seen("example.org/me/widget", undefined)).toBe(root);
  expect(seen("example.org/you/widget", "c0ffee")).not.toBe(root);
  const notes = projectPlace(
    { remote: "example.org/me/widget", rootCommit: "c0ffee", shallow: false },
    "x",
    new Set(),
  )?.notes;
  expect(seen("example.org/me/widget", "c0ffee", notes)).toBe(root);
  expect(seen("example.org/me/widget", "other", notes)).not.toBe(root);
  expect(seen(undefined, undefined)).toBeUndefined();
  expect(seen(undefined, "c0ffee")).toMatch(/^projects\/project-/);
});

test("a clone without a remote is matched by its first commit where that is one project, and stays where it was", () => {
  const placeOf = (remote: string | undefined, noted: readonly string[], key = "x") =>
    projectPlace({ remote, rootCommit: "c0ffee", shallow: false }, key, new Set(noted))!;
  const [mine, fork] = ["example.org/me/widget", "example.org/you/widget"];
  const there = placeOf(mine, []);
  const joined = placeOf(undefined, there.notes, "y");
  expect(joined.root).toBe(there.root);
  expect(placeOf(mine, [...there.notes, ...joined.notes]).root).toBe(there.root);
  // A fork comes: who is noted stays, who is new cannot be matched.
  const three = [...there.notes, ...joined.notes, ...placeOf(fork, there.notes).notes];
  expect(placeOf(fork, there.notes).root).not.toBe(there.root);
  expect(placeOf(undefined, three, "y").root).toBe(there.root);
  const apart = placeOf(undefined, three, "z");
  expect(apart.root).toMatch(/^projects\/project-/);
  expect(placeOf(mine, [...three, ...apart.notes]).root).toBe(there.root);
  expect(placeOf(undefined, [...three, ...apart.notes], "z").root).toBe(apart.root);

  // The other way round: who has no remote was there first.
  const nameless = placeOf(undefined, [], "y");
  const first = placeOf(mine, nameless.notes);
  expect(first.root).toBe(nameless.root);
  const two = [...nameless.notes, ...first.notes];
  expect(placeOf(mine, two, "w").root).toBe(nameless.root);
  const other = placeOf(fork, two);
  expect(other.root).not.toBe(nameless.root);
  const all = [...two, ...other.notes];
  expect([placeOf(mine, all), placeOf(undefined, all, "y"), placeOf(fork, all)].map(({ root }) => root)).toEqual([
    nameless.root,
    nameless.root,
    other.root,
  ]);
  expect(nameless.notes.concat(first.notes, other.notes).filter((note) => !isProjectNote(note))).toEqual([]);
});

test("ssh is run as the person's git says, without asking anybody", () => {
  const quiet = "-o BatchMode=yes -o ConnectTimeout=15";
  expect(sshCommand("")).toBe(`ssh ${quiet}`);
  expect(sshCommand("ssh -i ~/.ssh/memory")).toBe(`ssh ${quiet} -i ~/.ssh/memory`);
  expect(sshCommand("/usr/bin/ssh")).toBe(`/usr/bin/ssh ${quiet}`);
  expect(sshCommand("plink -batch")).toBe("plink -batch");
  const isSsh = (at: string) => isBySsh(syncPlaceOf(at, from));
  expect(["git@example.org:me/memory.git", "ssh://git@example.org/me/memory.git"].map(isSsh)).toEqual([true, true]);
  expect(["https://example.org/me/memory.git", "file:///x/memory.git", "/x/memory.git"].map(isSsh)).toEqual([
    false,
    false,
    false,
  ]);
});
