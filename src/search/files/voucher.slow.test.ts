/** Real processes: a prompt beside a living server finds words typed into a file in place at once, whatever becomes of the server. */

import { execFileSync } from "node:child_process";
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { McpClient } from "../../../test/support/mcp-client.ts";
import { TwoWays } from "../../../test/support/two-ways.ts";

const PATIENT = { timeout: 120_000 };
/** Each is told of in one memory, with a word of its own: what is known of it bears on the question for certain. */
const ANIMALS = ["marmot", "heron", "walrus", "badger", "ferret", "ostrich", "lobster", "magpie", "hamster", "gecko"];
let sessions = 0;

function envOf({ home }: TwoWays) {
  return { HOME: home, PATH: dirname(process.execPath) };
}

/** A project of which the index is there. */
function world(name: string): TwoWays {
  const made = new TwoWays(name);
  made.host = "gemini-cli";
  for (let n = 0; n < 60; n++) made.write(`note-${n}`, "project", `The kettle number ${n} stands in hall ${n}.`);
  execFileSync(process.execPath, [resolve("dist/cairn.cjs"), "recall", "anything"], {
    cwd: made.cwd,
    env: envOf(made),
  });
  return made;
}

async function serving(made: TwoWays): Promise<McpClient> {
  const server = await McpClient.of(process.execPath, [resolve("dist/plugin/cairn.cjs"), "mcp"], {
    cwd: made.cwd,
    env: envOf(made),
  });
  onTestFinished(() => void server.kill());
  // As every client asks; until then it waits for the first words.
  await server.request("tools/list");
  return server;
}

function voucherIn({ home }: TwoWays): string {
  const roots = join(home, ".claude", "cairn", "roots");
  const places = readdirSync(roots).map((root) => join(roots, root, "index", "vouched"));
  return places.find((place) => existsSync(place)) ?? "";
}

const vouched = (made: TwoWays) => vi.waitUntil(() => voucherIn(made) !== "", PATIENT);

/** In place, so that no folder tells of it. */
function typeInto(made: TwoWays, name: string, animal = "marmot"): void {
  const place = join(made.memories, `${name}.md`);
  const text = readFileSync(place, "utf8");
  writeFileSync(place, text.replace(/The kettle.*/, `The ${animal} with the ${animal}horn lives in the attic.`));
}

function asked(made: TwoWays, animal = "marmot"): string {
  const session_id = `0a1b2c3d-96a5-4c5f-9a53-${String(++sessions).padStart(12, "0")}`;
  return made.hook("prompt", {
    session_id,
    prompt: `Where does the ${animal} with the ${animal}horn live?`,
    cwd: made.cwd,
  });
}

const linux = test.runIf(process.platform === "linux");

linux("what is touched is named, found at once, and nothing else is looked at", async () => {
  const made = world("named");
  await serving(made);
  await vouched(made);
  expect(asked(made)).toBe("{}\n");
  typeInto(made, "note-7");
  expect(asked(made)).toContain("in the attic");
  const place = voucherIn(made);
  const [first, ...names] = readFileSync(place, "utf8").split("\n");
  expect(names).toEqual(['"note-7.md"', ""]);
  // Without the name nobody looks, once the server waits: that is what the process relies on.
  const unnamed = () => {
    writeFileSync(place, `${first}\n`);
    return asked(made);
  };
  await expect.poll(unnamed, PATIENT).toBe("{}\n");
  writeFileSync(place, `${first}\n"note-7.md"\n`);
  expect(asked(made)).toContain("in the attic");
});

linux("a server that is stopped vouches for nothing", async () => {
  const made = world("stopped");
  const server = await serving(made);
  await vouched(made);
  process.kill(server.pid, "SIGSTOP");
  typeInto(made, "note-8");
  expect(asked(made)).toContain("in the attic");
  process.kill(server.pid, "SIGCONT");
  expect(asked(made)).toContain("in the attic");
});

linux("nor one that was killed, or one that ended", async () => {
  const made = world("killed");
  const server = await serving(made);
  await vouched(made);
  await server.kill();
  expect(voucherIn(made)).not.toBe("");
  typeInto(made, "note-9");
  expect(asked(made)).toContain("in the attic");
  const next = await serving(made);
  await vi.waitUntil(() => readFileSync(voucherIn(made), "utf8").includes(`;${next.pid};`), PATIENT);
  await next.close();
  expect(voucherIn(made)).toBe("");
  typeInto(made, "note-10", "heron");
  expect(asked(made, "heron")).toContain("The heron");
});

