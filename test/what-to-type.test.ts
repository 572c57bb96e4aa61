/** What a person reads names what they type next, in flags and commands, and numbers that agree with one another. */

import { appendFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allOperations } from "../src/operations/registry.ts";
import { asTyped } from "../src/operations/show/as-typed.ts";
import { world } from "./places/world.ts";
import { cairnWith, type How, type InputOf, type TestCairn } from "./support/cairn-with.ts";
import { contextText as context, intentText } from "./support/drafts.ts";
import { HostSession } from "./support/session.ts";

type Name = Parameters<TestCairn["outcome"]>[0];

async function told<N extends Name>(cairn: TestCairn, name: N, input: InputOf<N>, how: How = {}): Promise<string> {
  const outcome = await cairn.outcome(name, input, { confirmed: true, ...how });
  return outcome.ok ? outcome.text : `${outcome.error.message} ${outcome.error.hint}`;
}

const NPM = "We install with npm.";

test("what remember warns of is typed as flags at a terminal, and named as fields to a model", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: NPM, kind: "decision" });
  const again = { text: NPM, kind: "constraint" } as const;
  const typed = await told(cairn, "remember", again);
  expect(typed).toContain("remember it with --supersedes we-install-with-npm; to keep both, with --anyway.");
  expect(await told(cairn, "remember", again, { surface: "mcp" })).toContain("with supersedes we-install-with-npm;");
});

test("a title that is known: it is said that the text was added below the old, and how it takes its place", async () => {
  const cairn = cairnWith();
  const title = "Package manager";
  await cairn.ask("remember", { title, text: NPM, kind: "decision" });
  const added = await told(cairn, "remember", { title, text: "We install with yarn.", kind: "decision" });
  expect(added).toContain("Added to project:package-manager");
  expect(added).toContain(
    "If it should take its place: cairn undo, then remember it under another title with --supersedes package-manager",
  );
  await cairn.ask("undo", {});
  const replaced = {
    title: "Yarn installs",
    text: "We install with yarn.",
    kind: "decision",
    supersedes: "package-manager",
  } as const;
  await cairn.ask("remember", replaced);
  expect((await cairn.ask("list", {})).memories.map(({ description }) => description)).toEqual([
    "We install with yarn.",
  ]);
});

test("outside git nobody is sent to team setup, which refuses there", async () => {
  const here = world();
  const cairn = cairnWith();
  const bare = here.at("no-repository");
  mkdirSync(bare, { recursive: true });
  const repository = here.repository("repository");
  const asked = async (cwd: string) => [
    await told(cairn, "where", {}, { cwd }),
    await told(cairn, "share", { ids: ["x"] }, { cwd }),
    await told(cairn, "team", {}, { cwd }),
  ];
  expect((await asked(bare)).filter((text) => text.includes("team setup"))).toEqual([]);
  expect((await asked(repository)).filter((text) => !text.includes("team setup"))).toEqual([]);
});

test("list says that agents keep memories of their own, and how to see them", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: NPM });
  mkdirSync(join(cairn.project, ".agents", "memory", "growth", "scout", "notes"), { recursive: true });
  expect(await told(cairn, "list", {})).not.toContain("agent");
  await cairn.ask("remember", { text: "Routers are lazy.", scope: "agent", agent: "web/reviewer" });
  expect(await told(cairn, "list", {})).toContain("Not among these: what 1 agent keeps of their own (cairn agent).");
});

test("list, status and stop count the same memories", async () => {
  const cairn = cairnWith();
  const host = new HostSession(cairn);
  await host.start();
  for (const text of [NPM, "Deploys are blue and green.", "Logs are kept a week."])
    await cairn.ask("remember", { text });
  await cairn.ask("forget", { id: "logs-are-kept-a-week" }, { confirmed: true });
  expect((await cairn.ask("list", {})).total).toBe(2);
  expect(await told(cairn, "status", {})).toMatch(/: 2 memories \(and 1 archived, retired or replaced\), /);
  expect(await told(cairn, "stop", { session: host.id })).toContain(
    `Stopped for this session. 2 memories of this project stay in ${cairn.root}\n`,
  );
});

