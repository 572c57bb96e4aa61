/** Letters of other scripts as a Latin reader would write them: a name to recognise, not a scholar's. Pure. */

const CYRILLIC: Readonly<Record<string, string>> = {
  ...row("абвгдезийклмнопрстуфъыьэіїјґў", "a b v g d e z i y k l m n o p r s t u f _ y _ e i yi j g u"),
  ...row("ёжхцчшщюяєћђљњџќѓѕ", "yo zh kh ts ch sh shch yu ya ye c dj lj nj dz k g dz"),
};

const GREEK = row("αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o");

const KANA: Readonly<Record<string, string>> = {
  ...row("あいうえおかきくけこさしすせそたちつてと", "a i u e o ka ki ku ke ko sa shi su se so ta chi tsu te to"),
  ...row("なにぬねのはひふへほまみむめもやゆよ", "na ni nu ne no ha hi fu he ho ma mi mu me mo ya yu yo"),
  ...row("らりるれろわゐゑをんがぎぐげご", "ra ri ru re ro wa i e o n ga gi gu ge go"),
  ...row("ざじずぜぞだぢづでどばびぶべぼ", "za ji zu ze zo da ji zu de do ba bi bu be bo"),
  ...row("ぱぴぷぺぽゔぁぃぅぇぉ", "pa pi pu pe po vu a i u e o"),
};

/** A Hangul syllable is its first, middle and last sound, in this order. */
const FIRST = "g kk n d tt r m b pp s ss _ j jj ch k t p h".split(" ").map(spoken);
const MIDDLE = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(" ");
const LAST = "_ k k k n n n t l k m l l l p l m p p t t ng t t k t p t".split(" ").map(spoken);
const [HANGUL, HANGUL_END] = [0xac00, 0xd7a3];

const TABLE: Readonly<Record<string, string>> = { ...CYRILLIC, ...GREEK, ...KANA };

/** What is in none of these scripts stays as it is. */
export function spelled(text: string): string {
  const plain = [...text.normalize("NFKC").toLowerCase()].map(hiragana).join("");
  return withSmallKana([...withoutAccents(plain)].map(spelledLetter).join(""));
}

function row(letters: string, spellings: string): Record<string, string> {
  const words = spellings.split(" ").map(spoken);
  return Object.fromEntries([...letters].map((letter, n) => [letter, words[n] ?? ""]));
}

function spoken(sound: string): string {
  return sound === "_" ? "" : sound;
}

function spelledLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (code < HANGUL || code > HANGUL_END) return TABLE[letter] ?? letter;
  const n = code - HANGUL;
  return `${FIRST[Math.floor(n / 588)]}${MIDDLE[Math.floor((n % 588) / 28)]}${LAST[n % 28]}`;
}

/** Katakana lie in the same order, a fixed way behind. */
function hiragana(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  return code >= 0x30a1 && code <= 0x30f4 ? String.fromCodePoint(code - 0x60) : letter;
}

/** Greek vowels carry accents that no row has. */
function withoutAccents(text: string): string {
  return text.replace(/[ά-ώἀ-῾]/g, (letter) => letter.normalize("NFD").replace(/\p{M}/gu, ""));
}

/** きゃ is kya, しゃ is sha, った is tta, and a long sound is written once. */
function withSmallKana(text: string): string {
  const glided = text.replace(/(sh|ch|j)i([ゃゅょ])|([a-z])i([ゃゅょ])/g, (_, soft, one, hard, other) =>
    soft === undefined ? `${hard}y${GLIDES[other]}` : `${soft}${GLIDES[one]}`,
  );
  return glided
    .replace(/[ゃゅょ]/g, (small) => `y${GLIDES[small]}`)
    .replace(/っ+([a-z])/g, "$1$1")
    .replace(/[っー]/g, "");
}

const GLIDES: Readonly<Record<string, string>> = { ゃ: "a", ゅ: "u", ょ: "o" };
