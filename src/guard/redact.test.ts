import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { benignLines } from "../../test/secrets/benign-lines.ts";
import { contexts } from "../../test/secrets/contexts.ts";
import { type FakeSecret, secretClasses as generated, generateSecret } from "../../test/secrets/generators.ts";
import { alphabets, rngFrom } from "../../test/secrets/rng.ts";
import { processorMsOf } from "../../test/support/processor-time.ts";
import { hasSecret, redact, unveil } from "./redact.ts";
import { scanSecrets } from "./scan.ts";
import { secretClasses } from "./secret-classes.ts";

const EACH = 30;

/** Sixteen characters of the secret in a row, as written or as a URL or a string literal would write them. */
function survives(output: string, { secret }: FakeSecret): boolean {
  const lines = secret.split(/\n|\\n/).filter((line) => line.length >= 8);
  const windows = lines.flatMap((line) =>
    Array.from({ length: Math.max(1, Math.floor((line.length - 12) / 4)) }, (_, i) => line.slice(i * 4, i * 4 + 16)),
  );
  return [...lines, ...windows].some((part) => output.includes(part) || output.includes(encodeURIComponent(part)));
}

function fake(secretClass: string, seed: number): FakeSecret {
  return generateSecret(secretClass, rngFrom(seed * 7919 + 1));
}

describe("the table of secret classes", () => {
  test("has a kebab-case name for every class and a generator for every name", () => {
    const names = secretClasses.map((row) => row.class);
    expect(names.length).toBeGreaterThanOrEqual(40);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
    expect([...new Set(names)].sort()).toEqual([...generated].sort());
  });

  test("has keywords long enough to be looked up and patterns that stay where they are tried", () => {
    const short = secretClasses.flatMap((row) => row.keywords).filter((keyword) => keyword.length < 3);
    const loose = secretClasses.filter(({ pattern }) => pattern instanceof RegExp && !pattern.sticky);
    const cased = secretClasses.filter(
      ({ pattern, keywords }) =>
        pattern instanceof RegExp &&
        pattern.ignoreCase &&
        keywords.some((keyword) => keyword !== keyword.toLowerCase()),
    );
    expect({ short, loose, cased }).toEqual({ short: [], loose: [], cased: [] });
  });
});

describe("a secret of every class is gone in all six contexts", () => {
  test.each(generated)("%s", (secretClass) => {
    const missed: string[] = [];
    const found = new Set<string>();
    for (const [place, write] of Object.entries(contexts)) {
      for (let seed = 0; seed < EACH; seed++) {
        const secret = fake(secretClass, seed);
        const { text, found: finds } = redact(write(secret, rngFrom(seed)));
        if (survives(text, secret) || finds.length === 0) missed.push(`${place} ${seed}: ${text}`);
        for (const find of finds) found.add(find.class);
      }
    }
    expect(missed).toEqual([]);
    expect(found).toContain(secretClass);
  });
});

describe("a secret that is veiled", () => {
  const shown = (text: string) => redact(`before ${text} after`).text;
  const token = fake("github-token", 3).value;
  const spread = (between: string) => [...token].join(between);

  test.each([
    ["zero-width spaces", spread("\u200b")],
    ["soft hyphens", spread("\u00ad")],
    ["bidi controls", spread("\u202e")],
    ["tags and variation selectors", spread("\u{e0041}\ufe0f")],
    ["NULs", spread("\0")],
    ["colour codes", `${token.slice(0, 4)}\x1b[01;31m\x1b[K${token.slice(4, 20)}\x1b[m\x1b[K${token.slice(20)}`],
    ["full-width letters", [...token].map((c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0)).join("")],
    ["percent signs", [...token].map((c) => `%${c.charCodeAt(0).toString(16)}`).join("")],
    ["unicode escapes", [...token].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join("")],
  ])("by %s is found", (_, veiled) => {
    expect(shown(veiled)).toBe("before [REDACTED:github-token] after");
  });

  test("is found in every class, wherever an invisible character stands in it", () => {
    const missed: string[] = [];
    for (const secretClass of generated) {
      for (let seed = 0; seed < 5; seed++) {
        const rng = rngFrom(seed);
        const secret = fake(secretClass, seed);
        const text = contexts["env"]!(secret, rng);
        const at = text.indexOf(secret.secret) + 1 + rng.int(Math.min(secret.secret.length, 40) - 1);
        const { text: output } = redact(text.slice(0, at) + rng.pick(["\u200b", "\u2060", "\u00ad"]) + text.slice(at));
        if (survives(output.replaceAll(/[\u200b\u2060\u00ad]/g, ""), secret)) missed.push(`${secretClass} ${seed}`);
      }
    }
    expect(missed).toEqual([]);
  });
});

