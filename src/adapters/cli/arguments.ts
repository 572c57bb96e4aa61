/** From words on a command line to an operation's input. What a value may be is the schema's business, not decided here. */

import { CairnError } from "../../model/error.ts";
import type { Field } from "../../operations/fields.ts";
import { type GlobalFlagName, globalFlags } from "../../operations/show/command-line.ts";
import { nearest } from "../../text/nearest.ts";

export interface Parsed {
  readonly globals: Readonly<Partial<Record<GlobalFlagName, string>>>;
  readonly input: Readonly<Record<string, unknown>>;
  /** Fields whose value is the text of a file, by name; `-` is standard input. */
  readonly files: Readonly<Record<string, string>>;
}

/** The operation is the first word that is neither a flag nor a flag's value. */
export function splitCommand(argv: readonly string[]): { command: string | undefined; rest: string[] } {
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (!isFlag(word)) return { command: word, rest: [...argv.slice(0, i), ...argv.slice(i + 1)] };
    if (word === "--") break;
    if (globalFlags.some((row) => "value" in row && word === `--${row.flag}`)) i++;
  }
  return { command: undefined, rest: [...argv] };
}

/** Whether an answer has to be JSON: known before anything else can go wrong. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? argv.length : end).includes("--json");
}

export function parseArguments(words: readonly string[], fields: readonly Field[]): Parsed {
  const gathered = new Gathered(fields);
  const plain: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === "--") {
      plain.push(...words.slice(i + 1));
      break;
    }
    if (!isFlag(word)) plain.push(word);
    else if (gathered.takeFlag(word, words[i + 1])) i++;
  }
  gathered.takePlain(plain);
  return gathered;
}

/** A lone dash is a value, and so is a negative number. */
function isFlag(word: string): boolean {
  return word.startsWith("-") && word !== "-" && !/^-[\d.]/.test(word);
}

class Gathered implements Parsed {
  readonly globals: Partial<Record<GlobalFlagName, string>> = {};
  readonly input: Record<string, unknown> = {};
  readonly files: Record<string, string> = {};
  readonly #fields: readonly Field[];

  constructor(fields: readonly Field[]) {
    this.#fields = fields;
  }

  /** True if the next word was its value. */
  takeFlag(word: string, next: string | undefined): boolean {
    const equals = word.startsWith("--") ? word.indexOf("=") : -1;
    const flag = equals < 0 ? word : word.slice(0, equals);
    const inline = equals < 0 ? undefined : word.slice(equals + 1);
    const target = this.#find(flag);
    if (target.takes === "nothing" || inline !== undefined) {
      target.put(inline);
      return false;
    }
    if (next === undefined || isFlag(next)) throw needsValue(flag);
    target.put(next);
    return true;
  }

  takePlain(words: readonly string[]): void {
    const places = this.#fields.filter(({ position }) => position >= 0).sort((a, b) => a.position - b.position);
    let place = 0;
    for (const word of words) {
      const field = places[place];
      if (field === undefined) throw tooMany(word, places.at(-1)?.name);
      this.#put(field, word, field.name);
      if (field.kind !== "list") place++;
    }
  }

  #find(flag: string): { takes: "value" | "nothing"; put: (value: string | undefined) => void } {
    const global = globalFlags.find((row) => flag === `--${row.flag}` || ("short" in row && flag === `-${row.short}`));
    if (global !== undefined) {
      const put = (value: string | undefined) => this.#putGlobal(global.flag, value, "value" in global);
      return { takes: "value" in global ? "value" : "nothing", put };
    }
    for (const field of this.#fields) {
      const isSwitch = field.kind === "switch";
      if (flag === `--${field.flag}`) {
        const put = (value: string | undefined) => this.#put(field, value ?? "true", flag);
        return { takes: isSwitch ? "nothing" : "value", put };
      }
      if (isSwitch && flag === `--no-${field.flag}`) {
        return { takes: "nothing", put: (value) => this.#put(field, value ?? "false", flag) };
      }
    }
    throw unknownFlag(flag, this.#fields);
  }

  #putGlobal(flag: GlobalFlagName, value: string | undefined, takes: boolean): void {
    if (takes === (value === undefined)) throw refused(`--${flag} ${takes ? "needs a" : "takes no"} value.`, "", flag);
    this.globals[flag] = value ?? "true";
  }