test("undo that is told two things names the flags to choose from", async () => {
  const cairn = cairnWith();
  const said = await told(cairn, "undo", { change: "project:1", dream: true });
  expect(said).toBe(
    "What is to be taken back is said twice. Nothing was done. Name a change, or say --session or --dream.",
  );
});

test("history names the change that was undone as undo takes it", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: NPM });
  const [{ change = "" } = {}] = (await cairn.ask("history", {})).changes;
  await cairn.ask("undo", {});
  expect(await told(cairn, "history", {})).toContain(`undo of ${change}`);
});

test("of a draft it is said what it lacks, and of a rejected one how it waits again", async () => {
  const cairn = cairnWith();
  await cairn.ask("draft", { intent: intentText({ content: { decision: "Run SQLite in WAL mode." } }), context });
  const [{ key = "" } = {}] = (await cairn.ask("review", {})).waiting;
  expect(await told(cairn, "review", {})).toMatch(/\(no [a-z, ]+ given\)/);
  await cairn.ask("review", { reject: [key] });
  expect(await told(cairn, "review", { rejected: true })).toContain("cairn review --reopen <key>");
  expect(await told(cairn, "review", { accept: [key] })).toContain(`cairn review --reopen ${key}`);
});

test("today names the command that shows the drafts, and where there is nothing to make a page of only that is said", async () => {
  const cairn = cairnWith();
  expect(await told(cairn, "synthesize", {})).toMatch(/^Warning: There is nothing yet[^\n]+$/);
  await cairn.ask("draft", { intent: intentText({}), context });
  expect(await told(cairn, "today", {})).toContain("1 draft waits for you: cairn review");
});

test("who names a memory to team without saying what for, or the other way round, hears what to type", async () => {
  const cairn = cairnWith({ settings: { "team.enabled": true } });
  expect(await told(cairn, "team", { action: "review", id: "beta" })).toContain("--accept <id> lets one in");
  expect(await told(cairn, "team", { action: "resolve" })).toContain("cairn team resolve <id>");
});

test("a memory that is not written out for its secret is named with its file", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: NPM });
  const [{ id = "", path = "" } = {}] = (await cairn.ask("list", {})).memories;
  const { file } = await cairn.ask("where", { id });
  appendFileSync(file?.path ?? "", `\nToken ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2).slice(0, 36)}\n`);
  const out = await told(cairn, "export", { to: "repo", path: `${cairn.home}/out` });
  expect(out).toContain(`project:${id}: it holds a secret: take it out of ${path} first`);
});

test("what an export leaves out is named with a command that is whole", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: NPM });
  await cairn.ask("remember", { text: "Routers are lazy.", scope: "agent", agent: "web/reviewer" });
  const out = await told(cairn, "export", { to: "repo", path: `${cairn.home}/out` });
  expect(out).toContain("cairn export --to repo --agent web/reviewer <another folder>");
});

