import fc from "fast-check";
import { expect, test } from "vitest";
import { cairnWith, type InputOf, type TestCairn } from "../../test/support/cairn-with.ts";

const surfaces = ["cli", "mcp", "library"] as const;
const flat = (text: string) => text.replace(/\s+/g, " ").trim();
const fileOf = (cairn: TestCairn, path: string) => flat(cairn.read(path));

const alike = [
  ["When deploying to the production cluster in Frankfurt always drain node A first", "A first", "B first"],
  ["Timeout must be > 5", ">", "<"],
  ["C++ is banned", "++", "#"],
  ["Set x=1", "=1", "=-1"],
  ["Discount is 5%", "%", "€"],
  ["The résumé goes to Müller", "résumé", "resume"],
] as const;

test.each(alike)(
  "%s: a text that only shares the id is added, the same text again is not",
  async (first, old, other) => {
    for (const surface of surfaces) {
      const cairn = cairnWith();
      const remember = (text: string) => cairn.ask("remember", { text, kind: "project" }, { surface });
      const second = first.replace(old, other);
      const { memory } = await remember(first);
      expect(await remember(second)).toMatchObject({ action: "updated", memory: { id: memory.id } });
      expect(fileOf(cairn, memory.path)).toContain(second);
      for (const text of [first, second, `  ${second}\n`]) expect((await remember(text)).action).toBe("unchanged");
    }
  },
);

test("part of a sentence is not known by the whole: it may say the opposite", async () => {
  const cairn = cairnWith();
  const remember = (text: string) => cairn.ask("remember", { title: "Migrations", text, kind: "project" });
  await remember("Never, on any host, run migrations by hand");
  expect((await remember("run migrations by hand")).action).toBe("updated");
});

test("a title that is not the memory's own is kept with its text, also where it is all that is said", async () => {
  const cairn = cairnWith();
  const remember = (input: InputOf<"remember">) => cairn.ask("remember", { kind: "project", ...input });
  await remember({ title: "C++ limits", text: "Five files." });
  for (const input of [{ title: "C# limits", text: "Five files." }, { title: "C limits" }]) {
    const { action, memory } = await remember(input);
    expect([action, memory.id]).toEqual(["updated", "c-limits"]);
    expect(fileOf(cairn, memory.path)).toContain(flat(`${input.title} ${input.text ?? ""}`));
    expect((await remember(input)).action).toBe("unchanged");
  }
});

test.each(["log", "blocker"] as const)("an entry of a %s says its title too", async (kind) => {
  const cairn = cairnWith();
  for (const input of [{ title: "CI is red", text: "Since noon." }, { title: "The proxy is down" }]) {
    const { memory } = await cairn.ask("remember", { kind, ...input });
    for (const words of Object.values(input)) expect(cairn.read(memory.path)).toContain(words);
  }
});

const word = fc.constantFrom("set", "Set", "x", "y", "5", "+", "#", "<", ">", "-", "%", "€", "ü", "u", "not", ".", "!");
const gap = fc.constantFrom(" ", "  ", "\n", "\n\n", "");
const text = fc
  .array(fc.tuple(word, gap), { minLength: 1, maxLength: 8 })
  .map((parts) => `set x ${parts.flat().join("")}`);

/** Without stops behind words and capitals: these alone make no other statement. */
const spoken = (text: string) =>
  flat(text)
    .replace(/(?<=[\p{L}\p{N}])[.,;:!]+(?=\s|$)/gu, "")
    .toLowerCase();

test("whatever was remembered and acknowledged stands in the file, word for word", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(text, fc.boolean(), fc.constantFrom(...surfaces)), { minLength: 2, maxLength: 5 }),
      async (told) => {
        const cairn = cairnWith();
        const kept: string[] = [];
        for (const [words, titled, surface] of told) {
          const named = titled ? { title: "Set x" } : {};
          const outcome = await cairn.outcome("remember", { text: words, kind: "project", ...named }, { surface });
          // What an agent would add to a memory that is worth more waits for you.
          if (outcome.ok && outcome.output.action !== "proposed") kept.push(words);
        }
        const { memories } = await cairn.ask("list", { limit: 100 });
        const files = memories.map(({ path }) => ` ${spoken(fileOf(cairn, path))} `);
        for (const words of kept) expect(files.some((file) => file.includes(` ${spoken(words)} `))).toBe(true);
      },
    ),
    { numRuns: 25 },
  );
});

test.each(["remember", "log"] as const)("%s keeps no memory that was nothing but a secret", async (verb) => {
  const cairn = cairnWith();
  const token = `ghp_${"abcdefghij0123456789".repeat(2).slice(0, 36)}`;
  const say = (text: string) => (verb === "log" ? { action: "append" as const, text } : { text });
  for (const text of [token, `GITHUB_TOKEN=${token}`, `export GITHUB_TOKEN="${token}"`]) {
    const refused = await cairn.refusal(verb, say(text));
    expect(refused).toMatchObject({ code: "VALIDATION_ERROR", message: expect.stringContaining("nothing else") });
  }
  expect((await cairn.ask("list", {})).total).toBe(0);
  expect(await cairn.outcome(verb, say(`CI reads ${token} from the vault`))).toMatchObject({ ok: true });
});

test("the words and the file handed in beside them stay apart, in an entry too", async () => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", {
    text: "The build is red.",
    body: "It says:\n\nout of disk",
    kind: "log",
  });
  expect(cairn.read(memory.path)).toMatch(/The build is red\.\n\n {2}It says:\n\n {2}out of disk\n/);
  const { entries } = await cairn.ask("log", {});
  expect(entries.map(({ text }) => text)).toEqual(["The build is red.\n\nIt says:\n\nout of disk"]);
});

test.each([
  ["Always run the linter before a commit", "Always run the linter before a commit."],
  ["We deploy on Fridays. Because traffic is low.", "we deploy on fridays, because traffic is low"],
])("typed again with other stops and capitals it is known: %s", async (first, again) => {
  const cairn = cairnWith();
  const { memory } = await cairn.ask("remember", { text: first, kind: "decision" });
  const text = cairn.read(memory.path);
  expect(await cairn.ask("remember", { text: again, kind: "decision" })).toMatchObject({
    action: "unchanged",
    memory: { id: memory.id },
  });
  expect(cairn.read(memory.path)).toBe(text);
});

test("a capital within a name, or in code, is another name", async () => {
  const cairn = cairnWith();
  for (const [first, second] of [
    ["Handlers are named in camelCase here", "Handlers are named in CamelCase here"],
    ["The type is called `Set` here", "The type is called `set` here"],
    ["It is installed with npm install", "It is installed with npm install ."],
  ]) {
    const { memory } = await cairn.ask("remember", { text: first!, kind: "project" });
    await cairn.ask("remember", { text: second!, kind: "project" });
    expect(fileOf(cairn, memory.path)).toContain(second);
  }
});
