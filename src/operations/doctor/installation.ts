/** Is Cairn in the host, as the host's own folder can tell, and do files of instructions say what they should? */

import { staleTaught } from "../../agents/taught.ts";
import type { Cairn } from "../../cairn.ts";
import type { Host } from "../../hosts/host.ts";
import { defaultHost } from "../../hosts/registry.ts";
import { siteOf } from "../../install/site.ts";
import { type Checking, type Finding, warning } from "./check.ts";

/** Files of instructions are no host's: they are told of with the one that is meant where nobody says which. */
export function checkInstallation(host: Host): Checking {
  return async (cairn) => {
    const install = await host.install?.();
    const found = install?.check(siteOf(cairn.places), cairn.env) ?? [];
    return host === defaultHost ? [...found, ...taughtOf(cairn)] : found;
  };
}

/** What agents without hooks read of the memory. */
function taughtOf(cairn: Cairn): Finding[] {
  return staleTaught(cairn).map(({ name, command }) =>
    warning("teach", `Cairn's section in ${name} says what an older Cairn said`, `Renew it with ${command}.`),
  );
}
