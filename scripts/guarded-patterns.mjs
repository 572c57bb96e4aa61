// Long patterns of a module, each with the words one of which stands in whatever it matches, found in the pattern itself. In a
// bundle `/…/i` becomes `new GuardedPattern("…", "i", "words")`, which reads the pattern only for a text that has such a word.

import { codeIn, PIECES } from "./late-constants.mjs";
import { parsedPattern } from "./parsed-pattern.mjs";

/** A constant of the module; what a function has is made anew with each call, and is left alone. */
const CONSTANT = /^(?:export )?const \w+(?:: [^=\n]+)? =\s+[\s\S]*?;$(?!\n[ \t])/gm;
/** V8 takes longer to read these than to look for their words. */
const DEAR_LENGTH = 60;
/** More would take as long as the pattern, and the program would be all words. */
const MOST_WORDS = 96;
const MOST_EXACT = 96;
/** What the words may be of: signs whose small form is one sign, the same wherever it stands. */
const PLAIN_SIGNS =
  /^[\x20-\x7e\xa0-\xb4\xb6-\xff\u0401\u0410-\u044f\u0451\u2013-\u201e\u2192\u3000-\u9fff\uff00-\uffefœ]+$/;

/** The text of a module with its long patterns guarded; the text itself where it has none. `from`: where the class is. */
export function withGuardedPatterns(text, from) {
  let isGuarded = false;
  const made = text.replace(CONSTANT, (statement) => {
    if (/=>|\bfunction\b/.test(codeIn(statement))) return statement;
    return statement.replace(PIECES, (piece) => {
      const guarded = guardedPattern(piece);
      isGuarded ||= guarded !== piece;
      return guarded;
    });
  });
  return isGuarded ? `import { GuardedPattern } from "${from}";\n${made}` : text;
}

function guardedPattern(piece) {
  const end = piece.lastIndexOf("/");
  if (!/^\/[^/*]/.test(piece)) return piece;
  const [source, flags] = [piece.slice(1, end), piece.slice(end + 1)];
  const words = source.length >= DEAR_LENGTH || source.includes("\\p{") ? wordsOf(source, flags) : undefined;
  if (words === undefined) return piece;
  return `/* @__PURE__ */ new GuardedPattern(${[source, flags, words.join("|")].map((one) => JSON.stringify(one)).join(", ")})`;
}

/** Undefined where there are none, or too many. In small letters; `A`: at the text's start, `B`: at the edge of a word. */
export function wordsOf(source, flags) {
  if (/[^gimsu]/.test(flags)) return undefined;
  const { exact, need } = demandOf(parsedPattern(source, flags));
  const words = bestOf([exact, need]);
  if (words === undefined || words.length > MOST_WORDS) return undefined;
  return words.every((word) => PLAIN_SIGNS.test(word) && !word.includes("|")) ? words : undefined;
}

/**
 * `exact`: all that it can match, where these are few; marks are in it as signs. `need`: one of these is in whatever it
 * matches. Undefined where nothing is known.
 */
function demandOf(node) {
  switch (node.is) {
    case "sign":
      return { exact: [node.sign.toLowerCase()] };
    case "mark":
      return { exact: [node.mark] };
    case "class":
      return { exact: node.signs?.map((sign) => sign.toLowerCase()) };
    case "either":
      return ofEither(node.of.map(demandOf));
    case "repeated": {
      const { exact, need } = demandOf(node.of);
      if (node.least === 0)
        return { exact: node.most === 1 && exact !== undefined ? unique([...exact, ""]) : undefined };
      return node.least === 1 && node.most === 1 ? { exact, need } : { need: bestOf([exact, need]) };
    }
    case "row":
      return ofRow(node.of.map(demandOf));
    default:
      throw new Error(`no such piece of a pattern: ${node.is}`);
  }
}

function ofEither(demands) {
  if (demands.every(({ exact }) => exact !== undefined)) {
    const exact = unique(demands.flatMap((one) => one.exact));
    return exact.length <= MOST_EXACT ? { exact } : { need: wanted(exact) };
  }
  const needs = demands.map(({ exact, need }) => bestOf([exact, need]));
  return { need: needs.every((one) => one !== undefined) ? unique(needs.flat()) : undefined };
}

/** The longest runs that are known exactly, and of all of them the one that is rarest in a text. */
function ofRow(demands) {
  const found = [];
  let run = [""];
  let isWhole = true;
  for (const { exact, need } of demands) {
    found.push(exact, need);
    const longer = exact === undefined ? undefined : unique(run.flatMap((one) => exact.map((next) => one + next)));
    if (longer !== undefined && longer.length <= MOST_EXACT) {
      run = longer;
      found.push(run);
      continue;
    }
    isWhole = false;
    run = exact !== undefined && exact.length <= MOST_EXACT ? exact : [""];
  }
  return isWhole ? { exact: run, need: bestOf(found) } : { need: bestOf(found) };
}

function bestOf(found) {
  const usable = found.map((words) => (words === undefined ? undefined : wanted(words))).filter(Boolean);
  return usable.sort((a, b) => worth(b) - worth(a))[0];
}

/** The longer the shortest, the rarer; fewer are sooner looked for. */
function worth(words) {
  return Math.min(7, ...words.map(weight)) - Math.log2(words.length) / 3;
}

function weight(word) {
  const marks = word.match(/[AB]/g)?.length ?? 0;
  return /[^ -~\n]/.test(word) ? 6 : word.length - marks + marks / 2 + (word.startsWith("A") ? 2 : 0);
}

/** Marks count only at the ends. Undefined where one of them is nothing, or as good as nothing. */
function wanted(words) {
  const trimmed = words.map((word) => {
    const bare = word.replace(/[AB]/g, "");
    if (bare === "") return "";
    const start = /^[AB]*A/.test(word) ? "A" : /^B/.test(word) ? "B" : "";
    return `${start}${bare}${/B$/.test(word) ? "B" : ""}`;
  });
  if (trimmed.length === 0 || trimmed.some((word) => weight(word) < 2 || word === "")) return undefined;
  const all = unique(trimmed);
  return all.filter((word) => !all.some((other) => other !== word && word.includes(other)));
}

function unique(all) {
  return [...new Set(all)];
}