test("every character that can veil a secret is noticed in passing", () => {
  const codes = [...Array(0x10000).keys(), ...Array.from({ length: 0x400 }, (_, i) => 0x1d400 + i), 0xe0001, 0xe0100];
  const veils = codes.map((code) => `a${String.fromCodePoint(code)}b`).filter((text) => unveil(text) !== undefined);
  expect(veils.length).toBeGreaterThan(1000);
  expect(veils.filter((text) => !scanSecrets(text).mayBeVeiled)).toEqual([]);
});

describe("a private key goes whole", () => {
  const dashes = "-".repeat(5);
  const rng = rngFrom(11);
  const lines = Array.from({ length: 8 }, () => rng.chars(alphabets.base64, 64));
  const begin = `${dashes}BEGIN RSA PRIVATE KEY${dashes}`;
  const end = `${dashes}END RSA PRIVATE KEY${dashes}`;
  const block = [begin, ...lines, "AbCdEf==", end];
  const put = (mark: string) => block.map((line) => mark + line).join("\n");

  test.each([
    ["as it is", block.join("\n"), "[REDACTED:private-key]"],
    ["indented", put("    "), "    [REDACTED:private-key]"],
    ["in a diff", put("+"), "+[REDACTED:private-key]"],
    ["quoted in a mail", put("> "), "> [REDACTED:private-key]"],
    ["as string literals", block.map((line) => `"${line}\\n" +`).join("\n"), '"[REDACTED:private-key]\\n" +'],
    ["on one line", `KEY="${block.join("\\n")}"`, 'KEY="[REDACTED:private-key]"'],
    ["escaped twice", `{"k":"${block.join("\\\\n")}"}`, '{"k":"[REDACTED:private-key]"}'],
    ["joined by spaces", block.join(" "), "[REDACTED:private-key]"],
    ["with Windows line ends", block.join("\r\n"), "[REDACTED:private-key]"],
    [
      "with line numbers",
      block.map((line, i) => `${String(i + 1).padStart(5)}→${line}`).join("\n"),
      "    1→[REDACTED:private-key]",
    ],
    ["behind log prefixes", put("2026-11-15 05:29 app-1  | "), "2026-11-15 05:29 app-1  | [REDACTED:private-key]"],
    ["without its end", block.slice(0, -1).join("\n"), "[REDACTED:private-key]"],
    [
      "cut in the middle of a line",
      `${block.slice(0, 5).join("\n")}\n${lines[5]!.slice(0, 30)}`,
      "[REDACTED:private-key]",
    ],
    ["without its beginning", block.slice(3).join("\n"), "[REDACTED:private-key]"],
    ["without either, when its first bytes tell", `b3BlbnNzaC1rZXktdjE${lines.join("\n")}`, "[REDACTED:private-key]"],
    ["without key material", `${begin}\n...\n${end}`, `${begin}\n...\n${end}`],
  ])("%s", (_, text, expected) => {
    expect(redact(`first line\n${text}\nThe words after it stay.`).text).toBe(
      `first line\n${expected}\nThe words after it stay.`,
    );
  });

  test("twice when there are two, and what stands between them stays", () => {
    const { text, found } = redact(`${block.join("\n")}\nbetween\n${block.join("\n")}`);
    expect(text).toBe("[REDACTED:private-key]\nbetween\n[REDACTED:private-key]");
    expect(found).toEqual([{ class: "private-key" }, { class: "private-key" }]);
  });
});

