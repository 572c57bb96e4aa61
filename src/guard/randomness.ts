/**
 * Is this value a secret, or a word, a name, a placeholder? Pure judgements used by the rows of the secret table whose
 * shape alone proves nothing. Each is linear in the value.
 */

/** A filler where the random part should be: `ghp_xxxxxxxxxxxx`. Looks only near the start, as more may be glued on. */
export function isFiller(value: string): boolean {
  return /^.{0,24}([xX0*.#_-])\1{7}/s.test(value);
}

/** The least any secret has: its beginning is neither a filler nor a run of the same few characters. */
export function isVaried(value: string): boolean {
  return !isFiller(value) && entropyOf(value.slice(0, 64)) >= 2.8;
}

/** Enough for a value whose shape says most already: characters well mixed, no filler and no word. */
export function isMixed(value: string): boolean {
  if (isFiller(value) || entropyOf(value) < 3) return false;
  return /[0-9]/.test(value) ? /[A-Za-z]/.test(value) : /[a-z][A-Z]/.test(value) && wordShareOf(value) < 0.5;
}

const PLACEHOLDER =
  /^\$\(|^%[A-Za-z_]{1,40}%$|\$\{|\{\{|[<>{}]|example|placeholder|change-?_?me|(?<![A-Za-z0-9])your|^my[-_]|dummy|sample|x{6}|\*\*\*|\.{3}$|…|redacted|process\.env|environ|getenv|secrets\./i;

/** What people write where a secret would stand: `${TOKEN}`, `your-key-here`, `process.env.TOKEN`. */
export function isSecretPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || (/^\$[A-Za-z_]\w*(?![\w!*^#%&~])/.test(value) && !isJumble(value));
}

const PASSWORD_WORDS = new Set(
  "password passwd passphrase pass pwd pw secret token key user username admin root none null undefined true false".split(
    " ",
  ),
);

/** A password in a place where nothing but a password can stand, such as the one in a connection string. */
export function isPassword(value: string): boolean {
  return !PASSWORD_WORDS.has(value.toLowerCase()) && !isSecretPlaceholder(value);
}

/** Words that stand where a password would: its type, its state, what a form calls it. */
const SAID_OF_PASSWORDS = new Set(
  (
    "string text varchar bytes buffer number integer boolean object unknown optional required mandatory disabled enabled " +
    "hidden masked visible hashed salted encrypted encoded plain plaintext cleartext expired changed unchanged rotated " +
    "forgot forgotten missing invalid incorrect correct wrong empty blank default nothing strong medium private public " +
    "shared protected prompt prompted provided expected given stored saved generated random vaulted keychain keyring " +
    "bcrypt argon scrypt pbkdf interactive manual locked unlocked accepted rejected denied failed matched mismatch value"
  ).split(" "),
);
const NAMES_ONE = /pass|pwd|kennwort|secret|token|credential|field|input|label|schema|error|valid|hash|vault|confirm/i;

/** Named as a password, and a plain word or several joined by hyphens: nothing that is said of passwords, no name in code. */
export function isPlainPassword(value: string): boolean {
  if (!isPassword(value) || isFiller(value) || NAMES_ONE.test(value)) return false;
  return (
    /^[A-Z]?[a-z]{5,40}$|^[a-z]{2,20}(?:-[a-z]{2,20}){2,7}$/.test(value) && !SAID_OF_PASSWORDS.has(value.toLowerCase())
  );
}

/** Named as a password and typed by a person: letters with a digit or a sign among them, no name, path or algorithm. */
export function isTypedPassword(value: string): boolean {
  if (!isPassword(value) || isFiller(value) || HARMLESS.test(value)) return false;
  if (!isSigned(value)) return value.length >= 12 && isNoise(value);
  return !IN_CODE.test(value) || isNoise(value) || SIGNED_TWICE.test(value) || isNumbered(value);
}

/** Shaped like a name in code, and no name anybody would give: both cases in a jumble, digits among them or not. */
function isNoise(value: string): boolean {
  return /^[@#$%&*!]?[\w-]{9,64}[!?.,;:]*$/.test(value) && isJumble(value);
}

function isJumble(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && turnsIn(value) >= 3 && wordShareOf(value) < 0.4;
}

/** A sign at its beginning and another one: `#czdgL!`. `%s%s` is a format. */
const SIGNED_TWICE = /^(?!%[a-z]%)[@#$%&*]\w+[!@#$%^&*?~][\w!@#$%^&*?~]*[.,;:]*$/;

/** `rocket.Banjo97`, `rocket_banjo97`: two words and a number. `node.sha256` and `input_field12` are no such. */
function isNumbered(value: string): boolean {
  return (
    /^[A-Za-z]{3,20}[._][A-Za-z]{3,20}\d{2,6}$/.test(value) &&
    !(value.includes("_") && NAMES_ONE.test(value)) &&
    !/(?:sha|utf|base|int|float|aes|rsa|crc|win|arch|x|v)\d+$/i.test(value)
  );
}

/** `TaMVzcuniWMT!`: letters alone, in no order a name in code would have. */
export function isJumbledLetters(value: string): boolean {
  return (
    isPassword(value) && /^[A-Za-z]{8,40}[!?]*$/.test(value) && /[a-z][A-Z]/.test(value) && wordShareOf(value) < 0.4
  );
}

/** Both cases and digits strewn all over it: neither a hash in hex nor a name. */
export function isTokenNoise(value: string): boolean {
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/[0-9]/.test(value)) return false;
  if (value.replace(/[^_-]/g, "").length > value.length / 10) return false;
  return isVaried(value) && turnsIn(value) >= value.length / 5 && wordShareOf(value) < 0.35;
}

/** How often letters give way to digits, capitals to small letters, or the other way round within a word. */
function turnsIn(value: string): number {
  return value.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)|[a-z](?=[A-Z])/g)?.length ?? 0;
}

/** Both cases, a digit and a sign inside: short as it may be, nothing else is written like that. */
export function isStrongPassword(value: string): boolean {
  if (!isPassword(value) || isFiller(value) || HARMLESS.test(value) || IN_CODE.test(value)) return false;
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value) && /\w[!^#*~]+\w/.test(value);
}

/** Letters with a digit or a sign among them, the end of a sentence apart. */
export function isSigned(value: string): boolean {
  return /[A-Za-z]/.test(value) && /[0-9!@#$%^&*?~]/.test(value.replace(/[!?.,;:]+$/, ""));
}

/** `config.auth0.password`, `PASSWORD_2`, `sha256-hashed`, `/run/secrets/db1`, `8-characters`, `!vault`. */
const IN_CODE =
  /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$|^(?:sha|md|base|utf|argon|bcrypt|scrypt|pbkdf|aes|rsa|o?auth|rfc|iso|ed|pkcs|min|max|v)-?\d{1,5}(?:id|i|d)?(?![a-z0-9])|^\d+(?:\.\d+)+|^\d+(?:st|nd|rd|th|-[a-z]+|[a-z])?$|^[\w.~-]*\/[\w./~-]*$|^[@#$%&*]|^!+[a-z_$][\w.]*$|\w\?\.\w/i;

/**
 * Letters and digits in no order a person would write: no dictionary, only entropy and how much of it
 * reads as words.
 */
export function looksRandom(whole: string): boolean {
  const value = whole.slice(0, 96);
  if (/^[0-9a-fA-F]{32,}$/.test(value)) return isVaried(value);
  if (/^(?=\D*\d)(?=\d*\D)[0-9a-fA-F]{20,}$/.test(value)) return isVaried(value);
  if (value.length < 16 || entropyOf(value) < 3.3) return false;
  if (isSecretPlaceholder(value) || isFiller(value) || HARMLESS.test(value)) return false;
  // No word has digits strewn all over it.
  if (/^[a-z0-9]+$/i.test(value) && (value.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0) >= 6) return true;
  const shareOfWords = wordShareOf(value);
  if (/[0-9]/.test(value)) return /[A-Za-z]/.test(value) && shareOfWords < (value.includes(".") ? 0.3 : 0.5);
  return value.length >= 20 && /[a-z]/.test(value) && /[A-Z]/.test(value) && shareOfWords < 0.35;
}

/** `user:password` in base64, as Basic authorization and registry files carry it. */
export function isEncodedPair(value: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}/.test(value)) return false;
  const decoded = Buffer.from(value, "base64").toString("latin1");
  return /^[\x21-\x39\x3b-\x7e]{1,100}:[\x20-\x7e]{3}/.test(decoded);
}

const counts = new Uint16Array(128);

/** Bits for each character, by Shannon; characters beyond ASCII fold onto those within. */
function entropyOf(value: string): number {
  counts.fill(0);
  for (let i = 0; i < value.length; i++) counts[value.charCodeAt(i) & 127]!++;
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** Hashes with their name, dates and versions, UUIDs, paths and addresses. */
const HARMLESS =
  /^sha\d{1,3}[-:]|^[\d.,:_TZ+-]+$|^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^(?:\.{1,2}|~|[A-Za-z]:)[/\\]|^[a-z+]{2,12}:\/\//i;

const COMMON_PAIRS =
  "th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra " +
  "ld ur ro ri io ic ne me li ll co ce om ec ma ta ct ch us el lo la no pe ho ac tr pr ss ge ut ke ey ap pi mo ab " +
  "il id ad am be bo by ca cl cr da di do ag ai ee em ex fi fo fr ir iv im go gr ki ie ig ia mp na ns nc ni ok oo " +
  "op os ot ow ol od pa po pl rd rm rs rt ry sc sh so sp su tu ty tt ue ul um un up va vi wa we wi wo ye yo qu ub " +
  "ug sk sw bl br gl fl ff rr nn pp mm ef ev ew xt lt ls mb fe gi hu ju if nf ob ay py ys wn ck " +
  "mi nu mu cu bu fu pu ru lu du ba bi ga ax ym ly ny ph wh gh ft rk rn";

/** One cell for each two letters, five bits a letter, whatever their case. */
const isCommonPair = new Uint8Array(1024);
for (const pair of COMMON_PAIRS.split(" ")) isCommonPair[cellOf(pair, 1)] = 1;

function cellOf(text: string, at: number): number {
  return ((text.charCodeAt(at - 1) & 31) << 5) | (text.charCodeAt(at) & 31);
}

/**
 * The share of the value that reads as words: stretches of small or of capital letters whose
 * neighbours are mostly common neighbours in English. Most of any identifier, little of any noise.
 */
function wordShareOf(value: string): number {
  let covered = 0;
  for (const { 0: word } of value.matchAll(/[A-Z]?[a-z]{2,}|[A-Z]{3,}(?![a-z])/g)) {
    let common = 0;
    for (let i = 1; i < word.length; i++) common += isCommonPair[cellOf(word, i)]!;
    if (word.length >= 3 && common >= 0.6 * (word.length - 1)) covered += word.length;
  }
  return covered / value.length;
}
