/**
 * The server as the protocol's own programs see it: the official conformance suite, which is written for a server that
 * offers everything, the Inspector, and the packer of bundles. What Cairn does not offer it has to refuse in the protocol's words.
 */

import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { program } from "../../support/program.ts";
import { type Scene, scene } from "../scene.ts";
import { bridge } from "./mcp-bridge.ts";
import { type OtherName, otherProgram } from "./programs.ts";

const run = promisify(execFile);

/** What a client asks for, and what it is answered. */
const VERSIONS = [
  ["2024-11-05", "2024-11-05"],
  ["2025-03-26", "2025-03-26"],
  ["2025-06-18", "2025-06-18"],
  ["2025-11-25", "2025-11-25"],
  ["2026-07-28", "2025-11-25"],
] as const;

/** The suite names the tools of its own server; of these two the behaviour is what is judged, and ours has it. */
const OURS = {
  test_simple_text: { name: "status", arguments: {} },
  test_error_handling: { name: "show", arguments: { id: "there-is-none" } },
};

/** In the suite's order. What it says of streams and of foreign hosts it says of HTTP, which is the bridge's. */
const OFFERED = ["server-initialize", "ping", "tools-list", "tools-call-simple-text", "tools-call-error"];
const OF_HTTP = ["server-accepts-multiple-post-streams", "server-sse-streams-functional", /^localhost-host-/];
const REFUSED = /-32601: Method not found|-32602: There is no tool called test_/;

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

const envOf = (at: Scene) => ({ HOME: at.home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, LANG: "C.UTF-8" });

/** With the newer Node, which the suite needs. A suite that finds fault ends with another code than 0. */
async function runs(at: Scene, name: OtherName, words: readonly string[]): Promise<string> {
  const options = { cwd: at.project, env: envOf(at) };
  const ran = await run(otherProgram("node"), [otherProgram(name), ...words], options).catch((error) => error);
  return `${ran.stdout}${ran.stderr}`;
}

describe.each(VERSIONS)("a client that asks for %s", (asked, answered) => {
  test("the conformance suite passes in all that Cairn offers, and is refused the rest in the protocol's words", async () => {
    const at = await scene();
    const started = { command: process.execPath, words: [program(), "mcp"], cwd: at.project, env: envOf(at) };
    const server = await bridge(started, { protocolVersion: asked, tools: OURS });
    onTestFinished(() => server.stop());
    const results = at.folder("results");
    const said = await runs(at, "mcp-conformance", ["server", "--url", server.url, "-o", results]);

    const checks = readdirSync(results).flatMap(
      (folder) => JSON.parse(readFileSync(join(results, folder, "checks.json"), "utf8")) as Check[],
    );
    const own = checks.filter(
      ({ id }) => !OF_HTTP.some((one) => (typeof one === "string" ? one === id : one.test(id))),
    );
    const passed = own.filter(({ status }) => status === "SUCCESS").map(({ id }) => id);
    const failed = own.filter(({ status }) => status !== "SUCCESS");
    expect([said.slice(-2_000), passed.sort()]).toEqual([expect.anything(), [...OFFERED].sort()]);
    expect(failed.length).toBeGreaterThanOrEqual(20);
    expect(failed.filter(({ errorMessage = "" }) => !REFUSED.test(errorMessage))).toEqual([]);
    expect(new Set(server.spoken)).toEqual(new Set([answered]));
  });
});

test("the Inspector lists every tool with its annotations, keeps a memory and finds it", async () => {
  const at = await scene();
  const inspect = async (...words: readonly string[]) => {
    const server = ["--cli", process.execPath, program(), "mcp"];
    return JSON.parse(await runs(at, "mcp-inspector", [...server, "--method", ...words]));
  };
  const { tools } = await inspect("tools/list");
  expect(tools).toHaveLength(8);
  for (const { name, annotations } of tools) expect([name, annotations]).toEqual([name, expect.anything()]);
  const call = (name: string, given: string) => inspect("tools/call", "--tool-name", name, "--tool-arg", given);
  await call("remember", "text=We deploy on Tuesdays only");
  const found = await call("recall", "question=when do we deploy");
  expect(found.content).toEqual([{ type: "text", text: expect.stringContaining("We deploy on Tuesdays only") }]);
});

test("the bundle for desktop clients is one by their own packer: its manifest is valid, and it unpacks to the program", async () => {
  const at = await scene();
  const file = join(at.base, "cairn.mcpb");
  await run(process.execPath, ["scripts/mcpb.mjs", file]);
  const unpacked = join(at.base, "unpacked");
  await runs(at, "mcpb", ["unpack", file, unpacked]);
  expect(await runs(at, "mcpb", ["validate", join(unpacked, "manifest.json")])).toContain("validation passes");
  expect(readFileSync(join(unpacked, "server", "rest.cjs"))).toEqual(readFileSync("dist/plugin/rest.cjs"));
});
