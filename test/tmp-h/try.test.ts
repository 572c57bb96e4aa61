import { expect, test } from "vitest";
import { cairnWith } from "../support/cairn-with.ts";
test("try", async () => {
  const cairn = cairnWith({ "MEMORY.md": "# My notes\n\nkeep me\n" });
  const t = performance.now();
  console.log(JSON.stringify(await cairn.ask("remember", { text: "We use WAL. Because.", kind: "decision", title: "WAL mode" })));
  console.log("ms", performance.now() - t);
  console.log(cairn.read("MEMORY.md"));
  await cairn.ask("remember", { text: "Second thing is here.", kind: "project" });
  console.log("ms", performance.now() - t);
  console.log(cairn.read("MEMORY.md"));
  console.log(cairn.paths(), (await cairn.ask("list", {})).memories.map((m) => m.id));
  for (let i = 0; i < 20; i++) await cairn.ask("list", {});
  console.log("ms", performance.now() - t);
  for (let i = 0; i < 20; i++) await cairn.ask("remember", {text: `Fact number ${i} is this one.`});
  console.log("ms", performance.now() - t);
});
