/** One line at the start of a session: how many drafts wait for the person. Their words are shown by `review` alone. */

import { counted } from "../../model/counted.ts";
import type { Called } from "./moment.ts";

/** No line where none waits. Counts files and reads none. */
export async function draftsWaiting({ cairn }: Called): Promise<string[]> {
  const stores = await cairn.reach();
  const own = stores.all().filter((store) => !stores.isClone(store));
  const count = own.reduce((sum, { inbox }) => sum + inbox.keys().length, 0);
  if (count === 0) return [];
  return [`${counted(count, "draft")} of memories ${count === 1 ? "waits" : "wait"} for the person: cairn review.`];
}
