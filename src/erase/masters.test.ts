import { expect, onTestFinished, test } from "vitest";
import { cairnWith, type TestCairn } from "../../test/support/cairn-with.ts";
import { setFaults } from "../disk/faults.ts";

const confirmed = { confirmed: true };
const basket = "The frontend renders the basket with lilac borders and rounded corners.";
const question = "- Who pays for the second data centre?";
const own = "- Ask the designers about the borders of the checkout.";

/** Two masters, each with a line of the person's, made of one memory that is about to be forgotten. */
async function world(domainLine = ""): Promise<TestCairn> {
  const cairn = cairnWith();
  await cairn.ask("remember", { kind: "project", title: "Basket", text: basket, tags: ["domain:frontend"] });
  await cairn.ask("synthesize", {}, confirmed);
  await cairn.ask("synthesize", { domain: "frontend" }, confirmed);
  const asked = (line: string) => (text: string) => text.replace("## Active Questions\n", `$&\n${line}\n`);
  cairn.change("master.md", asked(question));
  if (domainLine !== "") cairn.change("master.frontend.md", asked(domainLine));
  await cairn.ask("synthesize", {}, confirmed);
  return cairn;
}

const forget = (cairn: TestCairn) => cairn.outcome("forget", { id: "basket", hard: true }, confirmed);

test("the last source of a domain takes its master with it, and no line a person wrote in another", async () => {
  const cairn = await world();
  expect(await forget(cairn)).toMatchObject({
    output: { warnings: expect.arrayContaining(["Nothing else belonged to the domain frontend: its master is gone."]) },
  });
  expect(cairn.read("master.md")).toContain(question);
  expect(cairn.has("master.frontend.md")).toBe(false);
  expect(cairn.everything()).not.toContain("lilac");
});

test("a domain's master stays for the lines a person wrote there", async () => {
  const cairn = await world(own);
  expect(await forget(cairn)).toMatchObject({ ok: true });
  expect(cairn.read("master.frontend.md")).toContain(own);
  expect(cairn.everything()).not.toContain("lilac");
});

test("from wherever the disk refuses, a person's lines are in the masters, and the next try leaves nothing", async () => {
  onTestFinished(() => setFaults(undefined));
  const cairn = await world(own);
  let isDone = false;
  let refused = 0;
  for (let nth = 3; !isDone && nth < 400; nth += 5) {
    let calls = 0;
    setFaults(({ call }) =>
      /^(?:write|sync|rename|unlink)$/.test(call) && ++calls >= nth ? { error: "EIO" } : undefined,
    );
    const outcome = await forget(cairn);
    // What was begun before is carried out by the next command: then it is not found any more.
    isDone = outcome.ok || outcome.error.code === "NOT_FOUND";
    setFaults(undefined);
    if (!isDone) refused++;
    expect(cairn.read("master.md")).toContain(question);
    expect(cairn.read("master.frontend.md")).toContain(own);
  }
  expect(isDone).toBe(true);
  expect(refused).toBeGreaterThan(8);
  expect(cairn.everything()).not.toContain("lilac");
});
