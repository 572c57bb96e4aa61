/** A round trip by the same code as ever: something is kept, found, retired and not found, in a scratch home of its own. */

import { join } from "node:path";
import type { Cairn } from "../cairn.ts";
import { isWritable, makeFolders, removeScratch } from "../disk/files.ts";
import { tidyScratch } from "../disk/leftovers.ts";
import { token } from "../disk/random.ts";
import { CairnError } from "../model/error.ts";
import { type Finding, ok, wrong } from "./check.ts";

const CANARIES = "canary";
const AFTER_ALL = "Whatever else is wrong here comes first; if nothing is, this is a bug in Cairn.";

/** Runs an operation by its name: the output, or why there is none. */
type Ask = (cairn: Cairn, name: string, input: object) => Promise<Record<string, unknown> | CairnError>;

interface Failed {
  readonly found: string;
  /** What can be done about it, where what failed says so. */
  readonly next?: string;
}

export async function checkRoundTrip(cairn: Cairn, ask: Ask): Promise<Finding[]> {
  const { cairnHome, roots } = cairn.places;
  // Where nothing can be kept here, that it can be elsewhere is no comfort.
  if (![cairnHome, roots.project.path].every(isWritable)) return [];
  const scratch = join(cairnHome, CANARIES, token());
  try {
    const failed = await fly(cairn, scratch, ask);
    if (failed === undefined) return [ok("canary", "kept, found, retired, and found no more")];
    return [wrong("canary", failed.found, failed.next ?? AFTER_ALL)];
  } finally {
    removeScratch(scratch);
    tidyScratch(join(cairnHome, CANARIES), cairn.clock);
  }
}

/** What did not work, if something did not. */
async function fly({ env, clock }: Cairn, scratch: string, ask: Ask): Promise<Failed | undefined> {
  makeFolders(join(scratch, "project"));
  const { openCairn } = await import("../cairn.ts");
  const home = { HOME: scratch, PATH: env["PATH"] };
  const own = await openCairn({ cwd: join(scratch, "project"), env: home, surface: "library", clock });
  const sung = `The canary sings ${token()}`;
  const isFound = async () => {
    const answer = await ask(own, "recall", { question: sung });
    return !(answer instanceof CairnError) && JSON.stringify(answer).includes(sung);
  };
  try {
    const kept = await ask(own, "remember", { text: sung, kind: "reference" });
    if (kept instanceof CairnError) return refusedAs("nothing can be kept", kept);
    if (!(await isFound())) return { found: "what was kept is not found" };
    const retired = await ask(own, "forget", { id: (kept["memory"] as { id: string }).id });
    if (retired instanceof CairnError) return refusedAs("nothing can be retired", retired);
    return (await isFound()) ? { found: "what was retired is still found" } : undefined;
  } finally {
    await own.close();
  }
}

function refusedAs(what: string, { message, hint }: CairnError): Failed {
  return { found: `${what}: ${message}`, ...(hint === "" ? {} : { next: hint }) };
}
