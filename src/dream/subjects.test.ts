import { expect, test } from "vitest";
import type { Trust } from "../model/trust.ts";
import { aboutAmong, subjectsOf, type Topic, tagsIn } from "./subjects.ts";

const topic = (id: string, title: string, lines: readonly string[] = [], trust: Trust = "derived"): Topic => {
  const known = lines.map((text) => ({ days: ["2026-11-10"], text }));
  return { id, title, tags: [], aliases: [], trust, page: { known, earlier: [], checks: [] } };
};
const entry = (text: string, trust: Trust = "derived") => ({ text, trust });
const ids = (texts: readonly string[], topics: readonly Topic[] = []) =>
  subjectsOf(
    texts.map((text) => entry(text)),
    topics,
  ).map(({ id }) => id);

test("a #word names the topic; a number after # does not", () => {
  expect(ids(["It moved. #queue", "Closed #12 at last."])).toEqual(["queue", "notes"]);
  expect(tagsIn("#one two #three-four #5 a#b")).toEqual(["one", "three-four"]);
});

test("what is about a topic there is goes into it", () => {
  const topics = [topic("queue", "Queue"), topic("redis-cluster", "Redis cluster")];
  expect(ids(["The queue is slow.", "Redis is slow.", "A Redis cluster of three."], topics)).toEqual([
    "queue",
    "notes",
    "redis-cluster",
  ]);
  const known = ["Turnstiles open by badge and PIN.", "A badge opens turnstiles with a PIN."];
  expect(ids(["Badge readers at turnstiles want the PIN first."], [topic("gates", "Gates", known)])).toEqual(["gates"]);
});

test("entries that share a subject make a topic, called as they call it", () => {
  const subjects = subjectsOf([entry("Kafka lags at night."), entry("We decided on Kafka 4."), entry("Lunch.")], []);
  expect(subjects.map(({ id, title }) => [id, title])).toEqual([
    ["kafka", "Kafka"],
    ["kafka", "Kafka"],
    ["notes", "Notes"],
  ]);
});

test("what tells no subject goes by the sort of thing it says", () => {
  expect(
    ids([
      "We decided on tabs.",
      "If the deploy fails with EACCES, fix the owner.",
      "Uploads cannot exceed a megabyte.",
      "The parser is a hack, clean up later.",
    ]),
  ).toEqual(["decisions", "troubleshooting", "limits", "put-off"]);
});

test("what came from outside never joins what did not", () => {
  const topics = [topic("queue", "Queue")];
  const subjects = subjectsOf([entry("The queue is slow.", "untrusted"), entry("#queue again", "untrusted")], topics);
  expect(subjects.map(({ title }) => title)).toEqual(["Queue (from outside)", "Queue (from outside)"]);
});

test("the order of entries does not change where they go", () => {
  const texts = ["Kafka lags.", "Redis lags.", "Kafka is up.", "Redis is up."];
  const placed = (order: readonly string[]) => new Map(ids(order).map((id, n) => [order[n], id]));
  expect(placed([...texts].reverse())).toEqual(new Map([...placed(texts)].reverse()));
});

test("a memory is about a topic whose name it has, or about none", () => {
  const topics = [topic("queue", "Queue")];
  expect([aboutAmong(topics)("The queue runs on Redis.", "derived"), aboutAmong(topics)("Tabs.", "derived")]).toEqual([
    "queue",
    undefined,
  ]);
});

test("somebody who is met or speaks is no topic; a thing with a capital is", () => {
  expect(ids(["Lunch with Anna was long.", "Anna is back on Monday."])).toEqual(["notes", "notes"]);
  expect(ids(["Deploys run with Docker.", "Docker needs two gigabytes."])).toEqual(["docker", "docker"]);
});
