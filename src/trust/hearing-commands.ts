/** Whether a command prints what others wrote, by the table of those that do. Pure. */

import type { SimpleCommand } from "../text/shell-words.ts";
import {
  goesNowhereElse,
  isAtHomeAddress,
  isHandedOut,
  isOnlyTold,
  namesOnlyHome,
  runInside,
} from "./asked-at-home.ts";
import {
  ADDRESS,
  ALIASED,
  ASKS,
  ASKS_ELSEWHERE,
  AT_HOME,
  BASE,
  BY_WORD,
  CMDLETS,
  GIT_PRINTS,
  GIT_VALUED,
  HAND_ON,
  INTERPRETERS,
  NOTES_IT,
  OF_ITSELF,
  PROGRAMS,
  QUOTED_FIRST,
  REMOTE,
  RUNS,
  RUNS_PROGRAM,
  SINCE,
  SOCKET,
  TAKES_CODE,
  WORDS_LOOKED_AT,
} from "./hearing-commands-table.ts";

/** Whether a line prints what others wrote; `all` is the line as it stands, with what it hands over. */
export function hearsOthers(commands: readonly SimpleCommand[], all: string): boolean {
  return (
    SOCKET.test(all) ||
    commands.some(({ name, words }) =>
      hears(
        name,
        words.slice(1).map(({ text }) => text),
        all,
      ),
    )
  );
}

function hears(name: string, words: readonly string[], all: string, within = MOST_WITHIN): boolean {
  const isInterpreter = INTERPRETERS.test(name);
  if (isInterpreter && (ASKS_ELSEWHERE.test(all) || (ASKS.test(all) && !namesOnlyHome(all)))) return true;
  const runsOthers =
    within > 0 && (isInterpreter || TAKES_CODE.test(name) || (name === "git" && ALIASED.test(all)))
      ? programsRun(all)
      : [];
  const passed = within > 0 && HAND_ON.has(name) ? handedOn(words) : [];
  if ([...runsOthers, ...passed].some(([program = "", ...given]) => hears(program, given, "", within - 1))) return true;
  const [module, ...given] = moduleRun(isInterpreter ? words : []);
  if (module !== undefined) return hears(module, given, all, within);
  if (goesNowhereElse(name, words) || isOnlyTold(name, words) || isHandedOut(name, words)) return false;
  if (!NOTES_IT.has(name) && words.some((word) => ADDRESS.test(word) && !isAtHomeAddress(word))) return true;
  const [runner, ...handedRunner] = runInside(name, words, INTERPRETERS) ?? [];
  if (runner !== undefined) return hears(runner, handedRunner, all, within - 1);
  if (name === "git") return asksOthers(words);
  const first = words.slice(0, WORDS_LOOKED_AT);
  const run = within > 0 && Object.hasOwn(RUNS, name) ? commandsIn(words, RUNS[name]!) : [];
  if (run.some(([program = "", ...handed]) => hears(program, handed, all, within - 1))) return true;
  if (isAtHome(name, words)) return false;
  if (PROGRAMS.has(name) || CMDLETS.test(name)) return true;
  const asked = Object.hasOwn(BY_WORD, name) ? BY_WORD[name] : undefined;
  return asked !== undefined && first.some((word) => asked.has(word)) && !isDetached(words);
}

/** `python -m pip …`, `python manage.py …`: what is run, and what it is handed. */
function moduleRun(words: readonly string[]): readonly string[] {
  const at = words.indexOf("-m");
  if (at >= 0) return words.slice(at + 1);
  const [script = ""] = words;
  return /(?:^|\/)(?:manage\.py|artisan)$/.test(script) ? [script.replace(/^.*\//, ""), ...words.slice(1)] : [];
}

/** Of programs that run programs that run programs, no more are looked into. */
const MOST_WITHIN = 3;

/**
 * What may be run, behind the word that says so and its flags: `--with requests python …` does not tell whether the
 * flag takes a value, so each word behind a flag may be it, up to the first that can be nothing else.
 */
function commandsIn(words: readonly string[], says: ReadonlySet<string>): (readonly string[])[] {
  const at = words.slice(0, WORDS_LOOKED_AT).findIndex((word) => says.has(word));
  if (at < 0 || (at > 0 && !isFlag(words[0]!))) return [];
  const found: (readonly string[])[] = [];
  for (let i = at + 1; i < words.length && found.length < WORDS_LOOKED_AT; i++) {
    if (isFlag(words[i]!)) continue;
    found.push(words.slice(i));
    if (i === at + 1 || !/^-[^=]*[^=-]$/.test(words[i - 1]!)) break;
  }
  return found;
}

function isFlag(word: string): boolean {
  return word.startsWith("-");
}

/** No value follows these: behind any other flag stands one, which may be called like a verb (`kubectl -n delete logs web`). */
const BEFORE_VERB =
  /^(?:-[rsqvdg]+|--?[\w-]+=.*|--(?:silent|quiet|recursive|verbose|debug|no-color|workspaces|if-present))$/;

function isAtHome(name: string, words: readonly string[]): boolean {
  const [first = ""] = words;
  const at = words.findIndex((word) => !isFlag(word));
  const isVerb = at === 0 || BEFORE_VERB.test(words[at - 1] ?? "");
  return OF_ITSELF.test(first) || (isVerb && Object.hasOwn(AT_HOME, name) && AT_HOME[name]!.has(words[at] ?? ""));
}

/** `docker compose up -d` prints nothing of what it starts. */
function isDetached(words: readonly string[]): boolean {
  return words.includes("up") && (words.includes("-d") || words.includes("--detach"));
}

/** By its verb: a branch, a message or a file may be called like one. */
function asksOthers(words: readonly string[]): boolean {
  const at = words.findIndex((word, n) => !isFlag(word) && !GIT_VALUED.test(words[n - 1] ?? ""));
  const verb = words[at] ?? "";
  if (BY_WORD["git"]!.has(verb)) return true;
  if (verb === "archive") return words.some((word) => word.startsWith("--remote"));
  if (verb === "remote") return /^(?:update|show|prune)$/.test(words[at + 1] ?? "");
  return printsRemote(words);
}

function printsRemote(words: readonly string[]): boolean {
  const verb = words.find((word) => GIT_PRINTS.has(word));
  if (verb === undefined) return false;
  return words.some((word) => REMOTE.test(word) && !SINCE.test(word) && !(verb === "diff" && BASE.test(word)));
}

const MOST_OWN = 3;

function handedOn(words: readonly string[]): (readonly string[])[] {
  return words.slice(0, MOST_OWN).flatMap((word, at) => (isFlag(word) ? [] : [words.slice(at)]));
}

/** The programs that such code runs. */
function programsRun(code: string): (readonly string[])[] {
  if (!RUNS_PROGRAM.test(code)) return [];
  return [...code.matchAll(QUOTED_FIRST)].map(({ 1: program = "", 2: given = "" }) => [
    program.replace(/^.*\//, ""),
    ...given.split(/\s+/).filter((word) => word !== ""),
  ]);
}
