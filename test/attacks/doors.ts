/** Every place in which a name can be given, on every surface. Each says what came back and whether it was a bug. */

import { join } from "node:path";
import { CairnError } from "../../src/library.ts";
import { everythingIn } from "../support/bytes.ts";
import type { Asking, House } from "../support/house.ts";
import { CANARY } from "./canary.ts";
import { hostileNames } from "./hostile-names.ts";
import type { Reached } from "./routes.ts";

export interface Answered {
  readonly words: string;
  readonly isBug: boolean;
}

export type Door = (name: string, reached: Reached) => Promise<Answered>;

async function cli({ place }: Reached, argv: readonly string[], asking: Asking = {}): Promise<Answered> {
  const { code, out, err } = await place.cli(argv, asking);
  return { words: out + err, isBug: code === 70 || code === null };
}

async function tool({ client }: Reached, name: string, args: object): Promise<Answered> {
  const { text } = await client.call(name, args);
  return { words: text, isBug: text.startsWith("BUG") };
}

async function call(act: () => Promise<unknown>): Promise<Answered> {
  try {
    return { words: JSON.stringify(await act()), isBug: false };
  } catch (error) {
    return { words: String(error), isBug: !(error instanceof CairnError) };
  }
}

const WORDS = ["remember", "Words.", "--title=Door", "--kind=project"];

/** A folder below the home folder may be given, if a person does so: that is no attack. */
function notHome(name: string): string {
  return name.replace(/^~\//, "~/../");
}

export const doors: Readonly<Record<string, Door>> = {
  "cli show": (name, at) => cli(at, ["show", `--id=${name}`]),
  "cli show, as a word": (name, at) => cli(at, ["show", "--", name]),
  "cli show --as-of": (name, at) => cli(at, ["show", `--id=${name}`, "--as-of=1h"]),
  "cli update": (name, at) => cli(at, ["update", `--id=${name}`, "--append=x"]),
  "cli forget": (name, at) => cli(at, ["forget", `--id=${name}`]),
  "cli forget --hard": (name, at) => cli(at, ["forget", `--id=${name}`, "--hard", "--yes"]),
  "cli restore": (name, at) => cli(at, ["restore", `--id=${name}`]),
  "cli archive": (name, at) => cli(at, ["archive", `--id=${name}`]),
  "cli unarchive": (name, at) => cli(at, ["unarchive", `--id=${name}`]),
  "cli history": (name, at) => cli(at, ["history", `--id=${name}`, "--json"]),
  "cli undo": (name, at) => cli(at, ["undo", `--change=${name}`]),
  "cli undo --session": (name, at) => cli(at, ["undo", `--session=${name}`]),
  "cli --supersedes": (name, at) => cli(at, [...WORDS, `--supersedes=${name}`]),
  "cli --files": (name, at) => cli(at, [...WORDS, `--files=${name}`]),
  "cli update --files": (name, at) => cli(at, ["update", "door", `--files=${name}`]),
  "cli update --remove-files": (name, at) => cli(at, ["update", "door", `--remove-files=${name}`]),
  "cli --agent": (name, at) => cli(at, ["list", `--agent=${name}`]),
  "cli --agent of a squad": (name, at) => cli(at, [...WORDS, "--scope=agent", `--agent=web/${name}`]),
  "cli --scope": (name, at) => cli(at, [...WORDS, `--scope=${name}`]),
  "cli --title": (name, at) => cli(at, ["remember", "Words.", `--title=${name}`, "--kind=project"]),
  "cli analysis --files": (name, at) =>
    cli(at, ["remember", "Words.", "--kind=analysis", "--title=A", `--files=${name}`]),
  "cli --cwd": (name, at) => cli(at, ["list", `--cwd=${name}`]),
  "cli --memory-dir": (name, at) => cli(at, ["list", `--memory-dir=${name}`]),
  "cli --body-file": (name, at) => cli(at, ["remember", `--body-file=${name}/nothing`]),
  "cli config": (name, at) => cli(at, ["config", "get", "--", name]),
  CLAUDE_MEMORY_DIR: (name, at) => cli(at, ["list"], { env: { CLAUDE_MEMORY_DIR: notHome(name) } }),
  CLAUDE_CONFIG_DIR: (name, at) => cli(at, ["list"], { env: { CLAUDE_CONFIG_DIR: notHome(name) } }),
  CAIRN_HOME: (name, at) => cli(at, ["list"], { env: { CAIRN_HOME: notHome(name) } }),
  CLAUDE_CODE_SESSION_ID: (name, at) =>
    cli(at, ["remember", "Words.", "--kind=session_summary"], { env: { CLAUDE_CODE_SESSION_ID: name } }),
  "mcp show": (name, at) => tool(at, "show", { id: name }),
  "mcp update": (name, at) => tool(at, "update", { id: name, append: "x" }),
  "mcp forget": (name, at) => tool(at, "forget", { id: name }),
  "mcp remember title": (name, at) => tool(at, "remember", { title: name, text: "Words." }),
  "mcp remember files": (name, at) => tool(at, "remember", { title: "Door", text: "Words.", files: [name] }),
  "mcp remember supersedes": (name, at) => tool(at, "remember", { title: "Door", text: "Words.", supersedes: name }),
  "mcp list tag": (name, at) => tool(at, "list", { tag: name }),
  "mcp agent": (name, at) => tool(at, "list", { agent: name }),
  "mcp tool": (name, at) => tool(at, name, { id: name }),
  "library show": (name, { library }) => call(() => library.show({ id: name })),
  "library update": (name, { library }) => call(() => library.update({ id: name, append: "x" })),
  "library forget": (name, { library }) => call(() => library.forget({ id: name })),
  "library history": (name, { library }) => call(() => library.history({ id: name })),
  "library undo": (name, { library }) => call(() => library.undo({ change: name })),
  "library where": (name, { library }) => call(() => library.where({ agent: name })),
  "library files": (name, { library }) =>
    call(() => library.remember({ title: "Door", text: "Words.", files: [name] })),
};

/** Each hostile name at so many doors, another set each time. Returns where one got through or brought Cairn down. */
export async function tryDoors(each: number, reached: Reached): Promise<string[]> {
  const all = Object.entries(doors);
  const wrong: string[] = [];
  for (const [n, name] of hostileNames.entries()) {
    for (let way = 0; way < each; way++) {
      const [door, enter] = all[(n * each + way) % all.length]!;
      const { words, isBug } = await enter(name, reached);
      if (isBug || words.includes(CANARY)) wrong.push(`${door} with ${JSON.stringify(name)}: ${words.slice(0, 500)}`);
    }
  }
  return wrong;
}

/** Everything but the host's own folder and the agents': nothing else may come or go. */
export function outsideOf({ base, claude, project }: House): string[] {
  const agents = join(project, ".agents");
  return everythingIn(base).filter((path) => !path.startsWith(claude) && !path.startsWith(agents));
}
