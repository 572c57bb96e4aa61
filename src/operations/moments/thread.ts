/** The thread of a session's work: what is being done, what stands in the way, what this session settled and touched. */

import type { Kind } from "../../model/kind.ts";
import type { Memory } from "../../model/memory.ts";
import { isPlaceholder } from "../../model/placeholder.ts";
import { type Packable, pack } from "../../recall/pack.ts";
import type { SessionState } from "../../trail/session-state.ts";
import { kindsInWords, packable, recalled } from "../recalled.ts";
import type { ShownNow } from "./ledger.ts";
import type { Around } from "./moment.ts";

const MOST_FILES = 12;
const MOST_FAILURES = 3;
const MOST_PROMPTS = 2;
const FAILURE_LENGTH = 160;
const PROMPT_LENGTH = 200;

/** In the order in which they are picked up again. */
const threadKinds: readonly Kind[] = ["task", "progress", "blocker"];

/** What is at hand for the session, best first: the state of the work, then what this session itself wrote. */
export async function threadOf({ cairn, session }: Around): Promise<Memory[]> {
  const stores = await cairn.stores(undefined, { lenient: true });
  const memories = stores
    .memories(["project"])
    .filter((memory) => memory.status === "active" && !memory.supersededBy && !isPlaceholder(memory));
  const state = threadKinds.flatMap((kind) => memories.filter((memory) => memory.kind === kind));
  const own = memories.filter((memory) => memory.source?.session === session && !threadKinds.includes(memory.kind));
  const newest = own.sort((a, b) => ((a.updated ?? "") < (b.updated ?? "") ? 1 : -1));
  const project = stores.of("project");
  return [...state, ...newest].map((memory) => project.read(memory.id) ?? memory);
}

/** The trail's own steps come last: they are the newest, and the first to be left out. */
export function packThread(
  memories: readonly Memory[],
  { cairn, session, units }: Around,
  {
    steps = [],
    notice = "",
    ...room
  }: {
    readonly budgetTokens: number;
    readonly before?: string;
    readonly steps?: readonly string[];
    /** Something to be told beside the thread. */
    readonly notice?: string;
  },
): ShownNow {
  const hits = memories.map((memory) => ({ memory, why: ["the thread of the work"] }));
  const packables = hits.map(({ memory, why }) => {
    const time = Date.parse(memory.updated ?? memory.created ?? "") || cairn.clock.now().getTime();
    return packable(recalled({ memory, time }, cairn, why, memory.description), memory.body);
  });
  const kinds = kindsInWords(
    memories.map(({ kind }) => kind),
    cairn,
  );
  const besides = notice === "" ? [] : [{ id: "notice", about: { kind: "notice" }, texts: [notice] }];
  const trail = steps.length === 0 ? [] : [trailOf(session, steps)];
  return { hits, packed: pack([...packables, ...besides, ...trail], { ...room, units, kinds }) };
}

/** What the trail says stands in the envelope too: it holds words of others. */
function trailOf(session: string, steps: readonly string[]): Packable {
  return { id: "trail", about: { id: `session:${session}`, kind: "trail" }, texts: [steps.join("\n")] };
}

/** What the trail knows, in a few lines. */
export function stepsInWords({ prompts, files, failures }: SessionState, project: string): string[] {
  const inside = files.map((file) => (file.startsWith(`${project}/`) ? file.slice(project.length + 1) : file));
  return [
    ...(files.length === 0 ? [] : [`Files changed in this session: ${inside.slice(-MOST_FILES).join(", ")}`]),
    ...failures.slice(-MOST_FAILURES).map(({ what, text }) => `Failed: ${what}: ${inOneLine(text, FAILURE_LENGTH)}`),
    ...[...new Set(prompts)].slice(-MOST_PROMPTS).map((text) => `The person said: ${inOneLine(text, PROMPT_LENGTH)}`),
  ];
}

function inOneLine(text: string, most: number): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return flat.length <= most ? flat : `${flat.slice(0, most - 1)}…`;
}
