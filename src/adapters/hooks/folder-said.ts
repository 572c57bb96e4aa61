/** Where the session works: some hosts run hooks elsewhere, and say so. */

import type { Payload } from "../../hosts/payload.ts";
import { hostCalling } from "../../hosts/registry.ts";

export async function folderSaid(host: string, said: Payload): Promise<string> {
  const { folderIn } = (await hostCalling(host, said, process.env)?.moments()) ?? {};
  return folderIn?.(said) || process.cwd();
}
