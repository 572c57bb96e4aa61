/**
 * The program `cairn`, in the package and in the plugin: as little as possible until it is known what is wanted. The
 * version, and a session's start and a list that were worked out before, are answered at once; `begin.ts` is read for what is done now and then. A plain list and
 * a plain question are programs of their own, and what hooks need is a part of the whole: they start in half of the time.
 */

import { join } from "node:path";
import { exitCodes } from "../../operations/show/command-line.ts";
import { goesOn } from "../../session/goes-on.ts";
import { plainOutput } from "../cli/plain-output.ts";
import { noteProgram, payloadRead } from "../hooks/handed-over.ts";
import { isTold, payloadNow } from "./first-told.ts";
import { runBundle } from "./run-bundle.ts";
import { codeHome } from "./standpoint.ts";
import { isListTold } from "./told-list.ts";

/** Put in by the build: the version, the SHA-256 of each bundle by its path from here, and the modules that are programs. */
declare const CAIRN_VERSION: string;
declare const CAIRN_BUNDLES: {
  readonly parts: Readonly<Record<string, Named>>;
  /** Commands as they are mostly typed, each by itself. */
  readonly plain: Readonly<Record<string, Named>>;
  /** All of it in one, in the package: quicker than the parts for all who need them all. */
  readonly whole?: Named;
};
/** As `<part>:<module>`. */
declare const CAIRN_ENTRIES: Readonly<Record<"hook" | "list" | "recall" | "tidy" | "other", string>>;

/** Of a question, in characters; as `recall` declares it, or less. */
const LONGEST = 4_000;

type Named = readonly [path: string, hash: string];

const words = process.argv.slice(2);
const [what = ""] = words;

if (words.length === 1 && (what === "--version" || what === "-V")) say(CAIRN_VERSION);
else void run();

function say(text: string): void {
  plainOutput(1, () => process.stdout).write(`${text}\n`, (error) => {
    if (error) process.exitCode = exitCodes.unavailable.code;
  });
}

async function run(): Promise<void> {
  let command: string | undefined;
  const bundle = ([path, hash]: Named) => {
    command ??= commandOf(words);
    return { path: join(__dirname, path), hash, command };
  };
  const { whole } = CAIRN_BUNDLES;
  const entry = entryOf(words);
  const isServer = what === "mcp";
  noteProgram(CAIRN_BUNDLES.parts.early?.[1] ?? CAIRN_VERSION);
  const isStart = entry === "hook" && words[1] === "claude-code" && words[2] === "session-start";
  // A session that begins as most do is told what was worked out before.
  if (isStart && isTold()) return;
  if (entry === "list" && isListTold(words.length > 1)) return;
  if (words.length <= 1 && ["", "help", "--help", "-h"].includes(what)) return say((await begin()).helpText);
  if (isServer && (await (await begin()).greeted(words, codeHome))) return;
  if (whole !== undefined && entry === "other") return void (await runBundle({ bundle: bundle(whole), isServer }));
  const plain = CAIRN_BUNDLES.plain[entry === "hook" ? plainMoment(words[2]) : entry];
  const left = plain === undefined ? "all" : await runBundle({ bundle: bundle(plain), isServer, isBrief: true });
  const parts = Object.fromEntries(Object.entries(CAIRN_BUNDLES.parts).map(([part, named]) => [part, bundle(named)]));
  await runBundle({
    bundle: { parts, entry: CAIRN_ENTRIES[left === "all" ? entry : "tidy"] },
    isServer,
    isBrief: entry !== "other",
  });
}

/** In a file of its own: Node looks through the whole of one before it runs a line of it. */
function begin() {
  return import("./begin.ts");
}

/** Whatever is not said in the plainest way is understood by the command line itself. */
function entryOf([name, ...rest]: readonly string[]): keyof typeof CAIRN_ENTRIES {
  if (name === "hook" && rest.slice(2).join(" ") === "--payload-file -") return "hook";
  const said = rest.at(-1) === "--json" ? rest.slice(0, -1) : rest;
  if (name === "list" && said.length === 0) return "list";
  // A question without a flag in it; one that is too long, or empty, is refused by the command line itself.
  const isPlainQuestion =
    said.length === 1 && !said[0]!.startsWith("-") && said[0]!.trim() !== "" && said[0]!.length <= LONGEST;
  return name === "recall" && isPlainQuestion ? "recall" : "other";
}

/** The small program of a moment, where it has one. A session that goes on has more to do than it can. */
function plainMoment(moment: string | undefined): string {
  if (moment === "prompt") return payloadNow() === "" ? "" : moment;
  if (moment === "before-tool" || moment === "after-tool") return payloadNow() === "" ? "" : "tool";
  const isGoingOn = /"source"\s*:\s*"(?:resume|clear|compact|fork)"/;
  return moment === "session-start" && !isGoingOn.test(payloadNow()) ? "start" : "";
}

/** Each keeps compiled code of its own. */
function commandOf([name = "", host = "", moment = ""]: readonly string[]): string {
  const isLater = name === "hook" && moment === "prompt" && goesOn(codeHome(), host, payloadRead() ?? "");
  const named = name === "hook" ? [name, moment, isLater ? "later" : ""] : [words.find(isPlain) ?? ""];
  return named.filter(isPlain).join("-") || "cairn";
}

function isPlain(word: string): boolean {
  return /^[a-z][a-z-]{0,30}$/.test(word);
}
