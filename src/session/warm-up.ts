/**
 * What a first prompt takes is done for nobody while nobody waits: code that has run is quick when a person speaks, and
 * so is a look at files that were looked at before.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Cairn } from "../cairn.ts";
import { redact } from "../guard/redact.ts";
import { hasMark } from "../guard/secret-sieve.ts";
import { relevantNow } from "../recall/relevant-now.ts";
import { mayBeAsked } from "./moment.ts";

/** After so many, V8 has compiled what a prompt takes. */
const TIMES = 30;
const asking = () => import("./asking.ts");

/** Reads and writes nothing down. Stops as soon as somebody asks. */
export async function warmUp(
  cairn: Cairn,
  isIdle: () => boolean,
  loaded: () => Promise<{ runOnce(prompt: string): void }> = asking,
): Promise<void> {
  const { finder } = await cairn.finder();
  // Its patterns are many, and compiled when they are first used: a second prompt would wait for it.
  const asks = mayBeAsked({ cairn }) ? await loaded() : undefined;
  for (const title of finder.someTitles(TIMES)) {
    if (!isIdle()) return;
    const prompt = `What is known about ${title}? Files are named, too.`;
    await relevantNow(cairn, { prompt, recent: [title], tools: [], files: ["src/main.ts"], shown: [] });
    // What is written down and what is read is looked through for secrets, each in its way.
    const { text } = redact(prompt);
    hasMark(text);
    asks?.runOnce(text);
    await nextTurn();
  }
  const stores = await cairn.reach();
  for (const store of stores.all()) {
    if (!isIdle()) return;
    store.glance();
    store.lookClosely();
    store.changedBesides(store.history.log.lastSeq);
    await nextTurn();
  }
}
