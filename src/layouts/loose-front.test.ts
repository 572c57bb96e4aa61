import { expect, test } from "vitest";
import { frontOf } from "../format/front.ts";
import { textOf } from "../format/values.ts";
import { looseFront } from "./loose-front.ts";

const told = (front: string, newline = "\n") =>
  looseFront(`---\ndescription: Fix: it\n${front}\n---\nText.\n`.replaceAll("\n", newline));

function valueIn(text: string, name: string): string | undefined {
  const node = frontOf(text).map.entries.find(({ key }) => key === name)?.node;
  return node === undefined ? undefined : textOf(node);
}

test.each([
  "notes: |\n  see: http: x\n  C:\\new: y\n\n  - a: b: c\n  *.ts",
  "notes: >-\n  see: http: x\n    deeper: too: far\nafter: words",
  "notes: |2\n   see: http: x",
  '"my notes": |+ # as they are\n  see: http: x',
  "notes: 'over\n  see: http: x\n  lines'",
  "list:\n  - name: |\n      see: http: x\n    other: words",
  "list:\n  - |\n    see: http: x",
])("words that go on below their key are left as they stand: %j", (front) => {
  for (const newline of ["\n", "\r\n"]) {
    const text = told(front, newline);
    expect(frontOf(text).state).toBe("read");
    expect(valueIn(text, "description")).toBe("Fix: it");
    expect(text).toBe(`---\ndescription: "Fix: it"\n${front}\n---\nText.\n`.replaceAll("\n", newline));
  }
});

test("what stands beside or below a key without words is put between quotes, each line by itself", () => {
  const front =
    "globs: *.ts\nparts: # of it\n  one: a: b\nmore words:\n  two: c: d\n  three:\n    - e: f: g\n      h: i: j";
  expect(told(front)).toBe(
    '---\ndescription: "Fix: it"\nglobs: "*.ts"\nparts: # of it\n  one: "a: b"\nmore words:\n  two: "c: d"\n  three:\n    - e: "f: g"\n      h: "i: j"\n---\nText.\n',
  );
});

test("what is no YAML with quotes either is left as it stands", () => {
  const text = "---\ndescription: Fix: it\n  and more: of it\n---\nText.\n";
  expect(looseFront(text)).toBe(text);
});