describe("what is replaced", () => {
  const github = fake("github-token", 1).value;

  test.each([
    [
      "the password of an address, not the address",
      `postgres:${"//app:s3cr-Et.9"}@db/main`,
      "postgres://app:[REDACTED:database-url]@db/main",
    ],
    [
      "the exact class where a generic one overlaps it",
      `Authorization: Bearer ${github}`,
      "Authorization: Bearer [REDACTED:github-token]",
    ],
    [
      "the exact class in a password's place",
      `https://bot:${github}@git.example/a`,
      "https://bot:[REDACTED:github-token]@git.example/a",
    ],
    [
      "the password of an address that was taken for a path",
      `no folder /srv/https:${"/bot:s3cr-Et.9"}@git.example/a, none in postgres:${"/app:v4ry-Os.7"}@db/main`,
      "no folder /srv/https:/bot:[REDACTED:url-basic-auth]@git.example/a, none in postgres:/app:[REDACTED:database-url]@db/main",
    ],
    ["two neighbours, one by one", `${github},${github}`, "[REDACTED:github-token],[REDACTED:github-token]"],
    ["nothing in clean text", "token budget: 2,000 tokens; password reset is described in docs/auth.md", undefined],
    [
      "nothing in placeholders",
      "API_KEY=your-key-here password: $" + "{DB_PASSWORD} token = process.env.TOKEN_2",
      undefined,
    ],
  ])("%s", (_, text, expected = text) => {
    expect(redact(text).text).toBe(expected);
    expect(hasSecret(text)).toBe(expected !== text);
  });

  test("both of two tokens glued together, in every class", () => {
    const missed: string[] = [];
    for (const name of generated) {
      const secrets = Array.from({ length: 2 }, (_, i) => fake(name, i)).filter((secret) => secret.name === undefined);
      const { text } = redact(secrets.map((secret) => secret.value).join(""));
      if (secrets.some((secret) => survives(text, secret))) missed.push(`${name}: ${text}`);
    }
    expect(missed).toEqual([]);
  });

  test("no line of 10,000 without a secret", () => {
    expect(benignLines(10_000, 20261115).filter((line) => redact(line).text !== line)).toEqual([]);
  });

  test("nothing more the second time, whatever stands next to whatever", () => {
    const pieces = fc.oneof(
      fc
        .tuple(fc.constantFrom(...generated), fc.nat(500))
        .map(([name, seed]) => fake(name, seed))
        .map(({ name, value }) => (name === undefined ? value : `${name}=${value}`)),
      fc.constantFrom(...secretClasses.flatMap((row) => row.keywords)),
      fc.constantFrom(
        "[REDACTED:assigned-secret]",
        "[REDACTED:",
        "]",
        "=",
        ": ",
        "\n",
        "@",
        ".",
        "-----BEGIN PRIVATE KEY-----",
      ),
      fc.string({ maxLength: 40 }),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const once = redact(parts.join("")).text;
        expect(redact(once)).toEqual({ text: once, found: [] });
      }),
      { numRuns: 1500 },
    );
  });
});

