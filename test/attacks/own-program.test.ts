/** Cairn's own program in an agent's shell: what is the person's to decide is asked before, as it is of its tools. */

import { expect, test } from "vitest";
import { cairnWith } from "../support/cairn-with.ts";
import { HostSession } from "../support/session.ts";

async function decisionOn(command: string, settings = {}, permission_mode = "default"): Promise<string | undefined> {
  const host = new HostSession(cairnWith({ settings }), "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11");
  await host.start();
  await host.prompt("Go on.");
  const told = await host.before("Bash", { command }, { permission_mode });
  return told === "" ? undefined : JSON.parse(told).hookSpecificOutput.permissionDecision;
}

const elsewhere = [
  "cd ../other && cairn recall vault",
  "(cd /home/you/other; cairn list)",
  "cairn recall vault --cwd ../other",
  "cairn recall vault --cwd=/home/you/other",
  'node "/x/cairn.cjs" show vault --cwd ../other',
  "cairn list --memory-dir ../other/memory",
];

test.each(elsewhere)("%s reads another project: the person is asked, or has said", async (command) => {
  expect(await decisionOn(command)).toBe("ask");
  expect(await decisionOn(command, {}, "bypassPermissions")).toBe("deny");
  expect(await decisionOn(command, { "recall.otherProjects": "deny" })).toBe("deny");
  expect(await decisionOn(command, { "recall.otherProjects": "allow" })).toBeUndefined();
});

test("so it is where the shell stands there already", async () => {
  const host = new HostSession(cairnWith(), "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11");
  await host.start();
  await host.prompt("Go on.");
  const told = await host.before("Bash", { command: "cairn list" }, { cwd: "/home/you/other" });
  expect(JSON.parse(told).hookSpecificOutput.permissionDecision).toBe("ask");
  expect(await host.before("Bash", { command: "cairn list" }, { cwd: host.cairn.project })).toBe("");
});

test.each([
  "cairn config set retrieval.enabled false",
  "cairn config reset",
  "node /x/cairn.cjs config set --project index.budgetTokens 100",
  "cairn uninstall --yes",
])("%s is done on the person's word", async (command) => {
  expect(await decisionOn(command)).toBe("ask");
});

test.each([
  "cairn recall vault",
  "cd src && cairn list",
  "cairn config show",
  "cairn config get retrieval.enabled",
  "cairn remember 'cairn config set is for the person'",
  "(cd ../other && ls); cairn list",
  "grep -rn 'cairn config set' docs",
])("%s needs no question of Cairn's", async (command) => {
  expect(await decisionOn(command)).toBeUndefined();
});
