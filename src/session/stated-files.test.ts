import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cairnWith, memoryText, type TestCairn } from "../../test/support/cairn-with.ts";
import { HostSession } from "../../test/support/session.ts";

const RULE = "Every deploy needs two approvals.";

async function begun(): Promise<{ cairn: TestCairn; host: HostSession; path: string }> {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: RULE, title: "Two approvals", kind: "constraint" });
  const session = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
  await cairn.ask("remember", { text: "The gate opens inwards.", title: "Gate" }, { surface: "mcp", session });
  const host = new HostSession(cairn, session);
  await host.start();
  await host.prompt("Go on.");
  return { cairn, host, path: cairn.path("constraints/two-approvals.md") };
}

async function decisionOn(host: HostSession, name: string, input: object, permission_mode = "default") {
  const told = await host.before(name, input, { permission_mode });
  return told === "" ? undefined : JSON.parse(told).hookSpecificOutput.permissionDecision;
}

test("a file of what was stated is changed past the tools where the person says so, and an agent's own at once", async () => {
  const { cairn, host, path } = await begun();
  const edits = (file_path: string): [string, object][] => [
    ["Write", { file_path, content: memoryText("two-approvals", "One is enough.") }],
    ["Edit", { file_path, old_string: "two", new_string: "no" }],
    ["MultiEdit", { file_path, edits: [{ old_string: "two", new_string: "no" }] }],
  ];
  for (const [name, input] of edits(path)) {
    expect([name, await decisionOn(host, name, input)]).toEqual([name, "ask"]);
    expect([name, await decisionOn(host, name, input, "bypassPermissions")]).toEqual([name, "deny"]);
  }
  for (const [name, input] of edits(cairn.path("project/gate.md")))
    expect([name, await decisionOn(host, name, input)]).toEqual([name, "allow"]);
  for (const [name, input] of edits(cairn.path("project/new.md")))
    expect([name, await decisionOn(host, name, input)]).toEqual([name, "allow"]);
});

const touches = [
  "rm -f %",
  "mv % /elsewhere/gone.md",
  "cp x.md %",
  "sed -i s/two/one/ %",
  "perl -pi -e s/two/one/ %",
  "echo gone > %",
  "echo more >> %",
  "tee % < x",
  "tee -a % < x",
  "truncate -s0 %",
  "dd if=/dev/null of=%",
  `python3 -c "open('%','w')"`,
  "git -C . rm %",
  "cd ^ && rm constraints/two-approvals.md",
  "rm -rf ^/constraints",
  "rm ^/constraints/*.md",
  "find ^ -name '*.md' -delete",
  "find ^ -name '*.md' | xargs rm",
  "rm -rf ~/.claude/projects",
];
const leaves = [
  "cat %",
  "grep -rn approvals ^",
  "ls -la ^ && wc -l %",
  "sed -n 1,20p %",
  "diff % x.md",
  "find ^ -name '*.md' | xargs cat",
  "rm ^/project/gate.md",
  "echo new > ^/topics/new.md",
  "cairn update two-approvals 'or one'",
  "rm -rf dist",
  "cp % backup.md",
  "tar czf backup.tgz ^",
  "ls ~/.claude",
];

test("so it is in a shell, with what removes, moves or writes it, and with nothing else", async () => {
  const { cairn, host, path } = await begun();
  const told = async (line: string) => {
    const command = line.replaceAll("%", path).replaceAll("^", cairn.root);
    return [line, await decisionOn(host, "Bash", { command })];
  };
  for (const line of touches) expect(await told(line)).toEqual([line, "ask"]);
  for (const line of leaves) expect(await told(line)).toEqual([line, undefined]);
});

test("an agent that writes the index does not take a line of what was stated out of it", async () => {
  const { cairn, host } = await begun();
  expect(cairn.read("MEMORY.md")).toContain("two-approvals");
  const file_path = cairn.path("MEMORY.md");
  const content = "# Memory\n\nMy own line.\n";
  cairn.write("MEMORY.md", content);
  await host.tool("Write", { file_path, content }, "ok");
  await host.stop();
  await host.end();
  await cairn.ask("rebuild", {});
  expect(cairn.read("MEMORY.md")).toContain("My own line.");
  expect(cairn.read("MEMORY.md")).toContain("two-approvals");
  expect(cairn.read("MEMORY.md")).not.toContain("gate.md");
});

test("and a person who takes it out has it out", async () => {
  const { cairn, host } = await begun();
  await host.stop();
  await host.end();
  writeFileSync(cairn.path("MEMORY.md"), "# Memory\n");
  cairn.write("MEMORY.md", "# Memory\n");
  await cairn.ask("rebuild", {});
  expect(cairn.read("MEMORY.md")).not.toContain("two-approvals");
});
