/**
 * A password known only by the name beside it. Letters with a digit or a sign among them are one wherever they are
 * assigned; a plain word only where neither code nor prose writes like that. Every repeat is bounded.
 */
import { ASSIGNS, OF_WHAT, QUOTE, SAID, SAYS, valueFirst } from "./named-value.ts";
import { isJumbledLetters, isPlainPassword, isTypedPassword } from "./randomness.ts";

/** What a password is called, in the languages people write their notes in. */
export const PASSWORD_NAMES: readonly string[] = [
  ...["password", "passwd", "passphrase", "passcode", "pwd", "passwort", "kennwort", "mot de passe"],
  ...["contraseña", "contrasena", "senha", "wachtwoord", "parola d'ordine", "lösenord", "hasło"],
  ...["clave", "ароль", "密码:", "密码：", "密碼:", "密碼：", "パスワード", "비밀번호"],
];
/** `SSHPASS`, `user_pass`, `-storepass`: short names, told by what follows them. */
const SHORT_NAMES =
  "(?<![A-Za-z0-9])pw|(?:(?<![a-z])|(?<=ssh|smb|ftp|db|user|admin|root|mail|smtp|ldap|bind|sudo|sql|pg))pass(?=[\"'\\x60]{0,2}[ \\t]{0,2}[=:])|(?<=(?:admin|root|db|login|new|user)[ \\t])pass(?=[ \\t]{0,2}(?:->|=>|→))|(?<=(?<![\\w-])--?[\\w-]{0,40})pass(?=[ \\t])";
/** An enclave and a key word ("palabra clave") are something else, `dbClave` is not. */
const WHOLE_NAMES = PASSWORD_NAMES.map((name) =>
  name.replace(/^clave$/, "(?<!(?<![a-z])(?:en|auto|con|cón|es)|palabras?[ \\t])clave").replace(/[:：]$/, "(?=$&)"),
).join("|");
const NAME = `(?:${WHOLE_NAMES}|${SHORT_NAMES})`;

/** `user bob / password `: beside a user's name, a space is enough. */
const PAIRS = `(?<=(?:login|user|username|account)[ \\t]{0,2}[:= \\t][ \\t]{0,2}[\\w.@+-]{1,64}[ \\t]{0,2}[/,;|][ \\t]{0,2}${NAME})[ \\t]{1,4}`;
/** `--db-password `, `ENV DB_PASSWORD "`, `WITH PASSWORD '`: what follows tells whether it is one. */
const BESIDE = `[ \\t]{1,4}${QUOTE}`;
/** `&user=` begins the next part of an address. */
const PARAMETER = "&[\\w.-]{1,40}=";
const CHARACTER = "[A-Za-z0-9\\u00c0-\\u024f!@#$%^&*_+=.?~/-]";

export const ASSIGNED_PASSWORD = new RegExp(
  `${NAME}(?:${OF_WHAT}(?:${ASSIGNS}|${SAYS})|${PAIRS}|${BESIDE})(?<secret>(?:(?!${PARAMETER})${CHARACTER}){6,256})` +
    `(?!(?!${PARAMETER})${CHARACTER}|[([{]|<(?!/))[^]?`,
  "iyd",
);

/** `use hunter22 as the password`: the value stands before its name. */
export const PASSWORD_BEFORE_ITS_NAME = new RegExp(
  `${valueFirst(CHARACTER, 6)}(?:${WHOLE_NAMES}|[ \\t]pw)${SAID}`,
  "iyd",
);

export function isSaidAsPassword(secret: string): boolean {
  return isTypedPassword(secret) && !/^1password$/i.test(secret);
}

export function isAssignedPassword(secret: string, match: string, before: string): boolean {
  const at = match.lastIndexOf(secret);
  const [name, after] = [match.slice(0, at), match.slice(at + secret.length)];
  if (isTypedPassword(secret.replace(/\*\*$/, ""))) return !BARE_NAME.test(name) || isSaidBeside(secret, before);
  return (isPlainPassword(secret) || isJumbledLetters(secret)) && standsAlone(secret, name, after);
}

/** Nothing but a space stands behind the name: neither "is" nor "to", neither a sign nor a quote. */
const BARE_NAME = new RegExp(`^(?:${PASSWORD_NAMES.join("|")}|pw|pass)[ \\t]{1,4}$`, "i");
const BEHIND_USER =
  /(?:login|user|username|account)[ \t]{0,2}[:= \t][ \t]{0,2}[\w.@+-]{1,64}[ \t]{0,2}[/,;|][ \t]{0,2}$/i;

/** Behind a flag or a user's name, or where nothing but a password is written like that. */
function isSaidBeside(secret: string, before: string): boolean {
  const isLed = /(?<![\w-])--?[\w-]*$/.test(before) || BEHIND_USER.test(before.slice(-LONGEST_USER));
  return isLed || secret.length >= 8 || /[!@#$%^&*?~]/.test(secret);
}

const LONGEST_USER = 100;

const WHOLE_NAME = "(?:password|passwd|passphrase|passwort|kennwort)";
const QUOTED = new RegExp(`^${WHOLE_NAME}.*["'\\x60]$`, "i");
const SETTING = new RegExp(`^${WHOLE_NAME}=$`, "i");
const SHOUTED = /^(?:PASSWORD|PASSWD|PASSPHRASE): ?$/;
const ASSIGNED = new RegExp(`^${WHOLE_NAME}[^A-Za-z]+$`, "i");

/**
 * In quotes; `password=` up to the next space; `PASSWORD: ` up to the end of the line; three words or more, joined. In
 * code a comma or a bracket would follow.
 */
function standsAlone(secret: string, before: string, after: string): boolean {
  if (/[,{(<|\n]|value|default/i.test(before) || /^[a-z]+[ \t]+["'`]$/i.test(before)) return false;
  if (QUOTED.test(before)) return /^["'`\\]$/.test(after);
  if (SETTING.test(before)) return /^[\s&]?$/.test(after);
  if (SHOUTED.test(before)) return /^[\r\n]?$/.test(after);
  return secret.includes("-") && ASSIGNED.test(before) && /^\s?$/.test(after);
}
