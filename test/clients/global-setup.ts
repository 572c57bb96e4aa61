/** Runs once before all tests of the clients: every one is there, in the versions the tests name. */

import { clientVersions, ensureClient } from "./install.ts";
import { ensureOther, otherClients } from "./others/programs.ts";

export default async function setup(): Promise<void> {
  for (const version of clientVersions) await ensureClient(version);
  for (const name of Object.keys(otherClients) as (keyof typeof otherClients)[]) await ensureOther(name);
}
