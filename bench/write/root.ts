/** The times of writes into one root of a given size; each kind of write takes turns with a bare one. */

import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type Cairn, openCairn } from "../../src/cairn.ts";
import { invoke } from "../../src/operations/operation.ts";
import { remember } from "../../src/operations/remember.ts";
import { stateFolder } from "../../src/places/root-names.ts";
import { planRemember } from "../../src/store/remember.ts";
import { planRevise } from "../../src/store/revise.ts";
import type { Store } from "../../src/store/store.ts";
import { wishFrom } from "../../src/store/wish.ts";
import { bodyOf, fill, makeWorld, memory } from "./world.ts";

/** Until V8 has compiled what runs often: the first size measured would be charged for all of them. */
const WARM_UPS = 250;
const VIEW_ROUNDS = 10;
/** No round comes to this number. */
const PAST_ALL = 1_000_000;

export interface Measured {
  readonly what: string;
  readonly times: readonly number[];
  /** Of the bare writes that took turns with these. */
  readonly bare: readonly number[];
}

export async function measureRoot(place: string, size: number, rounds: number): Promise<Measured[]> {
  const world = makeWorld(place);
  const open = () => openCairn({ cwd: world.cwd, env: world.env, surface: "mcp" });
  const first = await open();
  await first.prepareWrite();
  fill(world.root, stateFolder(first.places.cairnHome, first.places.roots.project.key), size);
  const cairn = await open();
  const store = (await cairn.stores()).of("project");
  const bareFolder = join(place, "bare");
  mkdirSync(bareFolder);

  const bare = sample("bare write");
  const cases = [createIn(store), updateIn(store, size), rememberIn(cairn)];
  for (let round = -WARM_UPS; round < rounds; round++) {
    for (const one of [bareIn(bareFolder), ...cases]) {
      const ms = await timed(() => one.act(round + WARM_UPS));
      const into = one.what === bare.what ? bare : one;
      if (round >= 0) into.times.push(ms);
    }
  }
  const views = [sample("first print of MEMORY.md"), sample("print of MEMORY.md")];
  for (let round = 0; round <= VIEW_ROUNDS; round++) {
    await createIn(store).act(PAST_ALL + round);
    views[round === 0 ? 0 : 1]!.times.push(await processorMs(() => cairn.printViews(store)));
  }
  return [bare, ...cases, ...views].map(({ what, times }) => ({ what, times, bare: bare.times }));
}

interface Case {
  readonly what: string;
  readonly times: number[];
  readonly act: (n: number) => unknown;
}

function sample(what: string, act: Case["act"] = () => undefined): Case {
  return { what, times: [], act };
}

/** What any program must do that says "saved" and means it. */
function bareIn(folder: string): Case {
  return sample("bare write", (n) => {
    const { text } = memory(n);
    const [temp, path] = [join(folder, "temp"), join(folder, `${n}.md`)];
    const file = openSync(temp, "wx");
    writeSync(file, text);
    fsyncSync(file);
    closeSync(file);
    renameSync(temp, path);
    const opened = openSync(folder, "r");
    fsyncSync(opened);
    closeSync(opened);
  });
}

const by = { surface: "cli" } as const;
const unsaid = { tags: [], aliases: [], files: [], fields: {} };

/** The whole write path below the operations: lock, settle, decide, record, place, acknowledge. */
function createIn(store: Store): Case {
  return sample("create", (n) => {
    const asked = {
      ...unsaid,
      kind: "project",
      title: `New ${n}`,
      text: bodyOf(n),
      trust: "stated",
      source: {},
    } as const;
    const wish = wishFrom(asked);
    return store.change(by, (context) => planRemember(context, wish, () => "aaaa"));
  });
}

function updateIn(store: Store, size: number): Case {
  const none = { ...unsaid, removeTags: [], removeFiles: [], trust: "stated", isThere: () => true } as const;
  return sample("update", (n) => {
    const { id } = memory((n * 7919) % size);
    return store.change(by, (context) => planRevise(context, { ...none, id, append: `Measured again, round ${n}.` }));
  });
}

/** All of it, as a tool call of a warm server asks for it: places, roots, validation, redaction, the write, the answer. */
function rememberIn(cairn: Cairn): Case {
  return sample("remember, warm server", async (n) => {
    const outcome = await invoke(remember, { kind: "reference", title: `Said ${n}`, text: bodyOf(n) }, cairn);
    if (!outcome.ok) throw outcome.error;
  });
}

async function timed(act: () => unknown): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

/** Printing waits for no disk, and other work on the machine moves this little. */
async function processorMs(act: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
