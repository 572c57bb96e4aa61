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
  "use Zk3!vpQ9wLx2 as the password",
  "Log in as anna, with `Zk3!vpQ9wLx2` as the staging db password for now.",
  "nimm Zk3!vpQ9wLx2 als Passwort",
  "set the root password to Zk3!vpQ9wLx2, please",
  "The password should be Zk3!vpQ9wLx2.",
  "lftp -u anna,Zk3!vpQ9wLx2 ftp.example",
  "lftp -c 'open -u anna,Zk3!vpQ9wLx2 ftp.example; mirror'",
  "pass Zk3!vpQ9wLx2 to the login form as the passphrase",
  "creds: anna / Zk3!vpQ9wLx2",
  "credentials for jenkins are anna:Zk3!vpQ9wLx2",
  "Zugangsdaten: anna / Zk3!vpQ9wLx2",
  "user/pass = anna/Zk3!vpQ9wLx2",
  "login: anna/Zk3!vpQ9wLx2",
  "you can sign in as anna@example.org with Zk3!vpQ9wLx2",
  "new admin pass -> Zk3!vpQ9wLx2",
  "clave: Zk3!vpQ9wLx2",
  "dbClave: Zk3!vpQ9wLx2",
  'const tokenClave = "Zk3!vpQ9wLx2"',
  "Пароль: Zk3!vpQ9wLx2",
  "ПАРОЛЬ: Zk3!vpQ9wLx2",
  "CONTRASEÑA: Zk3!vpQ9wLx2",
  "HASŁO: Zk3!vpQ9wLx2",
  "密码：Zk3!vpQ9wLx2",
  "パスワード: Zk3!vpQ9wLx2",
  "anna:Zk3!vpQ9wLx2@tcp(db.internal:3306)/shop",
  'auth = ("anna", "Zk3!vpQ9wLx2")',
  'fetch(u, { headers: { Authorization: "Basic " + btoa("anna:Zk3!vpQ9wLx2") } })',
  'new mysqli("localhost", "anna", "Zk3!vpQ9wLx2", "shop")',
  'DriverManager.getConnection(url, "anna", "Zk3!vpQ9wLx2")',
  "localhost:6432:*:anna:Zk3!vpQ9wLx2",
  "user anna on >Zk3!vpQ9wLx2 ~* +@all",
  "IMAPAccount x\nUser anna\nPass Zk3!vpQ9wLx2\nSSLType IMAPS",
  'expect "assword:"\nsend "Zk3!vpQ9wLx2\\r"',
  "snmp-server community Zk3!vpQ9wLx2 RO",
  "enable secret 0 Zk3!vpQ9wLx2",
  "radius-server key Zk3!vpQ9wLx2",
  ': PSK "Zk3!vpQ9wLx2"',
  "| User | Pass |\n|--|--|\n| anna | Zk3!vpQ9wLx2 |",
  "Service    Login    Password\nGrafana    anna     Zk3!vpQ9wLx2",
  " user | password\n------+----------\n anna | Zk3!vpQ9wLx2",
  "+------+----------+\n| user | password |\n+------+----------+\n| anna | Zk3!vpQ9wLx2 |",
  "smbclient //host/share -U anna%Zk3!vpQ9wLx2",
  "mongosh --host db -u anna -p Zk3!vpQ9wLx2",
  "mosquitto_pub -u anna -P Zk3!vpQ9wLx2 -t x",
  "mosquitto_rr -t ask -e answer -u anna -P Zk3!vpQ9wLx2 -m x",
  "unzip -o -P Zk3!vpQ9wLx2 a.zip",
  "ldapsearch -x -D cn=admin -w Zk3!vpQ9wLx2",
  "ldapsearch -x -D cn=admin -wZk3!vpQ9wLx2 -b dc=x",
  "mongosh --host db -u anna -pZk3!vpQ9wLx2",
  "use Zk3!vpQ9wLx2 as the pw",
  "password changed to Zk3!vpQ9wLx2",
  "the pw is now Zk3!vpQ9wLx2",
  "sqlcmd -S srv -U sa -P Zk3!vpQ9wLx2",
  "sqlplus scott/Zk3!vpQ9wLx2@orcl",
  "7z a -pZk3!vpQ9wLx2 out.7z dir",
  "keytool -list -storepass Zk3!vpQ9wLx2",
  "echo 'Zk3!vpQ9wLx2' | sudo -S apt update",
  'echo "anna:Zk3!vpQ9wLx2" | chpasswd',
  "xfreerdp /u:anna /p:Zk3!vpQ9wLx2 /v:h",
  "openssl enc -aes-256-cbc -k Zk3!vpQ9wLx2 -in a",
  "skopeo copy --src-creds anna:Zk3!vpQ9wLx2 a b",
  "helm registry login r.example -u anna -p Zk3!vpQ9wLx2",
  "cqlsh h -u anna -p Zk3!vpQ9wLx2",
  "rabbitmqctl add_user anna Zk3!vpQ9wLx2",
  "ssh-keygen -t ed25519 -N 'Zk3!vpQ9wLx2'",
  "ALTER ROLE anna PASSWORD 'Zk3!vpQ9wLx2'",
  "SET PASSWORD FOR 'anna'@'h' = PASSWORD('Zk3!vpQ9wLx2')",
  "ALTER USER sa WITH PASSWORD=N'Zk3!vpQ9wLx2'",
  "SSHPASS=Zk3!vpQ9wLx2 sshpass -e ssh h",
  "ansible_become_pass: Zk3!vpQ9wLx2",
  "plink -pw Zk3!vpQ9wLx2 anna@h",
  'ConvertTo-SecureString -String "Zk3!vpQ9wLx2" -AsPlainText',
  'requests.get(url, auth=("anna", "Zk3!vpQ9wLx2"))',
  "git clone https://anna:Zk3#vpQ9wLx2@h/r.git",
  "wpa_passphrase home Zk3!vpQ9wLx2",
])("a password goes where a program or a person hands it over: %s", (text) => {
  expect(redact(text).text).not.toMatch(/Zk3[!#]vpQ9wLx2/);
});

test.each([
  ["Laravel's key", "APP_KEY=base64:jpKJE2vQy6MLEDC8hqRKWibD3cm2Nh9KCCEG4bXFCKM=", "jpKJE2vQy6MLEDC8"],
  ["a seed of one-time codes", "TOTP seed: EMC7MFEFI3TEPRBKP2", "EMC7MFEF"],
  ["a key of a vendor who is named", "the OPENAI key z8dYOvj1FzI2uP8fJgTBmfEuDPTk", "z8dYOvj1"],
  ["a key at a sentence's end", "My API key is N46Za7YIag7Vy0hexl3D2zm91sus. Use it.", "N46Za7YI"],
  ["two words and a number", "POSTGRES_PASSWORD=copper_falcon61", "copper_falcon61"],
  ["letters in no order", "POSTGRES_PASSWORD=TKMVzcqwiWMT!", "TKMVzcqwiWMT"],
  ["a key of Backblaze", "key = K004vnTjurR4z5Wshjkf8nz6YNEMQE2", "K004vnTj"],
])("%s goes", (_, text, secret) => {
  expect(redact(text).text).not.toContain(secret);
});

test.each([
  'label("password", "Password")',
  "| Test | Pass | Fail |\n|---|---|---|\n| login2 | step-12 | v1.2.3-b4 |",
  "NAME                 READY   STATUS    TOKEN-TTL\nshop-api-7d9f6c8b5f   1/1     Running   24h-max1",
  "password = input_field12; passwd: hash_sha256; DB_PASSWORD=current_user01_name",
  "const password = currentUserPassword; PASSWORD=readFromStdin",
  "creds: see docs/setup-v2.md; login: src/auth2/page.ts; credentials are in vault",
  "The pass -> fail change; clave primaria: order_id2",
  "https://docs.google.com/document/d/wv-pE5HMYWjjDMHJtOkw82MsCJWFfCy1JTjVrYgpZu9A/edit",
  "log in as admin with OAuth2Client22; sign in with GitHub2FA",
  'Buffer.from("user:name"); new mysqli($host, $user, $pass)',
  "We enable secret scanning on every repository, and enable secret rotation later",
  "Set the snmp-server community string first; radius-server key rotation is due",
  "The form:\n  User input\n  Pass along the value",
  "the enclave: sgx2-mode; la palabra clave: react18",
  "secure_enclave: sgx2-mode; el cónclave: mayo2026",
  "redis user app on >= 7.2; snmp-server community public RO",
  't("password", "Wachtwoord")',
  "docker run -p 8080:80 -u bob image",
  "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: { name: db, key: password }",
  'os.getenv("API_TOKEN", "")',
  'variable "db_password" {\n  type = string\n}',
  "CACHE_KEY=orders-by-customer-and-day-2026 PRIMARY_KEY=id",
  'echo "$TOKEN" | docker login -u anna --password-stdin',
  "token: isValidToken2 ? next : undefined",
  "We use argon2id as the password hash and 1Password as the password manager.",
  "Use OAuth2Client2 as the password grant; sha256-hex as password encoding.",
  "Use $DB_PASSWORD1 as the password, or user_id_2 as a password.",
  "rename password to password2, then migrate the password to argon2id",
  "set the password to expire after 90 days; the password should be 12-characters long",
  "lftp -u anna ftp.example; unzip -p a.zip x1.txt; ldapsearch -W -D cn=admin1",
  "the password must be at least10 characters",
  "const pass = !this.result.issues; pass: matchResult?.pass ?? false",
  "id,token,port\n1,abc,8080\n2,def,8081",
  "tests pass: 12/12, fail: 0; the compass=north2",
  "| token | type | note |\n|---|---|---|\n| access_token | string | see rfc6749 |",
  "The password policy was changed to 12 characters, hashing to argon2id.",
  "AUTH flow-v2 is broken on staging",
  "creds = vault:secret/data/app-2",
  "See http://localhost:3000#user@example.com",
  "the token is now base64url-encoded, the secret will be rotated",
  "We log in with the password (min-8-chars) and a token (JWT).",
  "mongosh --port 27017 --password; ldapsearch -W; docker login -u anna",
  'print("password: %s%s%s" % args)',
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

test.each([
  ["the password is hunter2", "hunter2"],
  ["pw is abc123", "abc123"],
  ["set the password to Tr0ub4d", "Tr0ub4d"],
  ["password for staging is s3cret", "s3cret"],
  ["das Passwort ist geheim1", "geheim1"],
  ["user bob / password hunter2", "hunter2"],
  ["the passphrase is hunter2", "hunter2"],
  ["echo correcthorse | docker login -u me --password-stdin", "correcthorse"],
  ["printf hunterhunter | docker login --password-stdin", "hunterhunter"],
])("however short or plain, it goes where it is said to be one: %s", (text, secret) => {
  expect(redact(text).text).not.toContain(secret);
});

test("the rows of a long table are read once, not once for each row that looks like a head", () => {
  const rows = (count: number) => "17,refresh_token,ok\n".repeat(count);
  const steps = (count: number) => {
    const before = process.cpuUsage();
    redact(rows(count));
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  steps(200);
  const [few, many] = [200, 1_600].map((count) => Math.min(...[1, 2, 3].map(() => steps(count)))) as [number, number];
  // Eight times the rows: sixty-four times the work, were each of them read to the end.
  expect(many / few).toBeLessThan(32);
});

const noise = (alphabet: string, length: number, seed: number) => rngFrom(seed).chars(alphabet, length);
const { alnum, hex, digit } = alphabets;

test.each<[string, string]>([
  ["below a heading", `### STRIPE_API_KEY\n\n${noise(alnum, 32, 1)}\n`],
  ["in a block of code below a heading", `### Session secret\n\n\`\`\`\n${noise(hex, 40, 2)}\n\`\`\`\n`],
  ["below a line in bold", `**API key:**\n\`${noise(alnum, 40, 3)}\`\n`],
  ["below a heading of some words", `## The Stripe API key\n\n${noise(alnum, 32, 21)}\n`],
  ["below a line that hands it over", `ok, here's the staging API key:\n\n\`\`\`\n${noise(alnum, 40, 22)}\n\`\`\`\n`],
  ["below a name in a list", `- \`SESSION_SECRET\`:\n  ${noise(hex, 64, 23)}\n`],
  ["below its name alone", `API token\n\n${noise(alnum, 40, 24)}\n`],
  ["beside a user, with one digit more, after pass", "login bob pass S3cr3tPw"],
  ["beside a user, noisy, after a slash", "log in with bob / Rabbit77x on staging"],
  ["under a long name that is set", `Set twitter_access_token_secret to ${noise(hex, 64, 4)} first.`],
  ["under a name with a dot that is set", `Set service.secret to ${noise(hex, 32, 5)} first.`],
  ["before a name with a dot", `use ${noise(alnum, 42, 6)} as the service.secret`],
  ["as the key of a role", `here's the supabase service role key: ${noise(alnum, 32, 7)}`],
  ["beside a user, after pass", "login bob pass hunterX2!"],
  ["beside a user, after a slash", "Log in with bob / Winter4711! on the staging box"],
  ["said of the pass", "the root pass is Rabbit77x, until Monday"],
  ["of a vendor no row knows, in base64", Buffer.from(`polar_oat_${noise(alnum, 43, 8)}`).toString("base64")],
  ["of Gemini, of the newer form", `AQ.Ab8RN6${noise(alnum, 44, 9)}`],
  ["of Asana", `2/1${noise(digit, 15, 10)}/1${noise(digit, 15, 11)}:${noise(hex, 32, 12)}`],
  ["in the address of a collector", `https://c.example/receiver/v1/http/${noise(alnum, 88, 13)}==`],
])("a secret %s is taken out", (_, text) => {
  const { text: rest, found } = redact(text);
  expect([found.length, rest]).toEqual([1, expect.stringContaining("[REDACTED:")]);
});

test.each([
  "Login with GitHub / OAuth2Proxy",
  "Log in with bob / password and open the admin page",
  "the user may pass useState2x to the hook",
  "The second pass is O(n*log(n)) and runs in 12.3s",
  "the pass is valid for 30days",
  "the pass is over src/index2.ts",
  "## Tokens\n\nEach session costs about 1300 of them.",
  "## API keys\n\n`src/settings/keys-table.ts`",
  "on 1/12/2026 and 2/14/2026: both failed",
])("%s: nothing is taken out", (text) => {
  expect(redact(text)).toEqual({ text, found: [] });
});

const SHA = "05cbd3316ac12e4930f09ef7cf93b127ba4effae";
const DIGEST = "9b74c9897bac770ffc029102a200c5de3f1a8e0d77c2b64519e0aa31f4c8d26b";

test.each([
  `git commit -m deploy && API_TOKEN=${SHA} ./run`,
  `before the commit, set api_key=${SHA}`,
  `{ "commit": 3, "access_token": "${SHA}" }`,
  `New token: 20261118_${noise(hex, 40, 31)}`,
  `New token: 1.2-${noise(alnum, 36, 32)}`,
])("what is given to a name beside a commit, or behind a date or a number, goes all the same: %s", (text) => {
  expect(redact(text).text).toContain("[REDACTED:");
});

test.each([
  `Commit that fixed the token:\n\n\`\`\`\n${SHA}\n\`\`\`\n`,
  `The change that renamed the session key:\n\`\`\`text\n${SHA}\n\`\`\``,
  `Fixed the token\n${SHA}\n`,
  `Rotate signing key\n${SHA}\n`,
  `### Commit of the new token\n\n${SHA}\n`,
  `**Digest of the encrypted secret**\n\n${DIGEST}\n`,
  `The image that holds no secret:\n\n\`${DIGEST}\`\n`,
  "See decision on the signing key:\n2026-01-20_002_use-argon2id",
  "# The signing key\n\n2026-01-20_002_use-argon2id\n",
  "- Signing key:\n  `2026-03-04_011_rotate-each-90-days`\n",
  "We wrote down why we keep the master key\n\n2026-02-11_004_kms-over-vault9\n",
  "Pod with the service key\napi-7d9f8b6c5d-x2k4q",
  "## Service key\n\nbilling-worker-5f6d8c7b9d-q8z2m\n",
  "These pods read the webhook key:\n\n```\norders-6b8f7d9c4f-k2p9x\n```\n",
  "The migration for the session token\n20261118_094512_add_session_token",
  "New session token:\n20261118_094512_add_session_token",
  "Migration of the deploy key:\n\n`20260207T101500_drop_deploy_key_v2`\n",
  "The release with the new token\nv2.14.0-rc.3+build.4521",
  "New token:\nv2.14.0-rc.3+build.4521\n",
  "**Access token**\n\n4.11.2-beta.7+exp.sha.5114f85\n",
  "The branch that moves us off the old session cookie key:\n\nfeat/ab12-x9k3m7q2z8w4",
  `The commit that fixed the token: ${SHA}`,
  `Commit that fixed the token:\n${SHA}\n`,
  "We pinned the new token: v2.14.0-rc.3+build.4521",
  "log in with SSO / SAML2.0Provider",
  "Sign in with Google / OAuth20Proxy before the demo",
  "login page / GetUser2FA3",
  "login page / Error404Page and its styles",
  "username / K8sUser2Admin3 is how the test calls it",
  "the pass is 100%complete",
  "the new pass is 12.5%faster than the old one",
])("a harmless line below or beside a telling word stays: %s", (text) => {
  expect(redact(text)).toEqual({ text, found: [] });
});
