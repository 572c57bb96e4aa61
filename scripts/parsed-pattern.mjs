// A pattern as a tree: rows, eithers, repeated pieces, signs, marks (A: the text's start, B: the edge
// of a word) and classes: `signs` where they are few, else how it is written.

/** Capitals stand for marks: whatever a pattern asks for is held against small letters. */
const EDGES = { b: "B", B: "" };
const NAMED = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", 0: "\0" };
const NOTHING = { is: "mark", mark: "" };
const MOST_SIGNS = 8;

export function parsedPattern(source, flags) {
  const at = { source, n: 0, flags };
  const tree = either(at);
  if (at.n < source.length) throw new Error(`not understood from "${source.slice(at.n)}" on: ${source}`);
  return tree;
}

function either(at) {
  const of = [row(at)];
  while (at.source[at.n] === "|") {
    at.n++;
    of.push(row(at));
  }
  return of.length === 1 ? of[0] : { is: "either", of };
}

function row(at) {
  const of = [];
  while (at.n < at.source.length && !"|)".includes(at.source[at.n])) of.push(repeated(at, piece(at)));
  return { is: "row", of };
}

function repeated(at, of) {
  const [all, sign, least, comma, most] = /^(?:([?*+])|\{(\d+)(,?)(\d*)\})\??/.exec(at.source.slice(at.n)) ?? [];
  if (all === undefined) return of;
  at.n += all.length;
  if (sign !== undefined) return { is: "repeated", of, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
  const end = comma === "" ? Number(least) : most === "" ? Infinity : Number(most);
  return { is: "repeated", of, least: Number(least), most: end };
}

function piece(at) {
  const sign = String.fromCodePoint(at.source.codePointAt(at.n));
  at.n += sign.length;
  if (sign === "(") return group(at);
  if (sign === "[") return signClass(at);
  if (sign === "\\") return escaped(at);
  if (sign === ".") return { is: "class", source: "." };
  if (sign === "$") return NOTHING;
  if (sign === "^") return at.flags.includes("m") ? NOTHING : { is: "mark", mark: "A" };
  return { is: "sign", sign };
}

/** What stands around a match is not looked at: it is not in the match. */
function group(at) {
  const [begin, looks] = /^\?(?:(<?[=!])|:|<\w+>)/.exec(at.source.slice(at.n)) ?? [""];
  at.n += begin.length;
  const of = either(at);
  at.n++;
  return looks === undefined ? of : NOTHING;
}

function signClass(at) {
  const body = /^(?:[^\]\\]|\\[\s\S])*/.exec(at.source.slice(at.n))[0];
  at.n += body.length + 1;
  const signs = [...body.replace(/\\([-\]\\/^[.])/g, "$1")];
  const isSimple = !/^\^|[^\\]-[^\]]|\\[^-\]\\/^[.]/.test(body.replace(/^-|-$/g, "")) && signs.length <= MOST_SIGNS;
  return isSimple ? { is: "class", signs } : { is: "class", source: `[${body}]` };
}

function escaped(at) {
  const rest = at.source.slice(at.n);
  const [all, long, braced, short] =
    /^(?:u([\da-f]{4})|u\{([\da-f]+)\}|x([\da-f]{2})|[pP]\{[^}]*\}|k<\w+>|[\s\S])/i.exec(rest);
  at.n += all.length;
  const code = long ?? braced ?? short;
  if (code !== undefined) return { is: "sign", sign: String.fromCodePoint(Number.parseInt(code, 16)) };
  if (all in EDGES) return { is: "mark", mark: EDGES[all] };
  if (all in NAMED) return { is: "sign", sign: NAMED[all] };
  return /^[a-z\d]/i.test(all) ? { is: "class", source: `\\${all}` } : { is: "sign", sign: all };
}
