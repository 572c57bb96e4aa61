/** No secret reaches the disk, whoever brings it and by whatever way; and whoever brought it is told (S7). */

import { appendFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateSecret } from "../secrets/generators.ts";
import { rngFrom } from "../secrets/rng.ts";
import { House, house, textOf } from "../support/house.ts";
import { type Bait, Bloodhound, baits } from "./leaks.ts";
import { push } from "./push.ts";
import { type Reached, refusals, writes } from "./routes.ts";

const place = new House();
let reached: Reached;

beforeAll(async () => {
  reached = { place, library: await place.library(), client: await place.serve() };
});

afterAll(async () => {
  await reached.client.close();
  place.remove();
});

/** Each class once, its context another each time; all of them are in the slow suite. */
const scent = baits(11, (n, contexts) => [contexts[n % contexts.length]!]);
const hound = new Bloodhound(scent);

test("secrets of every class, brought by every way of writing, are nowhere on the disk, and the caller is told", async () => {
  expect(await push(scent, writes, 2, hound, reached)).toMatchObject({ untold: [], echoed: [] });
  expect(hound.inFolder(place.base)).toEqual([]);
});

test("input that is refused comes back without the secret in it, and leaves nothing on the disk", async () => {
  expect(await push(scent, refusals, 1, hound, reached)).toMatchObject({ untold: [], echoed: [] });
  expect(hound.inFolder(place.base)).toEqual([]);
});

function token(n: number): Bait {
  const fake = generateSecret("github-token", rngFrom(n));
  return { class: "github-token", context: "by hand", text: `The token is ${fake.value}.`, fake };
}

test("a secret in a hand edit stays in that file alone, is reported, and goes with Cairn's next write", async () => {
  const own = house();
  const bait = token(1);
  const nose = new Bloodhound([bait]);
  const words = ["remember", "Ordinary words.", "--title", "Login", "--kind", "project"];
  const { memory } = await own.ask(words);
  const file = join(own.root, memory.path);
  appendFileSync(file, `\n${bait.text}\n`);
  const { problems } = await own.ask(["list"]);
  expect(problems).toMatchObject([{ path: memory.path, message: expect.stringContaining("github-token") }]);
  await own.ask(["remember", "Another thing.", "--kind", "project"]);
  await own.ask(["rebuild"]);
  expect((await own.ask(["history", "login"])).changes[0]).toMatchObject({ what: "edited outside" });
  expect(nose.inFolder(own.base, (path) => path === file)).toEqual([]);
  expect(textOf(file)).toContain(bait.fake.value);
  expect(textOf(join(own.root, "MEMORY.md"))).not.toContain("login.md");

  const updated = await own.ask(["update", "login", "--tags", "login"]);
  expect(updated.redacted).toMatchObject([{ class: "github-token" }]);
  expect(nose.inFolder(own.base)).toEqual([]);
  expect(textOf(file)).toContain("[REDACTED:github-token]");
});

test("a secret in a hand-made file, a flat one or one that is retired, is not copied anywhere", async () => {
  const own = house();
  const scents = [2, 3, 4].map(token);
  const nose = new Bloodhound(scents);
  const files = [
    own.write(join(own.root, "flat.md"), `# Flat\n\n${scents[0]!.text}\n`),
    own.write(join(own.root, "named.md"), `---\nname: named\ndescription: ${scents[1]!.text}\n---\n# Named\n`),
    own.write(join(own.userRoot, "profile.md"), `# Me\n\n${scents[2]!.text}\n`),
  ];
  await own.ask(["remember", "First words.", "--kind", "project"]);
  await own.ask(["remember", "Second words.", "--kind", "project", "--scope", "user"]);
  await own.ask(["rebuild"]);
  expect(nose.inFolder(own.base, (path) => files.includes(path))).toEqual([]);
  await own.ask(["forget", "flat", "--reason", "it holds a token"]);
  await own.ask(["archive", "named"]);
  expect(nose.inFolder(own.base, (path) => path === files[2])).toEqual([]);
});

test("a secret in a person's own line of MEMORY.md stays there and is copied nowhere", async () => {
  const own = house();
  const bait = token(5);
  await own.ask(["remember", "First words.", "--kind", "project"]);
  const view = join(own.root, "MEMORY.md");
  appendFileSync(view, `${bait.text}\n`);
  utimesSync(view, new Date(0), new Date(0));
  await own.ask(["remember", "Second words.", "--kind", "project"]);
  await own.ask(["remember", "Third words.", "--kind", "project"]);
  expect(textOf(view)).toContain(bait.fake.value);
  expect(new Bloodhound([bait]).inFolder(own.home, (path) => path === view)).toEqual([]);
});

test("a secret in a remote, a branch or the name of a session is not kept", async () => {
  const own = house();
  const [remote, branch, session] = [6, 7, 8].map(token) as [Bait, Bait, Bait];
  const app = own.repository("code/app", `https://bot:${remote.fake.value}@example.com/team/app.git`);
  own.git(app, "checkout", "-q", "-b", `fix/${branch.fake.value}`);
  const asking = { cwd: app, env: { CLAUDE_CODE_SESSION_ID: session.fake.value } };
  await own.ask(["remember", "Ordinary words.", "--kind", "project"], asking);
  await own.ask(["remember", "What we did.", "--kind", "session_summary"], asking);
  const told = await Promise.all(
    [["show", "ordinary-words"], ["where"], ["history"], ["status"], ["doctor"]].map((words) => own.cli(words, asking)),
  );
  const nose = new Bloodhound([remote, branch, session]);
  expect(nose.inFolder(own.home)).toEqual([]);
  expect(told.flatMap(({ out, err }) => nose.inText(out + err))).toEqual([]);
});
