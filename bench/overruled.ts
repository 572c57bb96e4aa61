/** `npm run bench -- overruled [--json]`: made-up facts of which later ones overrule earlier ones; is the newest first? */

import { parseArgs } from "node:util";
import { newestFirstShare } from "./sets/overruled.ts";

const SIZES = [500, 2_300, 4_600, 20_000];
const ASKED = 400;

export function run(words: readonly string[]): void {
  const { values } = parseArgs({ args: [...words], options: { json: { type: "boolean", default: false } } });
  const overruled = SIZES.map((facts) => ({ facts, newestFirst: newestFirstShare(facts, ASKED) }));
  if (values.json) console.log(JSON.stringify({ overruled }));
  else for (const { facts, newestFirst } of overruled) console.log(`${facts} facts: newest first ${newestFirst} %`);
}
