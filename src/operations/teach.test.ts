import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { cairnWith, type InputOf } from "../../test/support/cairn-with.ts";
import { contextIn, say } from "../../test/support/host.ts";
import { setFaults } from "../disk/faults.ts";
import { withoutSection, withSection } from "../install/sections.ts";

class Desk {
  readonly cairn = cairnWith();

  at(file: string): string {
    return join(this.cairn.project, file);
  }

  read(file = "AGENTS.md"): string {
    return readFileSync(this.at(file), "utf8");
  }

  write(text: string, file = "AGENTS.md"): void {
    writeFileSync(this.at(file), text);
  }

  teach(input: InputOf<"teach"> = {}) {
    return this.cairn.ask("teach", input, { confirmed: true });
  }
}

test("agents are taught where the memory is, how to read, search and keep, in a marked section", async () => {
  const desk = new Desk();
  expect((await desk.cairn.refusal("teach", {})).code).toBe("CONFIRMATION_NEEDED");
  expect(existsSync(desk.at("AGENTS.md"))).toBe(false);
  await desk.teach({ breadcrumb: true });
  const text = desk.read();
  for (const words of [
    "MEMORY.md",
    "Read the files",
    "cairn recall",
    "cairn remember",
    "state.md",
    "ignore memory",
    "MEMORY_BREADCRUMB: project |",
  ])
    expect(text).toContain(words);
  expect(text).not.toContain(desk.cairn.home);
  expect((await desk.teach({ breadcrumb: true })).changes).toEqual([]);
  // What Gemini CLI reads.
  await desk.teach({ file: ["GEMINI.md"] });
  expect(desk.read("GEMINI.md")).toContain("cairn recall");
});

test("A11: where agents have a folder, their instructions teach them to save to their own memory, and stay fresh", async () => {
  const desk = new Desk();
  mkdirSync(desk.at(".agents"));
  await desk.teach();
  for (const file of ["AGENTS.md", ".agents/SYSTEM.md"])
    expect(desk.read(file)).toContain('cairn remember "<it>" --agent <squad>/<name>');
  expect((await desk.teach()).changes).toEqual([]);
  await desk.teach({ remove: true });
  expect(existsSync(desk.at(".agents/SYSTEM.md"))).toBe(false);
});

test("what was put in is taken out byte for byte, and a file made for it goes", async () => {
  for (const before of [undefined, "", "# Mine\n", "# Mine", "# Mine\r\n\r\nMore.\r\n", "\n\n"]) {
    const desk = new Desk();
    if (before !== undefined) desk.write(before);
    await desk.teach();
    expect(desk.read().startsWith(before ?? "")).toBe(true);
    await desk.teach({ remove: true });
    expect(existsSync(desk.at("AGENTS.md")) ? desk.read() : undefined).toBe(before);
    expect((await desk.teach({ remove: true })).changes).toEqual([]);
    expect(existsSync(join(desk.cairn.cairnHome, "install.json"))).toBe(false);
  }
});

test("every later edit around the section is kept, and a section somebody changed is theirs", async () => {
  const desk = new Desk();
  desk.write("# Mine\n");
  await desk.teach();
  desk.write(`Before.\n${desk.read()}After.\n`);
  await desk.teach({ breadcrumb: true });
  expect(desk.read()).toMatch(
    /^Before\.\n# Mine\n\n<!-- cairn: begin[\s\S]*MEMORY_BREADCRUMB[\s\S]*<!-- cairn: end -->\nAfter\.\n$/,
  );
  await desk.teach({ remove: true });
  expect(desk.read()).toBe("Before.\n# Mine\nAfter.\n");
  await desk.teach();
  desk.write(desk.read().replace("## Memory", "## Our memory"));
  const changed = desk.read();
  expect((await desk.teach()).notes).toEqual([expect.stringContaining("changed by somebody")]);
  expect((await desk.teach({ remove: true })).notes).toEqual([expect.stringContaining("by hand")]);
  expect(desk.read()).toBe(changed);
});

test("a section that says what teach would not say any more is named by doctor and at a session's start", async () => {
  const desk = new Desk();
  desk.write("# Mine\n");
  await desk.teach({ breadcrumb: true });
  const told = async (session_id: string) => {
    const { checks } = await desk.cairn.ask("doctor", {});
    const start = { hook_event_name: "SessionStart", session_id, source: "startup" };
    const line = contextIn(await say(desk.cairn, start)).includes("AGENTS.md is out of date: cairn teach --breadcrumb");
    return [checks.find(({ what }) => what === "teach")?.next, line];
  };
  expect(await told("s1")).toEqual([undefined, false]);
  await desk.cairn.ask("config", { action: "set", key: "team.enabled", value: "true" });
  expect(await told("s2")).toEqual(["Renew it with cairn teach --breadcrumb.", true]);
  const stale = desk.read();
  desk.write(stale.replace("## Memory", "## Ours"));
  expect(await told("s3")).toEqual([undefined, false]);
  desk.write(stale);
  await desk.teach({ breadcrumb: true });
  expect(await told("s4")).toEqual([undefined, false]);
});

