import fc from "fast-check";
import { expect, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { contextIn, say } from "../../test/support/host.ts";

/** Memories are told apart by these words, which stand in no other. */
const names = ["quartz", "walnut", "lantern"] as const;
type Name = (typeof names)[number];
const session_id = "760f230b-96a5-4c5f-9a53-2f0a6b1c0c11";
const DAY_MS = 86_400_000;

type Event =
  | { readonly is: "show"; readonly which: readonly Name[] }
  | { readonly is: "start" }
  | { readonly is: "update" | "append" | "outside" | "supersede" | "retire" | "erase"; readonly which: Name }
  | { readonly is: "wait"; readonly days: number };

const which = fc.constantFrom(...names);
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ is: fc.constant("show" as const), which: fc.uniqueArray(which, { minLength: 1 }) }),
  },
  fc.record({ is: fc.constant("start" as const) }),
  fc.record({ is: fc.constantFrom("update", "append", "outside", "supersede", "retire", "erase"), which }),
  fc.record({ is: fc.constant("wait" as const), days: fc.nat(80) }),
);

/** What the session was told, and which memories were in it. */
interface Told {
  readonly text: string;
  readonly named: readonly Name[];
}

class History {
  readonly told: Told[] = [];
  readonly erased = new Set<Name>();
  readonly #cairn: TestCairn;
  #turn = 0;

  constructor(cairn: TestCairn) {
    this.#cairn = cairn;
  }

  async begin(): Promise<void> {
    for (const name of names) {
      const text = `The ${name} was settled. It took long. Nobody minds the ${name} now.`;
      await this.#cairn.ask("remember", { title: `The ${name} matter`, text, kind: "decision", aliases: [name] });
    }
    await this.#cairn.ask("remember", { text: "Tidy the shed.", kind: "task" });
  }

  async happen(event: Event): Promise<void> {
    const cairn = this.#cairn;
    if (event.is === "show")
      await this.#hook({ hook_event_name: "UserPromptSubmit", prompt: event.which.join(" and ") });
    else if (event.is === "start") await this.#hook({ hook_event_name: "SessionStart", source: "compact" });
    else if (event.is === "wait") cairn.clock.advance(event.days * DAY_MS);
    else if (!this.erased.has(event.which)) await this.#change(event.is, event.which);
  }

  /** Some changes are refused after others; then nothing happened. */
  async #change(is: Exclude<Event["is"], "show" | "start" | "wait">, name: Name): Promise<void> {
    const cairn = this.#cairn;
    const id = `the-${name}-matter`;
    const path = cairn.paths().find((path) => path.endsWith(`${id}.md`));
    const instead = { title: `Instead ${this.#turn++}`, text: "Otherwise.", kind: "decision" } as const;
    if (is === "update") await cairn.outcome("update", { id, body: `The ${name} is open again, ${this.#turn}.` });
    if (is === "append") await cairn.outcome("update", { id, append: `More of the ${name}.` });
    if (is === "outside" && path !== undefined) cairn.change(path, (text) => `${text}\nBy hand, ${this.#turn}.\n`);
    if (is === "supersede") await cairn.outcome("remember", { ...instead, supersedes: id });
    if (is === "retire") await cairn.outcome("forget", { id });
    if (is !== "erase") return;
    await cairn.ask("forget", { id, hard: true }, { confirmed: true });
    this.erased.add(name);
  }

  async #hook(payload: { readonly hook_event_name: string; readonly [field: string]: string }): Promise<void> {
    const context = contextIn(await say(this.#cairn, { session_id, prompt_id: `p${this.#turn++}`, ...payload }));
    const named = names.filter((name) => context.includes(`id="project:the-${name}-matter"`));
    if (context.includes("<memory ")) this.told.push({ text: context, named });
  }
}

test("whatever happened since, a showing replays to the last character or names exactly what is gone", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 2, maxLength: 9 }), async (events) => {
      const cairn = cairnWith();
      const history = new History(cairn);
      await history.begin();
      for (const one of events) await history.happen(one);
      const shown = history.told;
      const { injections } = shown.length === 0 ? { injections: [] } : await everyInjection(cairn);
      expect(injections).toHaveLength(shown.length);
      for (const [n, { replay }] of injections.entries()) {
        const gone = shown[n]!.named.filter((name) => history.erased.has(name));
        expect(replay?.missing.map(({ because }) => because)).toEqual(gone.map(() => "it was taken out for good"));
        if (gone.length === 0) expect(replay).toMatchObject({ state: "identical", text: shown[n]!.text });
        for (const name of gone) expect(replay?.text).not.toContain(name);
      }
      cairn.remove();
    }),
    { numRuns: 10 },
  );
});

async function everyInjection(cairn: TestCairn) {
  const { earlier } = await cairn.ask("why", {});
  const turns = Array.from({ length: 20 }, (_, n) => n);
  const all = [];
  for (const turn of turns) {
    const outcome = await cairn.outcome("why", { turn: String(turn), replay: true });
    if (outcome.ok) all.push(...outcome.output.injections);
  }
  expect(all).toHaveLength(earlier + 1);
  return { injections: all };
}
