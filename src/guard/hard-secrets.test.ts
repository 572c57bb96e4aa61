/** Secrets where they are hard to see: in tables, in bold, folded, split over lines, encoded, and keys with little in them. */

import { describe, expect, test } from "vitest";
import { secretClasses as generated, generateSecret } from "../../test/secrets/generators.ts";
import { alphabets, rngFrom } from "../../test/secrets/rng.ts";
import { redact } from "./redact.ts";

const EACH = 12;
const fakes = generated.flatMap((name) =>
  Array.from({ length: EACH }, (_, seed) => generateSecret(name, rngFrom(seed * 104_729 + 7))),
);
const tokens = fakes.filter(({ name, value, secret }) => name === undefined && value === secret && !/\s/.test(value));
const named = fakes.filter(({ name, value }) => name !== undefined && !/\s/.test(value));

/** In the middle: nobody knows half a beginning. */
function broken(value: string, glue: string): string {
  const at = Math.ceil(value.length / 2);
  return `${value.slice(0, at)}${glue}${value.slice(at)}`;
}

/** How much of it is taken out, and what is not. */
function share(texts: readonly (readonly [secret: string, text: string])[]): { share: number; missed: string[] } {
  const missed = texts.filter(([secret, text]) =>
    redact(text)
      .text.replace(/[\s\\>]+/g, "")
      .includes(secret.slice(0, 16)),
  );
  return { share: 1 - missed.length / texts.length, missed: missed.slice(0, 5).map(([, text]) => text) };
}

describe("a named secret is taken out", () => {
  test.each<[string, (name: string, value: string) => string]>([
    ["in a row of a table", (name, value) => `| name | value |\n|---|---|\n| ${name} | ${value} |\n| port | 8080 |`],
    ["in a row, in code", (name, value) => `| \`${name}\` | \`${value}\` |`],
    ["in a column of a table", (name, value) => `| user | ${name} |\n| --- | --- |\n| bob | ${value} |`],
    ["in bold", (name, value) => `**${name}:** ${value}`],
    ["with its value in bold", (name, value) => `${name}: **${value}**`],
    ["folded as YAML does", (name, value) => `${name}: >-\n  ${value}\nport: 1`],
    ["behind a back-slash", (name, value) => `export ${name}=\\\n${value}`],
    ["named by the line above", (name, value) => `- name: ${name}\n  value: ${value}`],
    ["named beside its value", (name, value) => `{"name":"${name}","value":"${value}"}`],
    ["as an attribute", (name, value) => `<add key="${name}" value="${value}" />`],
    ["as a variable's default", (name, value) => `variable "${name}" {\n  default = "${value}"\n}`],
    ["in a call", (name, value) => `define('${name}', '${value}');`],
    ["where a variable is not set", (name, value) => `process.env.${name} ?? "${value}"`],
    ["set unless it is", (name, value) => `ENV["${name}"] ||= "${value}"`],
    ["broken in the middle", (name, value) => `${name}=${value.slice(0, 9)}\\\n${value.slice(9)}`],
  ])("%s", (_, write) => {
    const { share: taken, missed } = share(named.map(({ name, value, secret }) => [secret, write(name!, value)]));
    expect(taken >= 0.98 ? "" : missed.join("\n---\n")).toBe("");
  });
});

test.each([
  ["base64", (value: string) => Buffer.from(`{"token":"${value}"}`).toString("base64")],
  ["hex", (value: string) => Buffer.from(value).toString("hex")],
])("a token of known shape is taken out in %s", (_, encode) => {
  const texts = tokens.map(({ value }) => [encode(value).slice(4, 40), `data: ${encode(value)}`] as const);
  expect(share(texts).share).toBeGreaterThanOrEqual(0.98);
});

test("a token broken over two lines, or quoted, is taken out", () => {
  const long = tokens.filter(({ value }) => value.length >= 30);
  for (const glue of ["\n", "\\\n", "\n    ", "\n> "]) {
    const texts = long.map(({ value }) => [value, `x ${broken(value, glue)} y`] as const);
    expect([
      glue,
      share(texts).share >= 0.95,
      share(texts).missed.slice(0, share(texts).share >= 0.95 ? 0 : 5),
    ]).toEqual([glue, true, []]);
  }
});

test("what stands between the borders of a private key is a key, however short; a placeholder is none", () => {
  const dashes = "-".repeat(5);
  const block = (body: string) =>
    `${dashes}BEGIN RSA PRIVATE KEY${dashes}\n${body}\n${dashes}END RSA PRIVATE KEY${dashes}`;
  const short = rngFrom(5).chars(alphabets.base64, 20);
  expect(redact(`key:\n${block(short)}`).text).toBe("key:\n[REDACTED:private-key]");
  for (const body of ["...", "<your key>", "[REDACTED]"]) expect(redact(block(body)).found).toEqual([]);
});

test("tables, lists and identifiers of ordinary work stay as they are", () => {
  const benign = [
    "| token | description |\n|---|---|\n| access_token | the bearer token of a session |\n| csrf | per form |",
    "| password | string |\n|---|---|\n| min | 8 |",
    "| field | type | secret |\n|---|---|---|\n| id | uuid | no |\n| name | text | yes |",
    "request_id: 3f2a91c4-9d1e-4c5f-9a53-2f0a6b1c0c11",
    "The token\nexpires after an hour, the secret\nis rotated.",
    "API-FIRST-DESIGN and ico-sized icons; fc-match finds fonts; pa-ckages",
    "password:\n  minLength: 8\n  pattern: any",
  ];
  expect(benign.filter((text) => redact(text).found.length > 0)).toEqual([]);
});