test("two names of one file are one file, a link out of the project is refused, and the person's own file works too", async () => {
  const desk = new Desk();
  desk.write("# Mine\n");
  symlinkSync("AGENTS.md", desk.at("CLAUDE.md"));
  const { changes } = await desk.teach({ file: ["AGENTS.md", "CLAUDE.md"] });
  expect(changes.map(({ path }) => path)).toEqual([desk.at("AGENTS.md")]);
  rmSync(desk.at("CLAUDE.md"));
  writeFileSync(join(desk.cairn.base, "outside.md"), "Not yours.");
  symlinkSync(join(desk.cairn.base, "outside.md"), desk.at("CLAUDE.md"));
  expect((await desk.cairn.refusal("teach", { file: ["CLAUDE.md"] })).code).toBe("PATH_ERROR");
  await desk.teach({ scope: "user" });
  expect(readFileSync(join(desk.cairn.home, ".claude", "CLAUDE.md"), "utf8")).toContain("## Memory");
});

test("taking Cairn out of the host says what is still taught, and the receipt of it stays", async () => {
  const desk = new Desk();
  await desk.teach();
  const { notes } = await desk.cairn.ask("uninstall", {}, { confirmed: true });
  expect(notes).toEqual([expect.stringContaining("teach --remove")]);
  await desk.teach({ remove: true });
  expect(existsSync(desk.at("AGENTS.md"))).toBe(false);
});

test("whichever write the disk refuses, the file is whole, and the same again finishes it", async () => {
  for (let n = 1; n < 80; n++) {
    const desk = new Desk();
    desk.write("# Mine\n");
    let left = n;
    let hit = false;
    onTestFinished(() => setFaults(undefined));
    setFaults(({ call }) => {
      if (!["write", "rename", "link", "sync", "unlink"].includes(call) || --left !== 0) return undefined;
      hit = true;
      return { error: "ENOSPC" };
    });
    await desk.cairn.outcome("teach", {}, { confirmed: true });
    setFaults(undefined);
    expect(["# Mine\n", expect.stringContaining("cairn: end -->\n")]).toContainEqual(desk.read());
    await desk.teach();
    await desk.teach({ remove: true });
    expect([n, desk.read()]).toEqual([n, "# Mine\n"]);
    if (!hit) break;
  }
});

test("whatever a file says, putting the section in and taking it out leaves it as it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "\r\n", "# ", "<!-- ", "-->", " ") }), (text) => {
      const done = withSection(text, "Words.", undefined)!;
      expect(withoutSection(done.text, done.section)).toBe(text);
      const renewed = withSection(done.text, "Other words.", done.section)!;
      expect(withoutSection(renewed.text, renewed.section)).toBe(text);
    }),
  );
});

test("several projects that teach at once are all on the receipt, and the file is for everybody", async () => {
  const { cairn } = new Desk();
  const folders = Array.from({ length: 6 }, (_, n) => join(cairn.base, `p${n}`));
  for (const cwd of folders) mkdirSync(cwd);
  await Promise.all(folders.map((cwd) => cairn.ask("teach", {}, { cwd, confirmed: true })));
  const { sections } = JSON.parse(readFileSync(join(cairn.cairnHome, "install.json"), "utf8"));
  expect(sections.map(({ file }: { file: string }) => file).sort()).toEqual(
    folders.map((cwd) => join(cwd, "AGENTS.md")),
  );
  const { mode } = statSync(join(folders[0] ?? "", "AGENTS.md"));
  expect(mode & 0o777).toBe(0o666 & ~process.umask());
});

test("a section whose end is lost gets no second one beside it, and a doubled one goes whole", async () => {
  const desk = new Desk();
  desk.write("# Mine\n");
  await desk.teach();
  const [whole, end] = [desk.read(), "<!-- cairn: end -->\n"];
  desk.write(whole.replace(end, ""));
  for (const remove of [false, true]) {
    const { changes, notes } = await desk.teach({ remove });
    expect([changes, notes]).toEqual([[], [expect.stringContaining("was changed by somebody")]]);
  }
  desk.write(`${whole}Between.\n${whole.slice("# Mine\n\n".length)}`);
  await desk.teach({ remove: true });
  expect(desk.read()).toBe("# Mine\nBetween.\n");
});
