/** What is wrong with an operation's input, in a sentence that names the field and what it may hold. */

import { CairnError } from "../../model/error.ts";
import type { z } from "../../model/schema.ts";
import type { Caller } from "../../model/trust.ts";
import { nearest } from "../../text/nearest.ts";
import { type Field, fieldsOf } from "../fields.ts";

interface Named {
  readonly name: string;
  readonly input: z.ZodObject;
  readonly positional: readonly string[];
  readonly examples: readonly string[];
  readonly instead: Readonly<Record<string, string>>;
}

type Issue = z.core.$ZodIssue;
type InvalidValue = Extract<Issue, { code: "invalid_value" }>;

/**
 * `raw` tells a missing field from a wrong one. One issue is told, as mending it may mend the others: a misspelt field
 * first, because it explains the missing one.
 */
export function invalidInput(op: Named, error: z.ZodError, raw: unknown, surface: Caller): CairnError {
  const misspelt = error.issues.find(({ code, path }) => code === "unrecognized_keys" && path.length === 0);
  const issue = (misspelt ?? error.issues[0]) as Issue;
  if (misspelt?.code === "unrecognized_keys") return unknownField(op, misspelt.keys[0] ?? "", raw);
  const field = issue.path.join(".");
  if (field === "") return refused(`${op.name} takes a set of named fields.`, fieldList(op));
  const meant = meantBy(issue, raw);
  const called = calledOn(surface, op, issue);
  const isOfList = issue.code === "invalid_value" && typeof issue.path[1] === "number";
  if (isOfList && !called.startsWith("--")) return notInList(op, issue, raw, meant);
  if (meant !== undefined) return refused(`There is no ${field} of that name.`, `Did you mean ${meant}?`, field);
  return refused(sentenceOf(called, issue, raw), hintFor(op, issue, called), field);
}

/** What would do nothing is refused: nobody would notice. */
export function idleInput(op: Named, input: Readonly<Record<string, unknown>>): CairnError | undefined {
  const fields = fieldsOf(op);
  const isGiven = ({ name, fallback }: Field) => JSON.stringify(input[name]) !== JSON.stringify(fallback);
  const isThere = (word: string) => input["action"] === word || fields.some((one) => one.name === word && isGiven(one));
  const idle = fields.find((one) => one.goesWith.length > 0 && isGiven(one) && !one.goesWith.some(isThere));
  if (idle === undefined) return undefined;
  const { name, goesWith } = idle;
  const next = op.instead[name] ?? `See help ${op.name}.`;
  return refused(`${name} goes with ${goesWith.join(" and ")}.`, `Nothing was done. ${next}`, name);
}

/** One of a list is called what the list's entries are: nobody typed a number. */
function notInList(op: Named, issue: InvalidValue, raw: unknown, meant: string | undefined): CairnError {
  const { name, cli } = fieldsOf(op).find((field) => field.name === issue.path[0]) ?? { name: "", cli: NO_WORDS };
  const word = cli.value?.replace(/[<>]/g, "") ?? name.replace(/s$/, "");
  const values = issue.values.map(String);
  const all = values.length > MOST_NAMED ? `There are ${values.length}.` : `There are ${values.join(", ")}.`;
  const hint = meant === undefined ? all : `Did you mean ${meant}? ${all}`;
  return refused(`There is no ${word} called ${String(valueAt(raw, issue.path))}.`, hint, issue.path.join("."));
}

/** At a command line a field goes by its flag, or by its place; elsewhere by its path. */
function calledOn(surface: Caller, op: Named, { path }: Issue): string {
  if (surface !== "cli" && surface !== "agent-shell") return path.join(".");
  const { name, flag, position } = fieldsOf(op).find((field) => field.name === path[0]) ?? NO_FIELD;
  return position >= 0 ? `<${name}>` : flag === "" ? path.join(".") : `--${flag}`;
}

/** Nobody reads a longer list for the one word they got wrong. */
const MOST_NAMED = 30;
const NO_WORDS: { value?: string } = {};
const NO_FIELD = { name: "", flag: "", position: -1 };

/** Like no field there is, it is probably another word for the one the operation is about: `query` for `question`. */
function unknownField(op: Named, key: string, raw: unknown): CairnError {
  const [main] = op.positional;
  const isLeftOut = main !== undefined && valueAt(raw, [main]) === undefined;
  const meant = nearest(key, Object.keys(op.input.shape)) ?? (isLeftOut ? main : undefined);
  const hint = op.instead[key] ?? (meant === undefined ? fieldList(op) : `Did you mean ${meant}? ${fieldList(op)}`);
  return refused(`${op.name} has no field called ${key}.`, hint, key);
}

function refused(message: string, hint: string, field?: string): CairnError {
  return new CairnError("INPUT_ERROR", message, field === undefined ? { hint } : { hint, field });
}

/** The one of a closed set that was probably meant: then nobody needs the list of all. */
function meantBy(issue: Issue, raw: unknown): string | undefined {
  const given = valueAt(raw, issue.path);
  return issue.code === "invalid_value" && typeof given === "string"
    ? nearest(given, issue.values.map(String))
    : undefined;
}

function hintFor(op: Named, issue: Issue, called: string): string {
  const field = String(issue.path[0]);
  const about = op.input.shape[field]?.description;
  if (about === undefined) return fieldList(op);
  const isPlace = called.startsWith("<");
  const [example] = op.examples;
  const other = issue.code === "invalid_value" ? op.instead[field] : undefined;
  const tried = isPlace && example !== undefined ? ` ${other ?? `Try: ${example}`}` : "";
  return `${called.includes(".") ? field : called}: ${about}.${tried}`;
}

function fieldList(op: Named): string {
  const names = Object.keys(op.input.shape);
  return names.length === 0 ? `${op.name} has no fields.` : `Fields: ${names.join(", ")}.`;
}

function sentenceOf(field: string, issue: Issue, raw: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      if (valueAt(raw, issue.path) === undefined) return `${field} is missing.`;
      return `${field} must be ${TYPES[issue.expected] ?? issue.expected}.`;
    case "invalid_value":
      if (valueAt(raw, issue.path) === undefined)
        return `${field} is missing; it is ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}.`;
      if (issue.values.length > MOST_NAMED)
        return `There is no ${bare(field)} called ${String(valueAt(raw, issue.path))}; there are ${issue.values.length}.`;
      return `${field} must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.join(", ")}.`;
    case "too_small":
      return `${field} must ${bound(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum)}.`;
    case "too_big":
      return `${field} must ${bound(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum)}.`;
    case "unrecognized_keys":
      return `${field} has no field called ${issue.keys[0]}.`;
    default:
      return `${field}: ${issue.message}${issue.message.endsWith(".") ? "" : "."}`;
  }
}

function bare(called: string): string {
  return called.replace(/^<(.+)>$/, "$1");
}

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  record: "a set of names and values",
  object: "a set of named fields",
};

const COUNTED: Readonly<Record<string, string>> = { string: "characters", array: "entries", set: "entries" };

function bound(origin: string, word: string, limit: number | bigint): string {
  const counted = COUNTED[origin];
  if (counted !== undefined && word === "at least" && Number(limit) === 1) return "not be empty";
  return counted === undefined ? `be ${word} ${limit}` : `have ${word} ${limit} ${counted}`;
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | undefined | null)?.[key];
  return value;
}
