import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { setFaults } from "../../src/disk/faults.ts";
import { memoryText } from "../support/cairn-with.ts";
import { buildDriver, type Clone, pair, pairSetUp } from "./clones.ts";

afterEach(() => setFaults(undefined));

const FILE = "project/turnstile.md";
const WORDS = {
  title: "Turnstile",
  text: "The turnstile opens by badge alone.",
  kind: "project",
  scope: "team",
} as const;

function exchange(from: Clone, to: Clone): void {
  from.commit();
  from.push();
  to.pull();
}

/** Bob accepted what Ann brought; then she changed it, and he pulled that. */
async function changedByAnn(): Promise<{ ann: Clone; bob: Clone }> {
  const { ann, bob } = pair();
  await ann.cairn.ask("remember", WORDS);
  exchange(ann, bob);
  await bob.cairn.ask("team", { action: "review", accept: ["all"] });
  await ann.cairn.ask("update", { id: "team:turnstile", append: "Except on Sundays." });
  exchange(ann, bob);
  return { ann, bob };
}

test("history tells who brought what into the team's folder, and what was accepted here", async () => {
  const { bob } = await changedByAnn();
  const { changes, total } = await bob.cairn.ask("history", { id: "team:turnstile" });
  expect(total).toBe(3);
  expect(changes.filter(({ what }) => what === "committed").map(({ by, why }) => [by, why])).toEqual([
    ["Ann <ann@example.org>", "by Ann"],
    ["Ann <ann@example.org>", "by Ann"],
  ]);
  expect(changes.map(({ what }) => what)).toContain("accepted");
  expect((await bob.cairn.ask("history", { scope: "team" })).total).toBe(3);
});

test("a pulled change is taken back to what was accepted, by a change that can be taken back itself", async () => {
  const { ann, bob } = await changedByAnn();
  const pulled = bob.read(FILE);
  const { undone } = await bob.cairn.ask("undo", { change: "team:turnstile" });
  expect(undone).toMatchObject([{ id: "turnstile", what: "change by Ann", change: expect.stringMatching(/^git:/) }]);
  expect(bob.read(FILE)).not.toContain("Sundays");
  await bob.cairn.ask("undo", { change: undone[0]?.by ?? "" });
  expect(bob.read(FILE)).toBe(pulled);
  await bob.cairn.ask("undo", { change: "team:turnstile" }).catch(() => undefined);
  exchange(bob, ann);
  expect(ann.files()).toEqual(bob.files());
});

test("a pulled change is taken back by its commit; one that is new is retired, and a deletion comes back", async () => {
  const { ann, bob } = await changedByAnn();
  await ann.cairn.ask("remember", { ...WORDS, title: "Gate", text: "The gate has a guard." });
  await ann.cairn.ask("forget", { id: "team:turnstile" });
  exchange(ann, bob);
  const { changes } = await bob.cairn.ask("history", { id: "team:gate" });
  const { undone } = await bob.cairn.ask("undo", { change: changes[0]?.change ?? "" });
  expect(undone.map(({ id }) => id).sort()).toEqual(["gate", "turnstile"]);
  expect(bob.read("project/gate.md")).toContain("status: retired");
  expect(bob.read(FILE)).toContain("by badge alone");
  exchange(bob, ann);
  expect(ann.files()).toEqual(bob.files());
  expect((await bob.cairn.refusal("undo", { change: "git:abcdef0" })).code).toBe("NOT_FOUND");
});

test("what was pulled and never accepted goes back to what git had before, by a person alone", async () => {
  const { ann, bob } = pair();
  await ann.cairn.ask("remember", WORDS);
  ann.commit();
  await ann.cairn.ask("update", { id: "team:turnstile", append: "Except on Sundays." });
  exchange(ann, bob);
  const agent = { surface: "agent-shell", session: "s1" } as const;
  expect((await bob.cairn.refusal("undo", { change: "team:turnstile" }, agent)).code).toBe("SECURITY_ERROR");
  expect(bob.read(FILE)).toContain("Sundays");
  await bob.cairn.ask("undo", { change: "team:turnstile" });
  expect(bob.read(FILE)).toContain("by badge alone");
  expect(bob.read(FILE)).not.toContain("Sundays");
});