const SOURCES = join(import.meta.dirname, "..", "src");
const HINT = /\bhint:\s*(?:`([^`]*)`|"((?:[^"\\]|\\.)*)"|'([^']*)')/g;

/** Every hint that stands in the source, as a terminal prints it. */
function hintsTyped(): [file: string, hint: string][] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((file) =>
      [...readFileSync(join(SOURCES, file), "utf8").matchAll(HINT)].map(([, ...said]): [string, string] => [
        file,
        asTyped(said.find((one) => one !== undefined) ?? ""),
      ]),
    );
}

/** To an agent only: what it does itself goes by the names of its tools. */
const TO_AGENTS = [
  /^Nothing was done\. Show them the list of team review, end your turn/,
  /forget proposes it to them\.$/,
];
/** English, not commands. */
const ENGLISH =
  /\b(?:or (?:move|restore|review|update|import|share) (?:it|them)\b|memory's own log|git log|git init|import it in parts)/g;

test("whatever a hint tells to do is typed whole at a terminal, in every hint there is", async () => {
  const names = (await allOperations()).flatMap(({ name, surfaces }) => (surfaces.includes("cli") ? [name] : []));
  const bare = new RegExp(
    `(?:\\b(?:[Uu]se|[Ss]ee|[Tt]ry|[Rr]un|with|after that)|[a-z]:) (?:${names.join("|")})(?= <|[.,;:]|$)`,
  );
  const begins = new RegExp(
    `(?:^|[.;] )(?:${names.join("|")}) (?:shows|lists|brings|switches|names|takes|says|makes|finds)\\b`,
  );
  const hints = hintsTyped().filter(([, hint]) => !TO_AGENTS.some((one) => one.test(hint)));
  expect(hints.length).toBeGreaterThan(200);
  const untyped = hints.filter(([, hint]) => [bare, begins].some((one) => one.test(hint.replace(ENGLISH, ""))));
  expect(untyped).toEqual([]);
});

test("no hint names a field as a field at a terminal: there it is a flag", async () => {
  const fields = "supersedes|anyway|accept|reopen|reject|scribe|kind|scope|title|body|agent";
  const bare = new RegExp(
    `\\b(?:with|without|[Aa]dd|[Uu]se|[Ll]eave) (?:${fields})(?= (?:[a-z]+[.,;]|out\\b|\\$)|[.,;]|$)`,
  );
  const hints = hintsTyped().filter(([, hint]) => !TO_AGENTS.some((one) => one.test(hint)));
  expect(hints.filter(([, hint]) => bare.test(hint))).toEqual([]);
});

test("what people look for where it is not is told with the refusal, on both surfaces", async () => {
  const cairn = cairnWith();
  await cairn.ask("remember", { text: NPM });
  const asked = { id: "we-install-with-npm", kind: "decision" } as unknown as InputOf<"update">;
  expect(await told(cairn, "update", asked)).toContain("A memory keeps its kind. Remember its text anew with kind");
  const day = { action: "2026-11-14" } as unknown as InputOf<"log">;
  expect(await told(cairn, "log", day, { surface: "cli" })).toContain("To read a day: cairn log show 2026-11-14");
});

test("a group of settings is shown with what each does, and is no setting", async () => {
  const cairn = cairnWith();
  const shown = await told(cairn, "config", { action: "show", key: "recall" });
  expect(shown).toMatch(/^recall\.otherProjects {2}ask {2}\(default\)\n {2}[A-Z]/);
  expect(await told(cairn, "config", { action: "set", key: "triage", value: "off" })).toBe(
    "triage is a group of settings, not one of them. cairn config show triage lists those in it.",
  );
});

test("a draft that was accepted already is named with what it became", async () => {
  const cairn = cairnWith();
  await cairn.ask("draft", { intent: intentText({}), context });
  const [{ key = "" } = {}] = (await cairn.ask("review", {})).waiting;
  const { accepted } = await cairn.ask("review", { accept: [key] });
  const id = `project:${accepted[0]?.memory?.id}`;
  expect(await told(cairn, "review", { accept: [key] })).toContain(
    `No draft called ${key} is waiting. Nothing was done. It was accepted, as ${id}. To take that back: undo ${id}.`,
  );
});

test("what was replaced is in no count: list, status, stop, tour and rebuild agree", async () => {
  const cairn = cairnWith();
  const host = new HostSession(cairn);
  await host.start();
  await cairn.ask("remember", { text: NPM, kind: "decision" });
  await cairn.ask("remember", { text: "We install with yarn.", kind: "decision", supersedes: "we-install-with-npm" });
  expect((await cairn.ask("list", {})).total).toBe(1);
  const counted = "1 memory (1 decision) and 1 archived, retired or replaced";
  expect(await told(cairn, "status", {})).toMatch(/: 1 memory \(and 1 archived, retired or replaced\), /);
  expect(await told(cairn, "stop", { session: host.id })).toContain("1 memory of this project stays in");
  expect(await told(cairn, "rebuild", {})).toContain(`project: ${counted}; `);
  expect(await told(cairn, "tour", {})).toContain(`Memories of project: ${counted}.`);
});

test("a person who asks for the thread is not told how to speak to themselves", async () => {
  const cairn = cairnWith({ settings: { "notify.person": "announce" } });
  await cairn.ask("user", { action: "update", subject: "preferences", set: { detail: "short" } });
  expect(await told(cairn, "recover", {})).toContain("detail: short");
  expect(await told(cairn, "recover", {})).not.toContain("the person");
  expect(await told(cairn, "recover", {}, { surface: "mcp" })).toContain("the person's preferences");
});
