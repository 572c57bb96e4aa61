// Constants of a module that are dear to make and that most processes never ask for: patterns with classes of Unicode (V8
// takes up to half a millisecond to read each, used or not), long patterns and those put together, and tables of words. In a bundle each is
// made when it is first asked for: `const X = /…/u` becomes a function `X`, and whoever names X calls it.

/** As the formatter leaves them: one a statement, from the first column on, not exported. */
const CONSTANT = /^const (\w+)(?:: [^=\n]+)? =\s+([\s\S]*?);$(?!\n[ \t])/gm;
/** What is worth it: a long pattern, too, and a table that a function makes of words. */
const DEAR =
  /^\/.{100}|\\p\{|new (?:RegExp|GuardedPattern)\(|new (?:Set|Map)(?:<[^()]*>)?\((?!\))|^(?:\{\s*\.\.\.)?[a-z]\w*\((?=[{"])/;
/** What may do something else than make a value, or a value that is changed later. */
const ACTS = /\b(?:process|require|import|await|this|globalThis|env)\b|;|new (?:Set|Map)(?:<[^()]*>)?\(\)|=>/;
/** Comments, strings and patterns; and templates, of which only the places are code. */
export const PIECES =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|(?<=(?:[(,=:[!&|?{};+>]|\breturn|^)\s*)\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/gm;

/** The text of a module with its dear constants made late, and those made of them; the text itself where it has none. */
export function withLateConstants(text) {
  const late = new Set();
  let made = text;
  for (let before = ""; made !== before; ) {
    before = made;
    const code = codeIn(made);
    made = applied(
      made,
      [...made.matchAll(CONSTANT)].flatMap((found) => editsFor(found, code, late) ?? []),
    );
  }
  return made;
}

/** Undefined where it is not worth it, or where some mention of the name may be none of the constant. */
function editsFor({ 0: statement, 1: name, 2: made, index }, code, late) {
  const end = index + statement.length;
  const isDear = DEAR.test(made) || [...late].some((one) => made.includes(`${one}()`));
  if (!isDear || ACTS.test(code.slice(end - made.length - 1, end - 1)) || code.slice(index, index + 6) !== "const ")
    return undefined;
  const uses = [...code.matchAll(new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.)${name}(?![\\w$])`, "g"))]
    .map((one) => one.index)
    .filter((at) => at < index || at >= end);
  if (!uses.every((at) => isUse(code, at, name))) return undefined;
  late.add(name);
  const begin = `var ${name}$made; function ${name}() { return ${name}$made ??= (`;
  return [
    [index, end - made.length - 1, begin],
    [end - 1, end, "); }"],
    ...uses.map((at) => [at + name.length, at + name.length, "()"]),
  ];
}

/**
 * Capitals are names of constants only: there it is enough that it is no key and no type. Any other name may be somebody
 * else's, too, unless something is asked of it at once.
 */
function isUse(code, at, name) {
  const [before, after] = [code.slice(Math.max(0, at - 20), at), code.slice(at + name.length, at + name.length + 20)];
  if (/\b(?:const|let|var|function|class|typeof|as|type|interface)\s+$/.test(before)) return false;
  if (!/^[A-Z][A-Z0-9_]*$/.test(name)) return /^[.[]/.test(after) || /\bObject\.\w+\($/.test(before);
  const isKey = /^\s*:(?!:)/.test(after) && !/\?\s*$/.test(before);
  const isShorthand = /[{,]\s*$/.test(before) && /^\s*[,}]/.test(after) && isInBraces(code, at);
  return !isKey && !isShorthand && !/^\s*=(?![=>])/.test(after);
}

function isInBraces(code, at) {
  let depth = 0;
  for (let n = at - 1; n >= 0; n--) {
    if (")]}".includes(code[n])) depth += 1;
    else if ("([{".includes(code[n]) && depth-- === 0) return code[n] === "{";
  }
  return false;
}

/** The text with blanks for all that is no code. */
export function codeIn(text) {
  const blank = (piece) => piece.replace(/[^\n]/g, " ");
  return text.replace(PIECES, (piece) =>
    piece.startsWith("`")
      ? piece
          .split(/(\$\{[^{}]*\})/)
          .map((part, n) => (n % 2 === 1 ? codeIn(part) : blank(part)))
          .join("")
      : blank(piece),
  );
}

/** Each is [from, to, text]; none overlap. */
function applied(text, edits) {
  let [made, at] = ["", 0];
  for (const [from, to, put] of edits.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    made += text.slice(at, from) + put;
    at = to;
  }
  return made + text.slice(at);
}