test("wherever the disk refuses while a pulled change is taken back, the file is one text or the other", async () => {
  const { bob } = await changedByAnn();
  const texts = [bob.read(FILE)];
  const accepted = texts[0]?.replace(/\n\nExcept on Sundays\./, "") ?? "";
  for (let at = 1; at < 60; at += 3) {
    let calls = 0;
    setFaults(({ call }) =>
      ["write", "rename", "link", "sync"].includes(call) && ++calls === at ? { error: "EIO" } : undefined,
    );
    const outcome = await bob.cairn.outcome("undo", { change: "team:turnstile" });
    setFaults(undefined);
    const now = bob.read(FILE);
    expect(now.includes("by badge alone") && Object.keys(bob.files()).every((name) => name.endsWith(".md"))).toBe(true);
    if (outcome.ok) expect(now).not.toContain("Sundays");
    if (!now.includes("Sundays")) {
      expect(now.length).toBeLessThan(accepted.length + 1);
      bob.git("checkout", "-q", "--", ".claude/memory");
    }
  }
});

test("status says where the team's memory is, what waits and what is in conflict", async () => {
  const { bob } = await changedByAnn();
  const { team } = await bob.cairn.ask("status", {});
  expect(team).toEqual({
    path: join(bob.cairn.project, ".claude", "memory"),
    memories: 1,
    waiting: 1,
    conflicts: [],
    pastAge: [],
  });
  await bob.cairn.ask("team", { action: "review", accept: ["all"] });
  expect((await bob.cairn.ask("status", {})).team?.waiting).toBe(0);
});

test("what was declined is listed with its reason, and can be let in after all", async () => {
  const { bob } = await changedByAnn();
  await bob.cairn.ask("team", { action: "review", decline: ["turnstile"], reason: "not so" });
  const { kept_out } = await bob.cairn.ask("team", { action: "review" });
  expect(kept_out).toMatchObject([{ id: "team:turnstile", reason: "not so" }]);
  expect((await bob.cairn.ask("team", { action: "review", accept: ["all"] })).accepted).toEqual([]);
  await bob.cairn.ask("team", { action: "review", accept: ["turnstile"] });
  expect(
    (await bob.cairn.ask("recall", { question: "turnstile badge" })).hits.map(({ memory }) => memory.reviewed),
  ).toEqual([undefined]);
  expect((await bob.cairn.ask("team", { action: "review" })).kept_out).toEqual([]);
});

test("everything an author ever touched is revoked, also where somebody else changed it last", async () => {
  const { ann, bob } = await changedByAnn();
  await bob.cairn.ask("team", { action: "review", accept: ["all"] });
  await bob.cairn.ask("update", { id: "team:turnstile", tags: ["door"] });
  exchange(bob, ann);
  const { declined } = await bob.cairn.ask("team", { action: "review", revoke: "Ann" });
  expect(declined).toEqual(["team:turnstile"]);
});

test("a review shows words and keys, names another author than git's, and leaves out what is only counted", async () => {
  const { ann, bob } = pair();
  const place = join(ann.cairn.project, ".claude", "memory", "project");
  mkdirSync(place, { recursive: true });
  const text = memoryText("door", "The door is open.").replace("metadata:", "metadata:\n  source: { author: Zoe }");
  writeFileSync(join(place, "door.md"), text);
  exchange(ann, bob);
  const [one] = (await bob.cairn.ask("team", { action: "review" })).pending ?? [];
  expect(one).toMatchObject({ author: "Ann", claims: "Zoe" });
  expect(one?.lines.join("\n")).toContain("+ The door is open.");
  expect(one?.lines.join("\n")).not.toMatch(/created|updated|\+ ---/);
});

test("a line of attributes that would win over the team's fails the check", async () => {
  const { ann } = pair();
  await ann.cairn.ask("remember", WORDS);
  const check = async () =>
    (await ann.cairn.ask("team", { action: "check" })).findings?.map(({ rule, level }) => `${rule} ${level}`);
  expect(await check()).toEqual(["set-up warning"]);
  const line = ".claude/memory/**/*.md text eol=lf merge=cairn\n";
  for (const [more, rules] of [
    ["", []],
    ["*.md merge=union\n", ["attributes error"]],
    [".claude/memory/project/* -merge\n", ["attributes error"]],
    ["*.md filter=evil\n", ["attributes error"]],
    ["*.md working-tree-encoding=UTF-16\n", ["attributes error"]],
    ["*.md ident eol=crlf\n", ["attributes error"]],
  ] as const) {
    writeFileSync(join(ann.cairn.project, ".gitattributes"), line + more);
    const found = (await check())?.filter((one) => one !== "set-up warning");
    expect([more, [...new Set(found)]]).toEqual([more, rules]);
  }
  writeFileSync(join(ann.cairn.project, ".gitattributes"), line);
  writeFileSync(join(ann.cairn.project, ".claude", ".gitattributes"), "memory/** merge=ours\n");
  expect(await check()).toContain("attributes error");
});

