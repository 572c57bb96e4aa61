/**
 * A set of secrets that the rules were not made with: shapes as public rule sets and vendors describe them, written down
 * here anew, in every place a person or a program puts one. Never read by what redacts.
 */

import type { Rng } from "./rng.ts";

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGIT = "0123456789";
const HEX = `${DIGIT}abcdef`;
const ALNUM = `${LOWER}${LOWER.toUpperCase()}${DIGIT}`;
const URL = `${ALNUM}-_`;
const UPPER = `${LOWER.toUpperCase()}${DIGIT}`;
const SMALL = `${LOWER}${DIGIT}`;

type Make = (rng: Rng) => string;
const put =
  (before: string, alphabet: string, length: number, after = ""): Make =>
  (rng) =>
    `${before}${rng.chars(alphabet, length)}${after}`;
const parts =
  (...makes: readonly (Make | string)[]): Make =>
  (rng) =>
    makes.map((make) => (typeof make === "string" ? make : make(rng))).join("");
const of = (alphabet: string, length: number): Make => put("", alphabet, length);
const uuid: Make = (rng) => [8, 4, 4, 4, 12].map((length) => rng.chars(HEX, length)).join("-");

/** Known by their beginning alone, wherever they stand. */
export const bare: Readonly<Record<string, Make>> = {
  "1password secret key": parts(
    "A3-",
    of(UPPER, 6),
    "-",
    of(UPPER, 11),
    "-",
    of(UPPER, 5),
    "-",
    of(UPPER, 5),
    "-",
    of(UPPER, 5),
  ),
  adobe: put("p8e-", SMALL, 32),
  age: put("AGE-SECRET-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
  alibaba: put("LTAI", ALNUM, 20),
  "anthropic admin": put("sk-ant-admin01-", URL, 93, "AA"),
  anthropic: put("sk-ant-api03-", URL, 93, "AA"),
  artifactory: put("AKCp", ALNUM, 69),
  "artifactory reference": put("cmVmd", ALNUM, 59),
  atlassian: put("ATATT3", `${URL}=`, 186),
  aws: put("AKIA", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16),
  "aws temporary": put("ASIA", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16),
  "azure ad": parts(of(ALNUM, 3), "8Q~", of(`${ALNUM}_~.-`, 34)),
  clickhouse: put("4b1d", ALNUM, 38),
  "aws bedrock": put("ABSK", `${ALNUM}+/`, 112),
  clojars: put("CLOJARS_", SMALL, 60),
  "google refresh": put("1//0", URL, 64),
  honeycomb: put("hcaik_", SMALL, 58),
  infisical: parts("st.", of(HEX, 24), ".", of(HEX, 32), ".", of(HEX, 32)),
  launchdarkly: parts("sdk-", uuid),
  "launchdarkly api": parts("api-", uuid),
  "new relic license": put("", HEX, 36, "NRAL"),
  packagist: put("packagist_ort_", HEX, 68),
  statsig: put("secret-", ALNUM, 44),
  "vercel blob": parts("vercel_blob_rw_", of(ALNUM, 16), "_", of(ALNUM, 30)),
  "cloudflare origin": parts("v1.0-", of(HEX, 24), "-", of(HEX, 146)),
  databricks: put("dapi", HEX, 32),
  "defined networking": parts("dnkey-", of(`${SMALL}_-`, 26), "-", of(`${SMALL}_-`, 52)),
  "digitalocean oauth": put("doo_v1_", HEX, 64),
  digitalocean: put("dop_v1_", HEX, 64),
  "digitalocean refresh": put("dor_v1_", HEX, 64),
  doppler: put("dp.pt.", ALNUM, 43),
  duffel: put("duffel_live_", `${ALNUM}_-`, 43),
  dynatrace: parts("dt0c01.", of(UPPER, 24), ".", of(UPPER, 64)),
  easypost: put("EZAK", ALNUM, 54),
  "easypost test": put("EZTK", ALNUM, 54),
  "facebook page": put("EAAC", ALNUM, 120),
  flutterwave: put("FLWSECK_TEST-", "abcdefgh0123456789", 32, "-X"),
  "fly.io": put("fo1_", URL, 43),
  "fly.io macaroon": put("fm2_", `${ALNUM}+/`, 120),
  "frame.io": put("fio-u-", `${SMALL}_-`, 64),
  "gcp key": put("AIza", URL, 35),
  "github classic": put("ghp_", ALNUM, 36),
  "github app": put("ghs_", ALNUM, 36),
  "github oauth": put("gho_", ALNUM, 36),
  "github refresh": put("ghr_", ALNUM, 36),
  "github fine-grained": put("github_pat_", `${ALNUM}_`, 82),
  "gitlab job": put("glcbt-64_", URL, 20),
  "gitlab deploy": put("gldt-", URL, 20),
  "gitlab feature flag": put("glffct-", URL, 20),
  "gitlab feed": put("glft-", URL, 20),
  "gitlab mail": put("glimt-", URL, 25),
  "gitlab agent": put("glagent-", URL, 50),
  "gitlab oauth": put("gloas-", URL, 64),
  gitlab: put("glpat-", URL, 20),
  "gitlab trigger": put("glptt-", HEX, 40),
  "gitlab runner": put("GR1348941", URL, 20),
  "gitlab runner auth": put("glrt-", URL, 20),
  "gitlab scim": put("glsoat-", URL, 20),
  "grafana old": put("eyJrIjoi", ALNUM, 90, "=="),
  "grafana cloud": put("glc_", `${ALNUM}+/`, 60),
  "grafana service": parts("glsa_", of(ALNUM, 32), "_", of(HEX, 8)),
  harness: parts("pat.", of(URL, 22), ".", of(ALNUM, 24), ".", of(ALNUM, 20)),
  terraform: parts(of(ALNUM, 14), ".atlasv1.", of(URL, 64)),
  heroku: put("HRKU-AA", URL, 58),
  "hugging face": put("hf_", ALNUM.slice(0, 52), 34),
  "hugging face org": put("api_org_", ALNUM.slice(0, 52), 34),
  infracost: put("ico-", ALNUM, 32),
  intra42: put("s-s4t2ud-", HEX, 64),
  linear: put("lin_api_", ALNUM, 40),
  "new relic user": put("NRAK-", UPPER, 27),
  "new relic insight": put("NRII-", URL, 32),
  notion: parts("ntn_", of(DIGIT, 11), of(ALNUM, 35)),
  npm: put("npm_", ALNUM, 36),
  nuget: put("oy2", SMALL, 43),
  octopus: put("API-", UPPER, 26),
  openai: parts("sk-", of(ALNUM, 20), "T3BlbkFJ", of(ALNUM, 20)),
  "openai project": parts("sk-proj-", of(URL, 74), "T3BlbkFJ", of(URL, 74)),
  openshift: put("sha256~", URL, 43),
  perplexity: put("pplx-", ALNUM, 48),
  plaid: parts("access-sandbox-", uuid),
  planetscale: put("pscale_tkn_", `${ALNUM}_-`, 43),
  "planetscale password": put("pscale_pw_", `${ALNUM}_-`, 43),
  postman: parts("PMAK-", of(HEX, 24), "-", of(HEX, 34)),
  prefect: put("pnu_", ALNUM, 36),
  pulumi: put("pul-", HEX, 40),
  pypi: put("pypi-AgEIcHlwaS5vcmc", URL, 80),
  readme: put("rdme_", SMALL, 70),
  rubygems: put("rubygems_", HEX, 48),
  scalingo: put("tk-us-", URL, 48),
  sendgrid: parts("SG.", of(URL, 22), ".", of(URL, 43)),
  sendinblue: parts("xkeysib-", of(HEX, 64), "-", of(ALNUM, 16)),
  "sentry user": put("sntryu_", HEX, 64),
  settlemint: put("sm_pat_", ALNUM, 16),
  shippo: put("shippo_live_", HEX, 40),
  shopify: put("shpat_", HEX, 32),
  "shopify shared": put("shpss_", HEX, 32),
  "slack app": parts("xapp-1-", of(UPPER, 11), "-", of(DIGIT, 13), "-", of(HEX, 64)),
  "slack bot": parts("xoxb-", of(DIGIT, 12), "-", of(DIGIT, 12), "-", of(ALNUM, 24)),
  "slack user": parts("xoxp-", of(DIGIT, 12), "-", of(DIGIT, 12), "-", of(DIGIT, 12), "-", of(ALNUM, 32)),
  "slack refresh": put("xoxe-1-", UPPER, 146),
  "slack legacy": put("xoxr-", ALNUM, 40),
  "slack webhook": parts("https://hooks.slack.com/services/T", of(UPPER, 9), "/B", of(UPPER, 10), "/", of(ALNUM, 24)),
  sourcegraph: parts("sgp_", of(HEX, 16), "_", of(HEX, 40)),
  square: put("EAAA", URL, 60),
  "square access": put("sq0atp-", URL, 22),
  stripe: put("sk_live_", ALNUM, 24),
  "stripe restricted": put("rk_live_", ALNUM, 40),
  supabase: put("sbp_", HEX, 40),
  tailscale: parts("tskey-auth-", of(ALNUM, 12), "-", of(ALNUM, 32)),
  twilio: put("SK", HEX, 32),
  typeform: put("tfp_", `${URL}.`, 59),
  vault: put("hvs.", URL, 95),
  "vault batch": put("hvb.", URL, 150),
  vercel: put("vcp_", ALNUM, 56),
  yandex: put("AQVN", URL, 36),
  groq: put("gsk_", ALNUM, 52),
  xai: put("xai-", ALNUM, 80),
  replicate: put("r8_", ALNUM, 37),
  docker: put("dckr_pat_", URL, 27),
  "google oauth": put("GOCSPX-", URL, 28),
  figma: put("figd_", URL, 40),
  mapbox: parts("sk.eyJ", of(URL, 60), ".", of(URL, 22)),
  "adyen web service": put("AQEyhmfuXN", `${ALNUM}+/`, 90),
  authress: parts("sc_", of(SMALL, 12), ".", of(SMALL, 5), ".acc-", of(SMALL, 16), ".", of(ALNUM, 44)),
  "azure openai": parts(of(ALNUM, 52), "JQQJ99", of(ALNUM, 26)),
  canva: put("cnvca", URL, 51),
  cartesia: put("sk_car_", URL, 22),
  "checkout.com": parts("sk_", uuid),
  "checkout.com sandbox": put("sk_sbox_", SMALL, 27),
  confluent: put("cflt", `${ALNUM}+/`, 60),
  "ebay cert": parts("PRD-", of(HEX, 12), "-", of(HEX, 4), "-", of(HEX, 4), "-", of(HEX, 4), "-", of(HEX, 4)),
  flagsmith: put("ser.", ALNUM, 22),
  fullstory: put("na1.", `${ALNUM}+/`, 60),
  "gcs hmac": put("GOOG1E", UPPER, 55),
  "incident.io": put("inc_", HEX, 64),
  mailersend: put("mlsn.", HEX, 64),
  mandrill: put("md-", URL, 22),
  midtrans: put("SB-Mid-server-", URL, 24),
  oculus: parts("OC|", of(DIGIT, 16), "|", of(URL, 27)),
  pangea: put("pts_", SMALL, 32),
  scaleway: put("SCW", UPPER, 17),
  "stripe prod": put("rk_prod_", ALNUM, 24),
  trello: put("ATTA", HEX, 72),
  volcengine: put("AKLT", ALNUM, 44),
  woocommerce: put("cs_", HEX, 40),
  jwt: parts("eyJ", of(URL, 33), ".eyJ", of(URL, 80), ".", of(URL, 43)),
};

/** What a service's key looks like where only its name tells that it is one. */
const values: Readonly<Record<string, Make>> = {
  hex32: of(HEX, 32),
  hex40: of(HEX, 40),
  hex64: of(HEX, 64),
  small20: of(SMALL, 20),
  small32: of(SMALL, 32),
  mixed24: of(ALNUM, 24),
  mixed40: of(ALNUM, 40),
  url43: of(URL, 43),
  base64: put("", `${ALNUM}+/`, 43, "="),
  uuid,
  "password of two words": (rng) => `${rng.pick(words)}.${rng.pick(words)}${rng.chars(DIGIT, 2)}`,
  "password between signs": (rng) =>
    `${rng.pick(["!", "#", "%", "@"])}${rng.chars(ALNUM, 9)}${rng.pick(["!", "#", "*"])}`,
  password: (rng) => `${rng.chars(ALNUM, 7)}${rng.pick(["!", "#", "$", "%", "_", "-"])}${rng.chars(ALNUM, 6)}`,
};

const words = ["velvet", "Rocket", "copper", "Banjo", "maple", "Sunset"];

const services = [
  "ADOBE",
  "ALGOLIA",
  "ASANA",
  "BITBUCKET",
  "BITTREX",
  "CODECOV",
  "COHERE",
  "COINBASE",
  "CONFLUENT",
  "CONTENTFUL",
  "DATADOG",
  "DISCORD",
  "DRONE",
  "DROPBOX",
  "ETSY",
  "FACEBOOK",
  "FASTLY",
  "FINICITY",
  "FLICKR",
  "FRESHBOOKS",
  "GITTER",
  "HUBSPOT",
  "INTERCOM",
  "JFROG",
  "KRAKEN",
  "KUCOIN",
  "LAUNCHDARKLY",
  "LINKEDIN",
  "MAILCHIMP",
  "MAILGUN",
  "MESSAGEBIRD",
  "NETLIFY",
  "NYTIMES",
  "OKTA",
  "RAPIDAPI",
  "SENDBIRD",
  "SNYK",
  "SONAR",
  "SQUARESPACE",
  "SUMOLOGIC",
  "TRAVIS",
  "TWITCH",
  "TWITTER",
  "YANDEX",
  "ZENDESK",
  "DB",
  "SMTP",
  "SESSION",
  "WEBHOOK",
  "STAGING",
]; // prettier-ignore
const ends = [
  "API_KEY",
  "TOKEN",
  "SECRET",
  "CLIENT_SECRET",
  "ACCESS_TOKEN",
  "AUTH_TOKEN",
  "SECRET_KEY",
  "PASSWORD",
  "ACCESS_KEY",
  "SECRET_KEY_BASE",
  "HMAC_KEY",
  "STORAGE_KEY",
  "SESSION_KEY",
  "DB_PASS",
  "CLIENT_SECRET_VALUE",
];

export interface Named {
  readonly name: string;
  readonly shape: string;
  readonly value: string;
}

export function namedSecret(rng: Rng): Named {
  const shape = rng.pick(Object.keys(values));
  const end = shape.startsWith("password") ? "PASSWORD" : rng.pick(ends);
  const upper = `${rng.pick(services)}_${end}`;
  const name = rng.pick([upper, upper.toLowerCase(), camel(upper), upper.toLowerCase().replaceAll("_", "-")]);
  return { name, shape, value: values[shape]!(rng) };
}

function camel(upper: string): string {
  return upper.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function spoken(name: string): string {
  return name
    .replaceAll(/[_-]/g, " ")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
}

type Write = (name: string, value: string) => string;

/** Where people and programs put a name and its value. */
export const namedPlaces: Readonly<Record<string, Write>> = {
  env: (name, value) => `export ${name}=${value}`,
  "env quoted": (name, value) => `${name}="${value}"`,
  json: (name, value) => `{"port": 8080, "${name}": "${value}", "ok": true}`,
  yaml: (name, value) => `service:\n  ${name}: ${value}\n  port: 1`,
  "yaml folded": (name, value) => `${name}: >-\n  ${value}\nport: 1`,
  "yaml block": (name, value) => `${name}: |\n    ${value}\nnext: 1`,
  toml: (name, value) => `[auth]\n${name} = '${value}'`,
  code: (name, value) => `const ${name.replaceAll("-", "_")} = "${value}";`,
  arrow: (name, value) => `'${name}' => '${value}',`,
  header: (name, value) => `curl -H "X-${name}: ${value}" https://api.example/v1`,
  query: (name, value) => `GET /v1/run?page=2&${name}=${encodeURIComponent(value)}&limit=5`,
  flag: (name, value) => `docker run -e ${name}=${value} -p 80:80 shop`,
  "flag spaced": (name, value) => `deploy --${name} ${value} --force`,
  "table row": (name, value) => `| name | value |\n|---|---|\n| ${name} | ${value} |\n| port | 8080 |`,
  "table row in code": (name, value) => `| setting | value |\n| :-- | --: |\n| \`${name}\` | \`${value}\` |`,
  "table column": (name, value) => `| user | ${name} |\n| --- | --- |\n| bob | ${value} |`,
  "table, three columns": (name, value) => `| env | key | value |\n|---|---|---|\n| prod | ${name} | ${value} |`,
  bold: (name, value) => `**${name}**: ${value}`,
  "bold with its colon": (name, value) => `- **${name}:** \`${value}\``,
  "value in bold": (name, value) => `${name}: **${value}**`,
  "list in code": (name, value) => `* \`${name}\`: \`${value}\``,
  "broken by a back-slash": (name, value) => `export ${name}=\\\n  ${value}`,
  "broken in the middle": (name, value) =>
    `${name}=${value.slice(0, value.length >> 1)}\\\n${value.slice(value.length >> 1)}`,
  "next line": (name, value) => `${name}:\n    ${value}\n`,
  "strings added": (name, value) =>
    `${name} = "${value.slice(0, value.length >> 1)}" +\n    "${value.slice(value.length >> 1)}"`,
  diff: (name, value) => `@@ -1 +1 @@\n-${name}: old\n+${name}: ${value}`,
  prose: (name, value) => `The ${name.replaceAll(/[_-]/g, " ").toLowerCase()} is ${value}, do not lose it.`,
  log: (name, value) => `2026-11-12T05:29:00Z INFO started with ${name}=${value} status=200`,
  xml: (name, value) => `<${name}>${value}</${name}>`,
  "a typed variable": (name, value) => `const ${name.replaceAll("-", "_")}: string = "${value}";`,
  "value before its name": (name, value) => `{"value": "${value}", "name": "${name}"}`,
  "a declared default": (name, value) => `variable "${name}" {\n  type = string\n  default = "${value}"\n}`,
  "third column": (name, value) => `| name | for | value |\n|---|---|---|\n| ${name} | the worker | ${value} |`,
  "two cells of HTML": (name, value) => `<tr><td>${name}</td><td>${value}</td></tr>`,
  "a property list": (name, value) => `<key>${name}</key>\n\t<string>${value}</string>`,
  "comma-separated": (name, value) => `name,value\n${name},${value}\nport,8080\n`,
  "comma-separated column": (name, value) => `id,${name},port\n1,${value},8080\n`,
  "a part of a form": (name, value) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  "set in a shell": (name, value) => `set -gx ${name} "${value}"`,
  "kept by a tool": (name, value) => `aws ssm put-parameter --name /prod/${name} --value "${value}"`,
  "piped into a tool": (name, value) => `echo "${value}" | wrangler secret put ${name}`,
  "is now": (name, value) => `The ${spoken(name)} is now ${value}`,
  "changed to": (name, value) => `${spoken(name)} changed to ${value}`,
  "was changed": (name, value) => `the ${spoken(name)} was changed to ${value} yesterday`,
  "set to": (name, value) => `Set the ${spoken(name)} to ${value}`,
  "an arrow in prose": (name, value) => `${spoken(name)} → ${value}`,
  dash: (name, value) => `${spoken(name)} - ${value}`,
  "in brackets": (name, value) => `log in with the ${spoken(name)} (${value})`,
  "for what": (name, value) => `The ${spoken(name)} for the staging box is ${value}`,
  "use it as": (name, value) => `use ${value} as the ${spoken(name)}`,
  "try it for": (name, value) => `try ${value} for the ${spoken(name)}`,
  "it is the": (name, value) => `${value} is the ${spoken(name)} of staging`,
  escaped: (name, value) => JSON.stringify(JSON.stringify({ [name]: value })),
};

/** Where a token stands that needs no name. */
export const barePlaces: Readonly<Record<string, (value: string) => string>> = {
  alone: (value) => value,
  prose: (value) => `Use ${value} for now.`,
  quoted: (value) => `It said "${value}".`,
  code: (value) => `Run it with \`${value}\`.`,
  bold: (value) => `**${value}**`,
  table: (value) => `| a | b |\n|---|---|\n| x | ${value} |`,
  json: (value) => `{"v":"${value}"}`,
  url: (value) => `https://api.example/?v=${encodeURIComponent(value)}&n=1`,
  list: (value) => `- ${value}\n- other`,
  "in brackets": (value) => `(${value})`,
};

export const encodings: Readonly<Record<string, (value: string) => string>> = {
  base64: (value) => Buffer.from(value).toString("base64"),
  "base64 of JSON": (value) => Buffer.from(JSON.stringify({ user: "bob", token: value })).toString("base64"),
  base64url: (value) => Buffer.from(`user:${value}`).toString("base64url"),
  hex: (value) => Buffer.from(value).toString("hex"),
};

/** An address tells where, and is no secret. */
const WHERE = /https:\/\/hooks\.slack\.com\/services\//g;

/** A stretch of the secret is left, as it stood there. */
export function isLeft(redacted: string, value: string): boolean {
  const bare = redacted.replace(WHERE, "").replace(/[\s\\"'+>|*`-]/g, "");
  const plain = value.replace(WHERE, "").replace(/[\s\\"'+>|*`-]/g, "");
  const reach = Math.min(12, Math.max(6, plain.length - 2));
  for (let at = 0; at + reach <= plain.length; at += 3) if (bare.includes(plain.slice(at, at + reach))) return true;
  return false;
}
