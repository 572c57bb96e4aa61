/** Lines without a secret, as they stand in code, docs, logs and lock files, near misses among them. */
import { alphabets, type Rng, rngFrom } from "./rng.ts";

const { digit, hex, lower, upper, alnum, base64, url } = alphabets;

const WORDS =
  "account adapter always answer array async author branch budget buffer build cache call check client clock close commit config connect context count create current database default deploy design detail error event every export fetch field file filter folder format function handle header hidden history import index input issue kernel label layer library limit line list local logger machine manage master memory merge message method migrate minute model module monitor network number object option order output package parse password path pattern permission person plugin policy prefix private process project promise public query queue random reader record region release remote render report request reset resolve response result return review router schema scope search secret server session setting shadow signal source stable state storage stream string supply switch symbol system table target template terminal thread timeout token trace transaction update upload value vector verify version viewer warning window worker write".split(
    " ",
  );
const SCOPES = ["@types", "@babel", "@aws-sdk", "@angular", "@rollup", "@esbuild", "@vitest", "@modelcontextprotocol"];

function words(rng: Rng, count: number): string {
  return Array.from({ length: count }, () => rng.pick(WORDS)).join(" ");
}

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);

function camel(rng: Rng, count = 3): string {
  return words(rng, count)
    .split(" ")
    .map((word, i) => (i === 0 ? word : capital(word)))
    .join("");
}

const snake = (rng: Rng, count = 3): string => words(rng, count).replaceAll(" ", "_");
const constant = (rng: Rng, count = 2): string => snake(rng, count).toUpperCase();
const kebab = (rng: Rng, count = 2): string => words(rng, count).replaceAll(" ", "-");
const uuid = (rng: Rng): string => [8, 4, 4, 4, 12].map((length) => rng.chars(hex, length)).join("-");
const version = (rng: Rng): string => `${rng.int(20)}.${rng.int(30)}.${rng.int(9)}`;
const path = (rng: Rng): string => `src/${rng.pick(WORDS)}/${kebab(rng)}.${rng.pick(["ts", "py", "go", "md", "rs"])}`;

type Line = (rng: Rng) => string;

const prose: readonly Line[] = [
  (rng) => `${capital(words(rng, 6 + rng.int(12)))}.`,
  (rng) => `The ${rng.pick(WORDS)} token is refreshed by the ${rng.pick(WORDS)} before the ${rng.pick(WORDS)} expires.`,
  (rng) => `- Rotate the password and the API key of ${rng.pick(WORDS)}; see ${path(rng)}.`,
  (rng) => `Use a ghp_ or github_pat_ token, an sk-ant- key, or set ${constant(rng)}_TOKEN in the ${rng.pick(WORDS)}.`,
  (rng) => `| ${rng.pick(WORDS)} | secret_${snake(rng)} | ${words(rng, 3)} |`,
  (rng) => `> Reset your password: it must have ${8 + rng.int(9)} characters, with 1 upper case letter and 2 digits`,
  (rng) => `## ${capital(words(rng, 3))} (v${version(rng)}, 2026-${10 + rng.int(3)}-${10 + rng.int(19)})`,
  (rng) => `Authorization: Bearer tokens are ${rng.pick(WORDS)} by the ${rng.pick(WORDS)}`,
  (rng) => `The password is required; the password field is ${rng.pick(WORDS)}, its password: ${words(rng, 3)}`,
  (rng) => `Password: ${rng.pick(["required", "optional", "see the vault", "ask Ada", "at least 8 characters"])}`,
  (rng) => `Das Passwort ist ${rng.pick(["falsch", "abgelaufen", "zu kurz"])}. Passwort: bitte ${rng.pick(WORDS)}`,
  (rng) => `${capital(words(rng, 2))}: the wifi password is: ${words(rng, 2)}; pw: see ${path(rng)}`,
  (rng) => `token budget: ${rng.int(90)}000 tokens, secret sharing threshold ${rng.int(9)} of ${10 + rng.int(9)}`,
];

