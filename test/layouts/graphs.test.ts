/** Graphs of server-memory as its own and kindred servers leave them: lines run together, one value, names that are one id here. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cairnWith } from "../support/cairn-with.ts";
import { bringIn } from "./stores.ts";

function withGraph(text: string) {
  const cairn = cairnWith({});
  const path = join(cairn.base, "memory.jsonl");
  writeFileSync(path, text);
  const bodyOf = async (id: string) => (await cairn.ask("show", { id })).memory.body;
  return { cairn, path, bodyOf };
}

const entity = (name: string, ...observations: unknown[]) => ({
  type: "entity",
  name,
  entityType: "team",
  observations,
});
const relation = (from: string, to: string) => ({ type: "relation", from, to, relationType: "pays" });
const lines = (values: readonly unknown[]) => values.map((one) => JSON.stringify(one)).join("\n");

test("records that stand on one line are read one by one, and a broken one among them costs that line", async () => {
  const [ann, bob, pays] = [entity("Ann", 'Says {}{"type"} aloud'), entity("Bob", "b"), relation("Ann", "Bob")];
  const { cairn, path, bodyOf } = withGraph(`${lines([ann])}${lines([pays])}\n${lines([bob])}{"type":"entity"\n`);
  const report = await bringIn(cairn, { source: "server-memory", path });
  expect(report).toMatchObject({ created: 1, skipped: [{ reason: "it is not JSON", line: 2 }] });
  expect(await bodyOf("ann")).toMatch(/- Says \{\}\{"type"\} aloud\n\n## Relations\n- pays \[\[bob\]\]$/);
});

test("a graph in one value is read as well", async () => {
  const { type: _, ...ann } = entity("Ann", "a");
  for (const indent of [undefined, 2]) {
    const { cairn, path, bodyOf } = withGraph(
      JSON.stringify(
        { entities: [ann, { ...ann, name: "Bob" }], relations: [relation("Ann", "Bob")] },
        undefined,
        indent,
      ),
    );
    expect(await bringIn(cairn, { path })).toMatchObject({ layout: "server-memory", created: 2, skipped: [] });
    expect(await bodyOf("ann")).toContain("- pays [[bob]]");
    expect(await bringIn(cairn, { path })).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  }
});

test("in a graph in one value a type of its own says what an entity or a relation is", async () => {
  const { cairn, path, bodyOf } = withGraph(
    JSON.stringify({
      entities: [{ name: "Ann", type: "person", observations: ["a"] }, entity("Bob", "b")],
      relations: [{ from: "Ann", to: "Bob", type: "pays" }],
    }),
  );
  expect(await bringIn(cairn, { source: "server-memory", path })).toMatchObject({ created: 2, skipped: [] });
  expect(await bodyOf("ann")).toContain("- pays [[bob]]");
  expect((await cairn.ask("show", { id: "ann" })).memory.tags).toEqual(["person"]);
});

test("a graph in one value may begin with a mark of its bytes and be a line of any length", async () => {
  const { type: _, ...ann } = entity(
    "Ann",
    "a".repeat(300_000),
    ...Array.from({ length: 20_000 }, (_, n) => `line ${n} ${"z".repeat(440)}`),
  );
  const { cairn, path } = withGraph(
    `\ufeff${JSON.stringify({ entities: [{ ...ann, name: "Bob", observations: ["b"] }, ann], relations: [] })}`,
  );
  const report = await bringIn(cairn, { source: "server-memory", path });
  expect(report.memories.map(({ id }) => id)).toContain("bob");
});

test("a relation leads to the entity it names, also where two names are one id here", async () => {
  const graph = [
    relation("Payer", "auth-service"),
    entity("auth_service", "one"),
    entity("auth-service", "other"),
    { ...entity("決済", "of a kind"), entityType: "decision" },
    entity("Payer", "p"),
    relation("Payer", "決済"),
  ];
  const { cairn, path, bodyOf } = withGraph(lines(graph));
  const report = await bringIn(cairn, { source: "server-memory", path });
  const idOf = (title: string) => report.memories.find((one) => one.title === title)?.id ?? "";
  expect(await bodyOf("payer")).toContain(`- pays [[${idOf("auth-service")}]]\n- pays [[${idOf("決済")}]]`);
  expect(await bodyOf(idOf("auth-service"))).toContain("- other");
});

test("what kindred servers write besides is kept: times, words of an entity, observations in objects; what relations say besides is told", async () => {
  const more = {
    createdAt: "2026-01-02T03:04:05Z",
    updated_at: 1_767_500_000,
    version: 3,
    domain: "billing\nall",
    note: "",
  };
  const said = [{ content: "In an object", at: "2026-01-01" }, { text: "Bare" }, { vector: [1] }];
  const { cairn, path } = withGraph(
    lines([{ ...entity("Ann", ...said), ...more }, { ...relation("Ann", "Ann"), weight: 0.4 }, entity("Bob", "b")]),
  );
  const report = await bringIn(cairn, { source: "server-memory", path });
  expect(report.lossy.map(({ what }) => what)).toEqual([
    "what its relations say besides (weight)",
    "1 observation that is no text",
  ]);
  const { memory } = await cairn.ask("show", { id: "ann" });
  expect(memory).toMatchObject({ created: "2026-01-02T03:04:05Z", updated: "2026-01-04T04:13:20Z" });
  expect(memory.body).toMatch(/- In an object \(at: 2026-01-01\)\n- Bare\n/);
  expect(memory.body).toMatch(/## Also Recorded\n- version: 3\n- domain: billing all$/);
});
