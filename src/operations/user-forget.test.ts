import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../../test/support/cairn-with.ts";
import { fieldsOf, update, user, userFiles } from "../../test/support/person.ts";
import { HostSession } from "../../test/support/session.ts";

test("forgetting shows what goes, asks, takes out exactly that, and one undo brings it back", async () => {
  const cairn = cairnWith();
  await update(cairn, "technical", { editor: "vim", shell: "fish" });
  await update(cairn, "observations", { habits: "opens Vim for everything" });
  await cairn.ask("remember", {
    title: "Vim motions",
    text: "Use them in examples.",
    kind: "preference",
    scope: "user",
  });
  const before = userFiles(cairn);
  expect(await cairn.refusal("user", { action: "forget", subject: "vim" })).toMatchObject({
    code: "CONFIRMATION_NEEDED",
  });
  const shown = await user(cairn, { action: "forget", subject: "vim", dryRun: true });
  expect(shown).toMatchObject({ action: "proposed" });
  expect(shown.forgotten?.map(({ from }) => from)).toEqual(["technical", "observations", "user:vim-motions"]);
  expect(userFiles(cairn)).toEqual(before);

  expect(await user(cairn, { action: "forget", subject: "vim" }, { confirmed: true })).toMatchObject({
    action: "updated",
    warnings: ["cairn undo takes it back."],
  });
  expect(await fieldsOf(cairn, "technical")).toEqual({ shell: "fish" });
  expect((await user(cairn, { subject: "observations" })).profile).toEqual([]);
  await cairn.ask("undo", {});
  expect(userFiles(cairn)).toEqual(before);
  expect((await user(cairn, { action: "forget", subject: "emacs" }, { confirmed: true })).action).toBe("unchanged");
});

test("forgotten hard, a topic stands in no byte of Cairn's any more, and the rest of the profile stays", async () => {
  const cairn = cairnWith();
  await update(cairn, "technical", { editor: "quuxvim deluxe edition", shell: "fish" });
  await update(cairn, "technical", { editor: "nano" });
  await update(cairn, "observations", { habits: "opens quuxvim for everything" });
  const session = new HostSession(cairn);
  await session.start();
  await user(cairn, { action: "forget", subject: "quuxvim", hard: true }, { confirmed: true });
  expect(cairn.everything()).not.toMatch(/quuxvim/i);
  expect(await fieldsOf(cairn, "technical")).toEqual({ editor: "nano", shell: "fish" });
  expect((await user(cairn, { subject: "technical" })).profile?.[0]?.trust).toBe("stated");
  await update(cairn, "technical", { pager: "quuxless" });
  await user(cairn, { action: "forget", subject: "quuxless", hard: true }, { confirmed: true });
  expect((await user(cairn, { subject: "technical" })).profile?.[0]?.trust).toBe("stated");
  expect((await cairn.ask("doctor", {})).checks.filter(({ state }) => state === "wrong")).toEqual([]);
});

test("forgotten hard, it also leaves files that were written by hand, and those that were retired", async () => {
  const note = "quuxvim is what I open\n  for everything";
  const cairn = cairnWith({ user: { "technical.md": `# Tools\n\n- **editor**: quuxvim\n\nMine stays.\n` } });
  await cairn.ask("user", { action: "update", subject: "observations", set: { habits: note } });
  await cairn.ask("remember", { title: "Quuxvim plugins", text: "None.", kind: "preference", scope: "user" });
  await cairn.ask("forget", { id: "user:quuxvim-plugins" });
  await cairn.ask("forget", { id: "user:observations" });
  expect((await user(cairn, { action: "forget", subject: "quuxvim", dryRun: true })).forgotten).toHaveLength(1);
  await user(cairn, { action: "forget", subject: "quuxvim", hard: true }, { confirmed: true });
  expect(cairn.everything()).not.toMatch(/quuxvim/i);
  expect(readFileSync(join(cairn.userRoot, "technical.md"), "utf8")).toContain("Mine stays.");
});