const code: readonly Line[] = [
  (rng) =>
    `const ${camel(rng)} = await this.#${camel(rng, 2)}.${camel(rng, 2)}({ ${camel(rng, 2)}: ${rng.int(999)} });`,
  (rng) => `import { ${camel(rng)}, ${camel(rng)} } from "../${kebab(rng)}/${kebab(rng)}.ts";`,
  (rng) => `  const token = ${rng.pick(["process.env.", "os.environ.", "settings."])}${constant(rng)}_TOKEN;`,
  (rng) => `password: \${DB_PASSWORD_${constant(rng)}}`,
  (rng) =>
    `  password: ${rng.pick(["string", "String!", "Mapped[str]", "string | undefined", "str = Field(min_length=8)"])};`,
  (rng) => `password=$PASSWORD password = getPassword() password: "\${${camel(rng)}}" token: Token pwd: string`,
  (rng) => `  ${camel(rng, 1)} = connect(user=user, password=${camel(rng, 1)}, token=${snake(rng, 2)})`,
  (rng) => `const password = ${camel(rng)}; // ${words(rng, 2)}`,
  (rng) => `  password=${snake(rng, 2)},`,
  (rng) => `  'password' => '${rng.pick(["hashed", "required", "required|min:8", "encrypted"])}', ${camel(rng)}`,
  (rng) => `<input type="password" name="password" placeholder="${words(rng, 2)}"><label for=password>Password</label>`,
  (rng) => `password: "Please enter your ${rng.pick(WORDS)} password", passwordField: 'passwordInput'`,
  (rng) => `password VARCHAR(255) NOT NULL, passwd: VARCHAR(${rng.int(255)}), password: !vault |`,
  (rng) =>
    `curl -u "$${constant(rng)}:$API_TOKEN" https://api.example; curl -u user:password https://api.example; curl -u bob:$(cat key)`,
  (rng) => `mysql -u root -p ${snake(rng, 2)} && docker run -p3306:3306 mysql:8 -p3307:3306 --port=3307`,
  (rng) => `pwd && cd ${kebab(rng)}; PWD=/home/dev/${kebab(rng)}2; cpw: ${rng.int(90)}; pw = ${camel(rng)}(x)`,
  (rng) => `password: z.string().min(${8 + rng.int(9)}), // ${rng.pick(WORDS)}`,
  (rng) => `The password is hashed with argon2id, the passphrase is ${8 + rng.int(9)} words long.`,
  (rng) => `const password = config.auth0.${camel(rng)};`,
  (rng) => `PASSWORD=${constant(rng)} passwd: string | undefined; password=/run/secrets/${snake(rng)}_1`,
  (rng) => `  apiKey: ${camel(rng)}.getSecretValue("${kebab(rng, 3)}"),`,
  (rng) => `secret = ${camel(rng, 4)}.${camel(rng, 3)}.value // ${words(rng, 3)}`,
  (rng) => `accessToken: await ${camel(rng)}(request.headers.authorization2),`,
  (rng) => `if (token === ${constant(rng)}_TOKEN_V2 || password.length < ${rng.int(20)}) return ${camel(rng)};`,
  (rng) => `headers: { Authorization: \`Bearer \${${camel(rng)}}\`, "x-api-key": ${camel(rng, 4)} }`,
  (rng) => `self.client_secret = kwargs.get("client_secret_${snake(rng)}", None)`,
  (rng) => `  "tokenizer_class": "${capital(camel(rng, 3))}TokenizerFast", "pad_token": "<|endoftext|>",`,
  (rng) => `.${kebab(rng)} { color: #${rng.chars(hex, 6)}; background: #${rng.chars(hex, 8)}; }`,
  (rng) =>
    `!function(e,t){for(var n=0;n<t.length;n++){var r=t[n];r.${camel(rng, 2)}=r.${camel(rng, 2)}||!1}}(${camel(rng)});`,
  (rng) => `type ${capital(camel(rng))}SecretKey = keyof typeof ${camel(rng)}; // ${path(rng)}:${rng.int(400)}`,
  (rng) => `assert_eq!(hash("${rng.pick(WORDS)}"), "${rng.chars(hex, 64)}");`,
  (rng) =>
    `curl -H "Authorization: Bearer $${constant(rng)}_TOKEN" https://api.example/v2/${kebab(rng)}?page=${rng.int(9)}`,
  (rng) => `docker pull registry.example/${kebab(rng)}:${version(rng)}@sha256:${rng.chars(hex, 64)}`,
  (rng) => `git clone https://github.com/${kebab(rng)}/${kebab(rng, 3)}.git && cd ${kebab(rng, 3)}`,
];