linux("one that is quick to type is found, time after time", async () => {
  const made = world("quick");
  await serving(made);
  await vouched(made);
  for (const [n, animal] of ANIMALS.entries()) {
    expect(asked(made, animal)).not.toContain(`The ${animal}`);
    typeInto(made, `note-${n}`, animal);
    expect(asked(made, animal)).toContain(`The ${animal}`);
  }
});

linux("the name of a memory that was taken out for good is not in it", async () => {
  const made = world("erased");
  const server = await serving(made);
  await vouched(made);
  typeInto(made, "note-4");
  await vi.waitUntil(() => readFileSync(voucherIn(made), "utf8").includes("note-4"), PATIENT);
  const words = [resolve("dist/cairn.cjs"), "forget", "note-4", "--hard", "--yes"];
  execFileSync(process.execPath, words, { cwd: made.cwd, env: envOf(made) });
  expect(voucherIn(made)).toBe("");
  for (const question of ["kettle", "hall"]) {
    await server.call("recall", { question });
    await new Promise((done) => setTimeout(done, 1_000));
  }
  await vouched(made);
  expect(readFileSync(voucherIn(made), "utf8")).not.toContain("note-4.md");
});

linux("nor does a server name it that was stopped meanwhile, where another vouches by then", async () => {
  const made = world("erased meanwhile");
  const stopped = await serving(made);
  await vouched(made);
  // At rest: it only takes note of what it is told, and looks at nothing itself.
  await new Promise((done) => setTimeout(done, 3_000));
  process.kill(stopped.pid, "SIGSTOP");
  const words = [resolve("dist/cairn.cjs"), "forget", "note-4", "--hard", "--yes"];
  execFileSync(process.execPath, words, { cwd: made.cwd, env: envOf(made) });
  const server = await serving(made);
  const rest = () => new Promise((done) => setTimeout(done, 1_500));
  for (const question of ["kettle", "hall"]) {
    await server.call("recall", { question });
    await rest();
  }
  await vouched(made);
  process.kill(stopped.pid, "SIGCONT");
  await rest();
  expect(readFileSync(voucherIn(made), "utf8")).not.toContain("note-4.md");
});

linux.each(["at work", "at rest"])(
  "a copy that takes the place of all there was is another folder, for a server %s",
  async (when) => {
    const made = world(`copied ${when}`);
    const server = await serving(made);
    await vouched(made);
    const rest = () => new Promise((done) => setTimeout(done, 3_000));
    if (when === "at rest") await rest();
    const [place, before] = [".claude", ".before"].map((name) => join(made.home, name)) as [string, string];
    renameSync(place, before);
    execFileSync("cp", ["-aT", before, place]);
    if (when === "at work") await rest();
    typeInto(made, "note-12");
    expect(asked(made)).toContain("in the attic");
    // It finds the new folder with its next answers, and is told of that one from then on.
    for (let n = 0; n < 3; n++) {
      await server.call("recall", { question: "anything" });
      await rest();
    }
    await vouched(made);
    typeInto(made, "note-13", "heron");
    expect(asked(made, "heron")).toContain("The heron");
  },
);

linux("a file that goes by another name elsewhere may be changed by that: nothing is vouched for", async () => {
  const made = world("linked");
  linkSync(join(made.memories, "note-3.md"), join(made.cwd, "elsewhere.md"));
  const server = await serving(made);
  // It is asked when it has looked at all there is.
  await server.call("recall", { question: "anything" });
  await new Promise((done) => setTimeout(done, 3_000));
  expect(voucherIn(made)).toBe("");
});

linux(
  "what another process has put on the shelf since is looked at as ever, until the server vouches anew",
  async () => {
    const made = world("shelved");
    const server = await serving(made);
    await vouched(made);
    const before = readFileSync(voucherIn(made), "utf8");
    await server.call("remember", { text: "The heron with the tuba lives in the barn.", title: "Heron" });
    typeInto(made, "note-11");
    expect(asked(made)).toContain("in the attic");
    await server.call("recall", { question: "marmot" });
    await vi.waitUntil(() => voucherIn(made) !== "" && readFileSync(voucherIn(made), "utf8") !== before, PATIENT);
    expect(asked(made)).toContain("in the attic");
  },
);