  #put(field: Field, word: string, given: string): void {
    const { name, kind, cli } = field;
    const before = this.input[name];
    if (word === "-" && cli.dash !== undefined) this.#putOnce(this.files, cli.dash, word, given);
    if (word === "-" && cli.dash === name) return;
    if (cli.file === true) this.#putOnce(this.files, name, word, given);
    else if (kind === "list") {
      const added = word === "[]" ? [] : cli.whole === true ? [word] : commaList(word);
      this.input[name] = [...((before as string[] | undefined) ?? []), ...added];
    } else if (kind === "record") this.input[name] = { ...(before as object | undefined), ...pair(word, given, name) };
    else if (kind === "switch") this.input[name] = asSwitch(word);
    else this.#putOnce(this.input, name, kind === "number" ? asNumber(word) : word, given);
  }

  #putOnce(into: Record<string, unknown>, name: string, value: unknown, given: string): void {
    if (Object.hasOwn(into, name)) throw refused(`${given} was given twice.`, "Give it once.", name);
    into[name] = value;
  }
}

/** `a,b`; a comma that belongs to a value is written `\,`. */
function commaList(word: string): string[] {
  const parts = word.split(/(?<!\\),/).map((part) => part.replaceAll("\\,", ",").trim());
  return parts.filter((part) => part !== "");
}

function pair(word: string, given: string, name: string): Record<string, string> {
  const equals = word.indexOf("=");
  if (equals > 0) return Object.fromEntries([[word.slice(0, equals), word.slice(equals + 1)]]);
  throw refused(`${given} needs a name and a value.`, `Write ${given} name=value.`, name);
}

/** What is no number stays as it was typed: the schema refuses it, and says what it wants instead. */
function asNumber(word: string): number | string {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word) ? Number(word) : word;
}

function asSwitch(word: string): boolean | string {
  return word === "true" || (word === "false" ? false : word);
}

function needsValue(flag: string): CairnError {
  return refused(`${flag} needs a value.`, `Write ${flag}=VALUE if the value begins with a dash.`, flag);
}

function tooMany(word: string, last: string | undefined): CairnError {
  const one = last === "id" ? "It takes one memory at a time: do the same again for the next." : undefined;
  const quotes = /\s/.test(word) ? "Add --help to see what it takes." : "Put quotes around text with spaces.";
  const hint = last === undefined ? "It takes flags only: add --help to see them." : (one ?? quotes);
  return refused(`${JSON.stringify(word)} is one word too many here.`, hint);
}

const DASHED = "Text that begins with a dash goes after --, which ends the flags.";

/** No flag has a space in it: then it was meant as text. */
function unknownFlag(flag: string, fields: readonly Field[]): CairnError {
  const own = fields.filter(({ cli }) => cli.hidden !== true).map((field) => `--${field.flag}`);
  const list = own.length === 0 ? "Add --help to see what there is." : `Flags: ${own.join(", ")}.`;
  const dashed = fields.some(({ position }) => position >= 0) ? [DASHED] : [];
  const meant = nearest(flag, [...own, ...globalFlags.map((row) => `--${row.flag}`)]);
  const hints = meant === undefined ? [list, ...dashed] : [`Did you mean ${meant}?`, list];
  const hint = (/\s/.test(flag) && dashed.length > 0 ? dashed : hints).join(" ");
  return refused(`There is no flag called ${flag}.`, hint, flag);
}

function refused(message: string, hint: string, field?: string): CairnError {
  return new CairnError("INPUT_ERROR", message, field === undefined ? { hint } : { hint, field });
}