test("the hook stops a commit of a secret that was staged, lets others be, and uninstall takes it and the driver out", async () => {
  buildDriver();
  const { ann } = await pairSetUp();
  const token = `ghp_${"A1b2C3d4E5".repeat(4).slice(0, 36)}`;
  const { changes } = await ann.cairn.ask("team", { action: "setup", hook: true, workflow: true }, { confirmed: true });
  expect(changes?.map(({ where }) => where)).toHaveLength(2);
  expect((await ann.cairn.ask("team", { action: "setup", hook: true, workflow: true })).action).toBe("unchanged");
  ann.commit("workflow");
  expect(existsSync(join(ann.cairn.project, ".github", "workflows", "team-memory.yml"))).toBe(true);
  const place = join(ann.cairn.project, ".claude", "memory", "project");
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "leak.md"), memoryText("leak", `The token is ${token}.`));
  ann.git("add", "-A");
  // It stands no longer in the folder, but it would be committed.
  writeFileSync(join(place, "leak.md"), memoryText("leak", "Nothing here."));
  expect(ann.tries("commit", "-q", "-m", "leak")).not.toBe(0);
  ann.git("add", "-A");
  expect(ann.tries("commit", "-q", "-m", "clean")).toBe(0);
  const { clone } = await ann.cairn.ask("uninstall", {}, { confirmed: true });
  expect(clone).toHaveLength(2);
  expect(ann.tries("config", "--get", "merge.cairn.driver")).not.toBe(0);
  expect(existsSync(join(ann.cairn.project, ".git", "hooks", "pre-commit"))).toBe(false);
  expect((await ann.cairn.ask("uninstall", {}, { confirmed: true })).clone).toEqual([]);
});

test("somebody's own hook is left alone, and setup says what to do", async () => {
  buildDriver();
  const { ann } = await pairSetUp();
  const hook = join(ann.cairn.project, ".git", "hooks", "pre-commit");
  mkdirSync(join(hook, ".."), { recursive: true });
  writeFileSync(hook, "#!/bin/sh\nexit 0\n");
  const { action, notes } = await ann.cairn.ask("team", { action: "setup", hook: true });
  expect([action, notes?.[0]]).toEqual(["unchanged", expect.stringContaining("cairn team check")]);
});

test("a hook of Cairn's with a line of yours in it is yours: neither setup nor uninstall touches it", async () => {
  buildDriver();
  const { ann } = await pairSetUp();
  const hook = join(ann.cairn.project, ".git", "hooks", "pre-commit");
  const setUp = () => ann.cairn.ask("team", { action: "setup", hook: true }, { confirmed: true });
  await setUp();
  const ours = readFileSync(hook, "utf8");
  for (const mine of [`${ours}npm run lint\n`, ours.replace("git diff", "npm run lint\ngit diff")]) {
    writeFileSync(hook, mine);
    expect((await setUp()).notes?.[0]).toContain("cairn team check");
    await ann.cairn.ask("uninstall", {}, { confirmed: true });
    expect(readFileSync(hook, "utf8")).toBe(mine);
  }
  // As it was before, and of another node: ours.
  writeFileSync(hook, ours.replace(/\[ -x .* && /, "").replaceAll(process.execPath, "/it'\\''s/gone"));
  expect((await setUp()).notes ?? []).toEqual([]);
  expect(readFileSync(hook, "utf8")).toBe(ours);
});

test("where node is gone the hook lets commits be, and where git looks for hooks elsewhere setup says so", async () => {
  buildDriver();
  const { ann } = await pairSetUp();
  const hook = join(ann.cairn.project, ".git", "hooks", "pre-commit");
  await ann.cairn.ask("team", { action: "setup", hook: true }, { confirmed: true });
  writeFileSync(hook, readFileSync(hook, "utf8").replaceAll(process.execPath, "/gone/node"));
  await ann.cairn.ask("remember", { title: "Port", text: "The port is 8080.", kind: "project", scope: "team" });
  ann.git("add", "-A");
  expect(ann.tries("commit", "-q", "-m", "port")).toBe(0);
  writeFileSync(join(ann.cairn.home, ".gitconfig"), "[core]\n\thooksPath = ~/hooks\n");
  expect((await ann.cairn.ask("team", { action: "setup", hook: true })).notes?.[0]).toContain("cairn team check");
});
