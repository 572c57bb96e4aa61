/** A home with one project whose root holds made-up memories, laid out as Cairn itself would have left it. */

import { realpathSync } from "node:fs";
import { openCairn } from "../../src/cairn.ts";
import { stateFolder } from "../../src/places/root-names.ts";
import { MadeRoot, type RootPlace } from "../real-root/made-root.ts";
import { makeWorld } from "../write/world.ts";
import { memories } from "./made.ts";

export interface SpeedWorld extends RootPlace {
  readonly cwd: string;
  readonly home: string;
}

export async function makeSpeedWorld(place: string, size: number): Promise<SpeedWorld> {
  const { cwd, home, root, env } = makeWorld(realpathSync(place));
  const cairn = await openCairn({ cwd, env, surface: "cli" });
  await cairn.prepareWrite();
  const { cairnHome, roots } = cairn.places;
  const made = new MadeRoot({ folder: root, state: stateFolder(cairnHome, roots.project.key) });
  for (const memory of memories(size)) made.remember(memory);
  made.flush();
  return { cwd, home, folder: made.folder, state: made.state };
}