describe("a password goes by the name before it", () => {
  test.each([
    ["DB_PASSWORD=", "correcthorsebattery", ""],
    ["POSTGRES_PASSWORD: ", "postgres", "\nPORT: 1"],
    ["?password=", "letmein", "&user=x and more"],
    ["password=", "blueWhale77", "&user=x and more"],
    ["mysqldump --password=", "letmein", " db"],
    ["password = '", "letmein", "'"],
    ['{\\"password\\":\\"', "letmein", '\\"}'],
    ["password: ", "correct-horse-battery", ""],
    ["the wifi password is: ", "blueWhale77", ", says Ada"],
    ["the admin password is ", "Tr0ub4dor&3", ""],
    ["das Passwort ist ", "Sommer2024!", ""],
    ["Kennwort: ", "Grünkohl77", ""],
    ["pwd: ", "Sommer2024!", ""],
    ["pw=", "abc12345XY", ""],
    ["the password for the staging db is ", "hunter2-Staging-9xQ", ", use that"],
    ["password for admin: ", "hunter2-Staging-9xQ", ""],
    ["das Passwort für den Server ist ", "Sommer2026!", ""],
    ["login admin / password ", "admin123", ""],
    ["**Password:** ", "hunter22", ""],
    ["<password>", "hunter22", "</password>"],
    ['tag v1, password: "', "hunter22blue", '"\nOther words'],
    ['- tag v1, password: "', "hunter22blue", '"\r\n- AWS is next'],
    ["the db, password: '", "hunter22blue", "'\n- 'Another' point"],
  ])("%s%s%s", (before, secret, after) => {
    expect(redact(before + secret + after).text).toBe(`${before}[REDACTED:assigned-password]${after}`);
  });

  test.each([
    ["curl -u bob:", "s3cretPW", " https://x.example"],
    ["mysql -uroot -p", "S3cretPw", " db"],
    ["sshpass -p '", "S3cret!", "' ssh host"],
  ])("or by the command it is given to: %s%s%s", (before, secret, after) => {
    expect(redact(before + secret + after).text).toBe(`${before}[REDACTED:command-line-password]${after}`);
  });

  test.each(["passphrase 'blue Whale 77'", "password: letmein", "f(password=letmein)", "const password = letmein;"])(
    "but cannot be told from code or prose in: %s",
    (text) => {
      expect(redact(text).text).toBe(text);
    },
  );

  test("and one that is known by its place is one wherever else the text says it, a common word apart", () => {
    const said = (secret: string) => `try ${secret} first, or DATABASE_URL=postgres://shop:${secret}@staging/shop`;
    expect(redact(said("hunter2-Staging-9xQ")).text).toBe(
      "try [REDACTED:database-url] first, or DATABASE_URL=postgres://shop:[REDACTED:database-url]@staging/shop",
    );
    expect(redact(said("postgres")).text).toContain("try postgres first");
  });

  test("and a short token of hexadecimal digits by the name token", () => {
    expect(redact("token: abcdef0123456789abcdef").text).toBe("token: [REDACTED:assigned-secret]");
  });
});

describe("no text makes it slow", () => {
  const filled = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  const slowest = (texts: readonly string[]) => Math.max(...texts.map((text) => processorMsOf(() => redact(text))));

  test.each(secretClasses.map((row) => [row.class, row.keywords[0]!] as const))("50 KB made of %s", (name, keyword) => {
    const { name: under = "", value } = fake(name, 4);
    const whole = under === "" ? value : `${under}=${value}`;
    const pieces = [keyword, `${keyword}="aB1`, whole, `${whole.slice(0, -2)} `];
    const texts = [...pieces.map((piece) => filled(piece, 50_000)), keyword + filled("aB1", 50_000)];
    expect(slowest(texts)).toBeLessThan(1_000);
  });

  test.each([
    "A",
    "aB1+/",
    "a.b",
    ".eyJ",
    "-----BEGIN PRIVATE KEY-----\n",
    "\\n",
    "%41",
    "a\u200b",
    "://a:",
    "password=",
    "password=a&b",
    "user a/password ",
    "curl -u ",
    "mysql -",
  ])("250 KB of %j", (piece) => {
    expect(slowest([filled(piece, 250_000)])).toBeLessThan(2_500);
  });

  test.each([
    ["mysql -"],
    ["password=a&b"],
    [".eyJ"],
    ...[" ", "'", "*\t", "x", "x "].map((piece) => [piece, "| a | b |\n|---|---|\n| x", "y | z |"]),
    ...["token: ", "password ", "secret_key, "].map((head) => [" ", `${head}x`, "y"]),
    ...[" ", "a.", "--a", "a b ", "-", "_"].map((piece) => [piece, "x", " token hunter2! --password hunter2!Xy"]),
  ])("four times as much of %j takes about four times as long", (piece, before = "", after = "") => {
    const least = (size: number) => Math.min(...[1, 2, 3].map(() => slowest([before + filled(piece, size) + after])));
    expect(least(240_000) / Math.max(least(60_000), 5)).toBeLessThan(9);
  });
});