const identifiers: readonly Line[] = [
  (rng) => `commit ${rng.chars(hex, 40)} (${rng.pick(["HEAD -> main", "tag: v1.2.3", "origin/main"])})`,
  (rng) => `${rng.chars(hex, 7)} ${words(rng, 5)} (#${rng.int(9000)})`,
  (rng) => `index ${rng.chars(hex, 7)}..${rng.chars(hex, 7)} 100644`,
  (rng) => `request_id=${uuid(rng)} user=${rng.int(99999)} took=${rng.int(900)}ms`,
  (rng) => `  "idempotency_key": "${uuid(rng)}", "page_token": "${rng.chars(url, 40)}",`,
  (rng) => `      "integrity": "sha512-${rng.chars(base64, 86)}==",`,
  (rng) => `    resolution: {integrity: sha1-${rng.chars(base64, 27)}=}`,
  (rng) => `checksum = "${rng.chars(hex, 64)}"`,
  (rng) => `    --hash=sha256:${rng.chars(hex, 64)} \\`,
  (rng) => `github.com/${kebab(rng)}/${kebab(rng)} v${version(rng)} h1:${rng.chars(base64, 43)}=`,
  (rng) =>
    `  resolved "https://packages.example/${rng.pick(SCOPES)}/${kebab(rng)}/-/${kebab(rng)}-${version(rng)}.tgz#${rng.chars(hex, 40)}"`,
  (rng) => `npm install ${rng.pick(SCOPES)}/${kebab(rng)}@${version(rng)} npm_config_${snake(rng)}=true`,
  (rng) => `task-${rng.chars(hex, 32)} and disk-${rng.chars(hex, 32)} finished`,
  (rng) => `cache-key-${rng.chars(hex, 32)}: hit, monkey-${rng.chars(hex, 32)}: miss`,
  (rng) => `etag: W/"${rng.chars(hex, 32)}" last-modified: Tue, 10 Nov 2026 05:29:00 GMT`,
  (rng) => `session ${uuid(rng)} project ${rng.chars(lower, 12)} trail ${rng.chars(upper, 26)}`,
  (rng) => `#${rng.chars(hex, 6)} rgb(${rng.int(255)}, ${rng.int(255)}, ${rng.int(255)}) 0x${rng.chars(hex, 16)}`,
  (rng) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${rng.chars(base64, 43)} ${rng.pick(WORDS)}@${rng.pick(WORDS)}`,
  (rng) => `MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA${rng.chars(base64, 20)}`,
  (rng) => `<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${rng.chars(base64, 200)}">`,
  (rng) => `${rng.chars(base64, 76)}`,
  (rng) =>
    `at Object.${camel(rng)} (/home/dev/app/node_modules/${kebab(rng)}/dist/${kebab(rng)}.js:${rng.int(999)}:${rng.int(99)})`,
  (rng) => `/usr/local/lib/python3.12/site-packages/${snake(rng)}/${snake(rng)}_token.py`,
  (rng) => `C:\\Users\\dev\\AppData\\Local\\${capital(camel(rng))}\\${rng.chars(hex, 8)}.tmp`,
  (rng) => `chunk-${rng.chars(alnum, 8)}.js ${rng.int(900)}.${rng.int(99)} kB | gzip: ${rng.int(90)}.${rng.int(99)} kB`,
  (rng) => `ISBN ${rng.chars(digit, 13)}, tel +49 ${rng.chars(digit, 10)}, snowflake ${rng.chars(digit, 18)}`,
];

const placeholders: readonly Line[] = [
  (rng) =>
    `${constant(rng)}_API_KEY=${rng.pick(["your-key-here", "<your-key>", "changeme", "xxxxxxxxxxxxxxxxxxxxxxxx", "$API_KEY_2"])}`,
  (rng) =>
    `${constant(rng)}_SECRET=${rng.pick(["replace-with-your-secret", "example-secret-value-123", "**************", "$SECRET_VALUE"])}`,
  (rng) =>
    `OPENAI_API_KEY=sk-${rng.pick(["...", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "your-openai-key", "proj-..."])}`,
  (rng) => `GITHUB_TOKEN=ghp_${"x".repeat(36)} # ${words(rng, 2)}`,
  (rng) => `AWS_ACCESS_KEY_ID=${"AKIA"}IOSFODNN7EXAMPLE # ${words(rng, 2)}`,
  (rng) => `DATABASE_URL=postgres://user:password@localhost:5432/${snake(rng, 2)}`,
  (rng) => `DATABASE_URL=postgresql://$\{DB_USER}:$\{DB_PASSWORD}@db/${snake(rng, 2)}`,
  (rng) => `redis://localhost:6379/${rng.int(9)} mongodb://127.0.0.1:27017/${rng.pick(WORDS)}`,
  (rng) => `https://<user>:<password>@git.example/${kebab(rng)}.git`,
  (rng) => `Authorization: Bearer <${rng.pick(["token", "access_token", "YOUR_TOKEN"])}>`,
  (rng) => `  token: \${{ secrets.${constant(rng)}_TOKEN }}`,
  (rng) => `//packages.example/:_authToken=\${NPM_TOKEN} # ${words(rng, 2)}`,
  (rng) => `-----BEGIN PUBLIC KEY----- ${words(rng, 3)} -----END PUBLIC KEY-----`,
  (rng) => `Paste the key between -----BEGIN PRIVATE KEY----- and -----END PRIVATE KEY----- in ${path(rng)}`,
  (rng) => `password = "{{ vault_${snake(rng)}_password }}"`,
  (rng) => `found [REDACTED:github-token] and password=[REDACTED:assigned-secret] in ${path(rng)}`,
];

const sorts = [prose, code, identifiers, placeholders];

/** `count` lines, the four sorts in equal shares. */
export function benignLines(count: number, seed: number): string[] {
  const rng = rngFrom(seed);
  return Array.from({ length: count }, (_, i) => rng.pick(sorts[i % sorts.length]!)(rng));
}
