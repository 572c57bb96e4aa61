/** Runs once before all tests of the clients: both versions are there. */

import { clientVersions, ensureClient } from "./install.ts";

export default async function setup(): Promise<void> {
  for (const version of clientVersions) await ensureClient(version);
}
