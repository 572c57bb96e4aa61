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

/** `instead`: what to say of a flag that people look for here in vain, by its name without dashes. */
export function parseArguments(
  words: readonly string[],
  fields: readonly Field[],
  instead: Readonly<Record<string, string>> = {},
): Parsed {
  const gathered = new Gathered(fields, instead);
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

/** What a flag's value goes to. */
interface Target {
  readonly takes: "value" | "nothing";
  readonly about: string;
  put(value: string | undefined): void;
}

class Gathered implements Parsed {
  readonly globals: Partial<Record<GlobalFlagName, string>> = {};
  readonly input: Record<string, unknown> = {};
  readonly files: Record<string, string> = {};
  readonly #fields: readonly Field[];
  readonly #instead: Readonly<Record<string, string>>;

  constructor(fields: readonly Field[], instead: Readonly<Record<string, string>>) {
    this.#fields = fields;
    this.#instead = instead;
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
    if (next === undefined || isFlag(next)) throw needsValue(flag, target.about);
    target.put(next);
    return true;
  }

  takePlain(words: readonly string[]): void {
    const places = this.#fields.filter(({ position }) => position >= 0).sort((a, b) => a.position - b.position);
    let place = 0;
    for (const word of words) {
      const field = places[place];
      if (field === undefined) throw tooMany(word, places, this.#fields);
      this.#put(field, word, field.name);
      if (field.kind !== "list") place++;
    }
  }

  #find(flag: string): Target {
    const global = globalFlags.find((row) => flag === `--${row.flag}` || ("short" in row && flag === `-${row.short}`));
    if (global !== undefined) {
      const put = (value: string | undefined) => this.#putGlobal(global.flag, value, "value" in global);
      return { takes: "value" in global ? "value" : "nothing", put, about: global.about };
    }
    for (const field of this.#fields) {
      const isSwitch = field.kind === "switch";
      if (flag === `--${field.flag}`) {
        const put = (value: string | undefined) => this.#put(field, value ?? "true", flag);
        return { takes: isSwitch ? "nothing" : "value", put, about: field.about };
      }
      if (isSwitch && flag === `--no-${field.flag}`) {
        return { takes: "nothing", put: (value) => this.#put(field, value ?? "false", flag), about: field.about };
      }
    }
    const name = flag.slice(2);
    const other = Object.hasOwn(this.#instead, name) ? this.#instead[name] : undefined;
    throw other === undefined ? unknownFlag(flag, this.#fields) : refused(noFlag(flag), other, flag);
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

function needsValue(flag: string, about: string): CairnError {
  const dashed = `A value that begins with a dash is written ${flag}=-VALUE.`;
  return refused(`${flag} needs a value.`, about === "" ? dashed : `${flag}: ${about}. ${dashed}`, flag);
}

function tooMany(word: string, places: readonly Field[], fields: readonly Field[]): CairnError {
  const last = places.at(-1)?.name;
  const one = last === "id" ? "It takes one memory at a time: do the same again for the next." : undefined;
  // What follows an action is a name, unless it says that it is text.
  const isText = (places.length < 2 || last === "text" || last === "append") && !/\s/.test(word);
  const quotes = isText ? "Put quotes around text with spaces." : "Add --help to see what it takes.";
  const flags = flagsOf(fields);
  const only = flags.length === 0 ? "It takes none: add --help." : `It takes flags only: ${flags.join(", ")}.`;
  const hint = last === undefined ? only : (one ?? quotes);
  if (/\s/.test(word)) return refused(`There is no place for ${JSON.stringify(word)} here.`, hint);
  return refused(`${JSON.stringify(word)} is one word too many here.`, hint);
}

const DASHED = "Text that begins with a dash goes after --, which ends the flags.";

/** No flag has a space in it: then it was meant as text. */
function unknownFlag(flag: string, fields: readonly Field[]): CairnError {
  const own = flagsOf(fields);
  const list = own.length === 0 ? "Add --help to see what there is." : `Flags: ${own.join(", ")}.`;
  const dashed = fields.some(({ position }) => position >= 0) ? [DASHED] : [];
  const meant = nearest(flag, [...own, ...globalFlags.map((row) => `--${row.flag}`)]);
  const hints = meant === undefined ? [list, ...dashed] : [`Did you mean ${meant}?`, list];
  const hint = (/\s/.test(flag) && dashed.length > 0 ? dashed : hints).join(" ");
  return refused(noFlag(flag), hint, flag);
}

function flagsOf(fields: readonly Field[]): string[] {
  return fields.filter(({ cli }) => cli.hidden !== true).map((field) => `--${field.flag}`);
}

function noFlag(flag: string): string {
  return `There is no flag called ${flag}.`;
}

function refused(message: string, hint: string, field?: string): CairnError {
  return new CairnError("INPUT_ERROR", message, field === undefined ? { hint } : { hint, field });
}
