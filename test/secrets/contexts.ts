/** The six places a secret is found in. Each writes the secret down as that place would have it. */
import type { FakeSecret } from "./generators.ts";
import { alphabets, type Rng } from "./rng.ts";

export type Context = (fake: FakeSecret, rng: Rng) => string;

export const contexts: Readonly<Record<string, Context>> = {
  env: ({ name, value }, rng) => {
    const quote = rng.pick(value.includes("\n") || value.includes(" ") ? ['"'] : ["", '"', "'"]);
    return `${rng.pick(["export ", "", "ENV "])}${name ?? "VALUE"}=${quote}${value}${quote}\nPORT=8080`;
  },
  json: ({ name, value }, rng) => {
    const text = JSON.stringify({ id: rng.int(1000), [name ?? "value"]: value, ok: true }, null, rng.pick([0, 2]));
    return rng.pick([text, JSON.stringify({ body: text })]);
  },
  url: ({ name, value }, rng) => {
    const query = `${name ?? "v"}=${encodeURIComponent(value)}`;
    return `GET https://api.example/v1/run?page=${rng.int(9)}&${query}&limit=5 HTTP/1.1`;
  },
  diff: ({ name, value }, rng) => {
    const lines = `${name === undefined ? "" : `${name}: `}${value}`.split("\n");
    const sign = rng.pick(["+", "-", "+  "]);
    return ["@@ -1,3 +1,4 @@", " kept: true", ...lines.map((line) => sign + line), " other: false"].join("\n");
  },
  log: ({ name, value }, rng) => {
    const stamp = `2026-11-${10 + rng.int(20)}T05:29:00.123Z INFO [worker-${rng.int(9)}]`;
    const lines = `sent ${name === undefined ? "" : `${name}=`}${value} status=200`.split("\n");
    return lines.map((line) => `${stamp} ${line}`).join("\n");
  },
  base64: ({ name, value, bounded }, rng) => {
    const before = rng.chars(alphabets.base64, 40) + rng.pick(bounded ? ["+", "/", "="] : ["", "=", "A", "z", "7"]);
    const after = rng.pick(["", "=", "/"]) + rng.chars(alphabets.base64, 40);
    return `${before}${name === undefined ? "" : `${name}=`}${value}${after}`;
  },
};
