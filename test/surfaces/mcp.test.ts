/** The server by hand: what it lists, what it refuses, and when it ends. */

import { expect, test } from "vitest";
import { house } from "../support/house.ts";

test("the tools are few, cost little, and say what they do to the memory", async () => {
  const client = await house().serve();
  const { result } = await client.request("tools/list");
  expect(result.tools.length).toBeLessThanOrEqual(8);
  expect(JSON.stringify(result.tools).length).toBeLessThanOrEqual(4_600);
  const hints = Object.fromEntries(result.tools.map(({ name, annotations }: never) => [name, annotations]));
  expect(hints).toMatchObject({
    show: { readOnlyHint: true },
    recall: { readOnlyHint: true },
    remember: { destructiveHint: false, openWorldHint: false },
    forget: { destructiveHint: true },
  });
  expect(await client.close()).toBe(0);
});

test("an unknown method, an unknown tool and a line that is no message are refused, and the server lives on", async () => {
  const client = await house().serve();
  expect((await client.request("resources/steal")).error).toMatchObject({ code: -32601 });
  expect((await client.request("tools/call", { name: "undo", arguments: {} })).error).toMatchObject({ code: -32602 });
  client.say("{ not json");
  client.say('{"jsonrpc":"1.0","id":1}');
  expect((await client.call("list")).isError).toBe(false);
  expect(client.strays.map((line) => JSON.parse(line).error.code)).toEqual([-32700, -32600]);
  expect(await client.close()).toBe(0);
});

test("what was asked before the input ended is still answered", async () => {
  const place = house();
  const client = await place.serve();
  const answers = Array.from({ length: 10 }, (_, n) =>
    client.call("remember", { text: `Number ${n} it is.`, kind: "project" }),
  );
  const ended = client.close();
  expect((await Promise.all(answers)).filter(({ isError }) => isError)).toEqual([]);
  expect(await ended).toBe(0);
  expect((await place.ask(["list"])).total).toBe(10);
});

test("forgetting for good is not within a tool's reach", async () => {
  const place = house();
  const client = await place.serve();
  await client.call("remember", { text: "Keep me.", kind: "project" });
  const { text, isError } = await client.call("forget", { id: "keep-me", hard: true });
  expect({ isError, text }).toMatchObject({ isError: true, text: expect.stringMatching(/^SECURITY_ERROR/) });
  await client.close();
  expect((await place.ask(["show", "keep-me"])).memory.status).toBe("active");
});

test("each request sees what other programs wrote meanwhile", async () => {
  const place = house();
  const client = await place.serve();
  expect((await client.call("list")).text).toContain("Nothing");
  await place.ask(["remember", "From elsewhere.", "--kind", "project"]);
  expect((await client.call("list")).text).toContain("from-elsewhere");
  await place.ask(["update", "from-elsewhere", "Changed meanwhile."]);
  expect((await client.call("show", { id: "from-elsewhere" })).text).toContain("Changed meanwhile.");
  await place.ask(["forget", "from-elsewhere"]);
  expect((await client.call("list")).text).not.toContain("from-elsewhere");
  await client.close();
});
