import { readFileSync, readdirSync, writeFileSync, mkdirSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { test } from "vitest";
import { cairn, cairnClient, tool, keepBoth, aboutLocks, locks, told } from "./cairn-plugin.ts";
import { clientVersions } from "./install.ts";
import { scene } from "./scene.ts";
import { call, printScript, say, calls, tooLong } from "./script.ts";
import { blocksOf, injectedIn, placesIn } from "./wire.ts";

const L = (...x: unknown[]) => console.log(...x.map((y) => typeof y === "string" ? y : JSON.stringify(y, null, 1)));
const results = (at: any) => placesIn(at.model.last().body).filter(({ where }) => where.endsWith("tool_result"));
test.each(clientVersions)("explore kill %s", async (version) => {
  const at = await scene();
  keepBoth(at);
  const client = cairnClient(at, { version });
  let go = () => {};
  const killed = new Promise<void>((r) => { go = r; });
  at.model.obey({ when: { kind: "main", prompt: /^work/ }, steps: [{ ...call("Write", { file_path: at.project + "/a.txt", content: "x" }), after: killed }, tool("remember", { text: "The kettle is blue in the office of the south" }), say("over")] });
  const running = client.run("work now");
  await at.model.seen({ kind: "main" });
  const servers = client.running().filter(({ command }) => /cairn\.cjs mcp/.test(command));
  L(version, servers);
  for (const { pid } of servers) process.kill(pid, "SIGKILL");
  await new Promise((r) => setTimeout(r, 200));
  go();
  const run = await running;
  L(version, run.code, run.result, run.err, results(at), at.model.injected());
  L(readFileSync(run.debugLog, "utf8").split("\n").filter((l) => /ERROR|WARN|cairn/i.test(l)).slice(-30).join("\n").slice(0, 4000));
  const next = await client.run(aboutLocks);
  L(version, next.code, next.result, told(at.model.last().body).map((x) => x.text), cairn(at, ["doctor"]).out);
});

function mounted(place: string, options: string) {
  mkdirSync(place, { recursive: true });
  const r = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", place]);
  return r.status === 0;
}
test.each(clientVersions)("explore ro %s", async (version) => {
  const at = await scene();
  keepBoth(at);
  const home = at.base + "/cairn-home";
  L("mounted", mounted(home, "ro,size=64k"));
  const env = { CAIRN_HOME: home };
  const client = cairnClient(at, { version, env });
  const run = await client.run(printScript(tool("remember", { text: "The kettle is blue in the office of the south" }), say("over")));
  L(version, run.code, run.result, run.err, results(at), at.model.injected());
  L(version, cairn(at, ["list"]).out, cairn(at, ["doctor"], env).out);
  const next = await client.run(aboutLocks);
  L(version, next.code, next.result, told(at.model.last().body).map((x) => x.text));
  spawnSync("umount", [home]);
});
test.each(clientVersions)("explore full %s", async (version) => {
  const at = await scene();
  keepBoth(at);
  const home = at.base + "/cairn-home";
  L("mounted", mounted(home, "size=64k"));
  try { writeFileSync(home + "/filler", Buffer.alloc(1 << 20)); } catch (e) { L(String(e)); }
  const env = { CAIRN_HOME: home };
  const client = cairnClient(at, { version, env });
  const run = await client.run(printScript(tool("remember", { text: "The kettle is blue in the office of the south" }), say("over")));
  L(version, run.code, run.result, run.err, results(at), at.model.injected());
  L(version, cairn(at, ["list"]).out, cairn(at, ["doctor"], env).out);
  const next = await client.run(aboutLocks);
  L(version, next.code, next.result, told(at.model.last().body).map((x) => x.text));
  rmSync(home + "/filler");
  const next2 = await client.run(aboutLocks);
  L(version, next2.code, next2.result, told(at.model.last().body).map((x) => x.text));
  L(version, cairn(at, ["list"]).out, cairn(at, ["doctor"], env).out);
  spawnSync("umount", [home]);
});
test.each(clientVersions)("explore garbage %s", async (version) => {
  const at = await scene();
  keepBoth(at);
  const client = cairnClient(at, { version });
  await client.run(aboutLocks);
  L(told(at.model.last().body).map((x) => x.text));
  for (const f of readdirSync(at.home + "/.claude/cairn/roots", { recursive: true, withFileTypes: true })) {
    if (f.isFile() && /index/.test(f.parentPath)) { L(f.name); writeFileSync(f.parentPath + "/" + f.name, "garbage".repeat(500)); }
  }
  const next = await client.run(aboutLocks);
  L(version, next.code, next.result, told(at.model.last().body).map((x) => x.text));
  const next2 = await client.run(aboutLocks);
  L(version, next2.code, next2.result, told(at.model.last().body).map((x) => x.text));
});
