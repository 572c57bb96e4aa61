/**
 * A password known only by the name before it. Letters with a digit or a sign among them are one wherever they are
 * assigned; a plain word only where neither code nor prose writes like that. Every repeat is bounded.
 */
import { isPlainPassword, isTypedPassword } from "./randomness.ts";

/** What a password is called, in the languages people write their notes in. */
export const PASSWORD_NAMES: readonly string[] = [
  ...["password", "passwd", "passphrase", "passcode", "pwd", "passwort", "kennwort", "mot de passe"],
  ...["contraseña", "contrasena", "senha", "wachtwoord", "parola d'ordine", "lösenord", "hasło"],
];
const NAME = `(?:${PASSWORD_NAMES.join("|")}|(?<![A-Za-z0-9])pw)`;

/** A value that does not follow its name at once: `"NAME", "`; `name: NAME` and `value: ` below; `"name" { default = "`. */
export const APART = String.raw`["'\x60]\s{0,4},\s{0,4}["'\x60]|["'\x60\\]{0,4}[\s,{]{1,24}["'\x60\\]{0,4}(?:value|default)["'\x60\\]{0,4}[ \t]{0,4}[:=][ \t]{0,4}["'\x60\\]{0,4}`;
/** `password for the staging db is`. */
const OF_WHAT =
  "(?:[ \\t]{1,4}(?:for|of|to|on|in|at|von|vom|für|zu|zur|zum|der|des)(?:[ \\t]{1,4}(?!is\\b|ist\\b)[\\w.'-]{1,40}){1,5})?";
const QUOTE = "[\"'\\x60\\\\]{0,4}";
/** `=`, `": "`, ` => '`, `:** `, `['password'] = `, ` is `, ` is: "`. */
const ASSIGNS = `(?:["'\\x60\\])\\\\*]{0,4}[ \\t]{0,40}(?:=>|:=|={1,3}|:|>|\\|{1,2}=?|\\?\\?=?|\\?=)\\*{0,2}[ \\t]{0,4}\\*{0,2}${QUOTE}|${APART})`;
const SAYS = `[ \\t]{1,4}(?:is|ist|lautet|est|es|é|è|är)(?:[ \\t]{0,2}:)?[ \\t]{1,4}${QUOTE}`;
/** `user bob / password `: beside a user's name, a space is enough. */
const PAIRS = `(?<=(?:login|user|username|account)[ \\t]{0,2}[:= \\t][ \\t]{0,2}[\\w.@+-]{1,64}[ \\t]{0,2}[/,;|][ \\t]{0,2}${NAME})[ \\t]{1,4}`;
/** `--db-password `: behind a flag, a space is enough. */
const FLAG = `(?<=--[\\w-]{0,60})[ \\t]{1,4}${QUOTE}`;
/** `&user=` begins the next part of an address. */
const PARAMETER = "&[\\w.-]{1,40}=";
const CHARACTER = "[A-Za-z0-9\\u00c0-\\u024f!@#$%^&*_+=.?~/-]";

export const ASSIGNED_PASSWORD = new RegExp(
  `${NAME}(?:${OF_WHAT}(?:${ASSIGNS}|${SAYS})|${PAIRS}|${FLAG})(?<secret>(?:(?!${PARAMETER})${CHARACTER}){6,256})` +
    `(?!(?!${PARAMETER})${CHARACTER}|[([{]|<(?!/))[^]?`,
  "iyd",
);

export function isAssignedPassword(secret: string, match: string): boolean {
  if (isTypedPassword(secret)) return true;
  const at = match.lastIndexOf(secret);
  return isPlainPassword(secret) && standsAlone(secret, match.slice(0, at), match.slice(at + secret.length));
}

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
  if (/[,{\n]|value|default/i.test(before)) return false;
  if (QUOTED.test(before)) return /^["'`\\]$/.test(after);
  if (SETTING.test(before)) return /^[\s&]?$/.test(after);
  if (SHOUTED.test(before)) return /^[\r\n]?$/.test(after);
  return secret.includes("-") && ASSIGNED.test(before) && /^\s?$/.test(after);
}