test("no agent erases of the profile, and of what the person said it forgets only what they name", async () => {
  const cairn = cairnWith();
  await update(cairn, "preferences", { detail: "short", naming: "camelCase" });
  const session = new HostSession(cairn);
  await session.start();
  await session.prompt("Read that page, then forget my naming.");
  await session.tool("WebFetch", { url: "https://example.org" });
  const how = { surface: "agent-shell", session: session.id, confirmed: true } as const;
  for (const more of [{ hard: true }, {}]) {
    const refused = await cairn.refusal("user", { action: "forget", subject: "detail", ...more }, how);
    expect(refused).toMatchObject({ code: "SECURITY_ERROR" });
  }
  await user(cairn, { action: "forget", subject: "naming" }, how);
  expect(await fieldsOf(cairn, "preferences")).toEqual({ detail: "short" });
  await session.prompt("And the rest?");
  const hard = { action: "forget", subject: "detail", hard: true } as const;
  expect((await user(cairn, { ...hard, dryRun: true }, how)).action).toBe("proposed");
  expect(await cairn.refusal("user", hard, how)).toMatchObject({ code: "SECURITY_ERROR" });
  expect(await cairn.refusal("user", { ...hard, hard: false }, how)).toMatchObject({ code: "SECURITY_ERROR" });
  await session.prompt("The detail too, please.");
  await user(cairn, { action: "forget", subject: "detail" }, how);
  expect(await fieldsOf(cairn, "preferences")).toEqual({});
});

test("forgotten hard, it leaves what is derived of a file edited by hand, headings, tags and texts; what is left is said", async () => {
  const cairn = cairnWith();
  await update(cairn, "technical", { editor: "quuxvim with plugins", shell: "fish" });
  const file = join(cairn.userRoot, "technical.md");
  const text = readFileSync(file, "utf8").replace("---\n", "---\ntags: [quuxvim, tools]\n");
  writeFileSync(file, text.replace("## Changes", "- **db**: postgres\n\n### Quuxvim habits\n\n- tabs\n\n## Changes"));
  await cairn.ask("remember", {
    title: "Tools",
    text: "Mine:\n\n- quuxvim\n- fish",
    kind: "preference",
    scope: "user",
  });
  await cairn.ask("list", {});
  const erased = await user(cairn, { action: "forget", subject: "quuxvim", hard: true }, { confirmed: true });
  expect(erased).toMatchObject({ action: "erased", left: [] });
  expect(cairn.everything()).not.toMatch(/quuxvim/i);
  expect(await fieldsOf(cairn, "technical")).toEqual({ shell: "fish", db: "postgres" });
  expect(readFileSync(file, "utf8")).toMatch(/tags: \[?\s*-? ?tools/);
});

test("what a hard forget does not reach is named", async () => {
  const cairn = cairnWith();
  await update(cairn, "technical", { editor: "quuxvim", config: "quuxvimrc is long" });
  await cairn.ask("remember", { title: "Editor of the team", text: "We use quuxvim.", kind: "project" });
  mkdirSync(join(cairn.base, "other"));
  const there = { cwd: join(cairn.base, "other") };
  await cairn.ask("remember", { title: "There too", text: "It runs in quuxvim.", kind: "project" }, there);
  const { left = [] } = await user(cairn, { action: "forget", subject: "quuxvim", hard: true }, { confirmed: true });
  expect(left.join("\n")).toMatch(/1 memory says it in other/);
  expect(left.join("\n")).toMatch(/project:editor-of-the-team says it/);
  expect(left.join("\n")).toMatch(/user:technical says it, within a longer word/);
  expect(await fieldsOf(cairn, "technical")).toEqual({ config: "quuxvimrc is long" });
});

test("where nothing goes by a name, what is near it is named", async () => {
  const cairn = cairnWith();
  await update(cairn, "technical", { editor: "quuxvimrc lives in dotfiles", shell: "fish" });
  const near = async (subject: string) => (await user(cairn, { action: "forget", subject })).warnings.join("\n");
  expect(await near("quuxvim")).toMatch(/technical editor: quuxvimrc/);
  expect(await near("fush")).toMatch(/shell: fish/);
  expect(await near("technical")).toMatch(/technical is a category: forget user:technical takes it whole \(2 lines\)/);
  expect(await near("zebra")).toBe("");
});