const MIXED = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

test("a token of a vendor nobody has heard of goes by its make: a short name, then noise", () => {
  const missed: string[] = [];
  for (let n = 0; n < 400; n++) {
    const rng = rngFrom(0xd00d + 7919 * n);
    const name = rng.chars("abcdefghijklmnopqrstuvwxyz", 2 + (n % 7));
    const middle = rng.pick(["_", "_pat_", "_live_", "-"]);
    const token = `${name}${middle}${rng.chars(MIXED, 32 + (n % 30))}`;
    const text = rng.pick(["Use it: ", "`", '{"v":"', "| a | ", "https://x.example/?v="]) + token;
    if (redact(text).text.includes(token)) missed.push(text);
  }
  expect([missed.length <= 8, missed]).toEqual([true, missed]);
});

test.each([
  "toolu_01A09q90qw90lq917835lq9",
  "pi_3MtwBwLkdIwHu7ix28a3tqPa",
  "resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b",
  "sha512-9fYHM1y7o7EZsYNpYv1sXJ0pTQvM6nYt0hVQ1h0mB3h8Qn1L6y2cXw0rVwq8i3kJ",
  "get_user_by_email_and_status_or_null_without_cache",
  "migration_2026_11_16_add_index_to_orders_table_v2",
  "commit-05cbd3167c12e4930f09ef7cf93b127ba4effae4",
  "01ARZ3NDEKTSV4RRFFQ69G5FAV",
])("an id, a hash or a name in code stays: %s", (text) => {
  expect(redact(`See ${text} for it.`).text).toContain(text);
});

test.each([
  ["snyk", "snyk_uat.1a2b3c4d.", 80],
  ["cockroach", "CCDB1_aB3dE6gH9jK2mN5pQ8sT1v_", 40],
  ["aiven", "AVNS_", 19],
  ["salesforce", "00D5g000004nXYZ!AQ", 94],
  ["onfido", "api_live.aB3dE6gH9jK.", 32],
  ["telnyx", "KEY0123456789ABCDEF0123456789ABCDEF0_", 22],
  ["databento", "db-", 29],
  ["brave", "BSA", 28],
])("%s: a token with its own beginning goes", (_, before, length) => {
  const token = before + rngFrom(length * 31).chars(MIXED, length);
  expect(redact(`Use ${token} now.`).text).not.toContain(token);
});

test("a password file of Postgres, and a key that Azure signs in its middle", () => {
  expect(redact("db.example:5432:shop:app:Kx83mLq9").text).not.toContain("Kx83mLq9");
  const noise = rngFrom(77).chars(MIXED, 44);
  expect(redact(`code=${noise}AzFuAbCdEQ==`).text).not.toContain(noise);
});

test.each([
  "docker login -u anna -p Zk3!vpQ9wLx2 registry.example",
  "az login --service-principal -u app -p Zk3!vpQ9wLx2 --tenant t",
  "htpasswd -bc .htpasswd anna Zk3!vpQ9wLx2",
  "CREATE USER 'a'@'%' IDENTIFIED BY 'Zk3!vpQ9wLx2';",
  "requirepass Zk3!vpQ9wLx2",
  "echo Zk3!vpQ9wLx2 | docker login -u anna --password-stdin",
  "vault kv put secret/shop api_key=Zk3!vpQ9wLx2",
  "x-api-key: Zk3!vpQ9wLx2",
  "credentials: anna:Zk3!vpQ9wLx2",
  "mot de passe : Zk3!vpQ9wLx2",
  "Das Passwort lautet Zk3!vpQ9wLx2",
])("a password goes where a program or a person hands it over: %s", (text) => {
  expect(redact(text).text).not.toContain("Zk3!vpQ9wLx2");
});

test.each([
  'label("password", "Password")',
  't("password", "Wachtwoord")',
  "docker run -p 8080:80 -u bob image",
  "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: { name: db, key: password }",
  'os.getenv("API_TOKEN", "")',
  'variable "db_password" {\n  type = string\n}',
  "CACHE_KEY=orders-by-customer-and-day-2026 PRIMARY_KEY=id",
  'echo "$TOKEN" | docker login -u anna --password-stdin',
  "token: isValidToken2 ? next : undefined",
])("what only looks like that stays: %s", (text) => {
  expect(redact(text).found).toEqual([]);
});

test.each([
  ["pinterest", "pina_", 60],
  ["astra", "AstraCS:", 0],
  ["val town", "vtwn_", 27],
  ["yandex", "y0_", 55],
  ["new relic query", "NRIQ-", 32],
])("%s: its tokens go", (_, before, length) => {
  const rng = rngFrom(length + 11);
  const body = length === 0 ? `${rng.chars(MIXED, 24)}:${rng.chars("0123456789abcdef", 64)}` : rng.chars(MIXED, length);
  const token = before + (before === "pina_" ? body.toUpperCase() : body);
  expect(redact(`Use ${token} now.`).text).not.toContain(token);
});

test.each(["+ASt", "+ABa", "+ACR", "APIM", "AZEG"])("a key that Azure signs with %s goes", (mark) => {
  const key = `${rngFrom(91).chars(MIXED, 60)}${mark}aB3dE6`;
  expect(redact(`value: ${key}==`).text).not.toContain(key);
});
