import { expect, test } from "vitest";
import { processorMsOf } from "../../test/support/processor-time.ts";
import { sensitiveIn } from "./sensitive.ts";

test.each<[string | undefined, string, RegExp]>([
  ["key", "ghp_1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R", /secret/],
  ["password", "hunter2-Xk9!vq", /secret/],
  [undefined, "I have diabetes, so remind me of breaks", /health/],
  [undefined, "I was diagnosed with ADHD last year", /health/],
  [undefined, "I'm pregnant and on leave from May", /health/],
  ["health", "fine", /health/],
  [undefined, "my therapist says so", /health/],
  [undefined, "I am a practising Christian", /religion/],
  [undefined, "I'm Muslim, no meetings on Friday noon", /religion/],
  ["religion", "none", /religion/],
  [undefined, "I am gay", /sexual/],
  [undefined, "I voted for the greens", /political/],
  [undefined, "I am a socialist", /political/],
  ["politics", "left", /political/],
  [undefined, "my ethnicity is mixed", /ethnic/],
  [undefined, "a woman of African descent", /ethnic/],
  [undefined, "I pay my union dues monthly", /union/],
  [undefined, "trade union member", /union/],
  [undefined, "my ssn is 123-45-6789", /identifies/],
  [undefined, "passport number: X1234567", /identifies/],
  [undefined, "card 4111 1111 1111 1111", /card/],
  [undefined, "pay with 4111 1111 1111 1111 12/27", /card/],
  [undefined, "pay with 4111-1111-1111-1111 123", /card/],
  [undefined, "order 1234567890123 then 4111111111111111", /card/],
  [undefined, "visa-4111111111111111.", /card/],
  [undefined, "IBAN DE89 3704 0044 0532 0130 00", /account/],
  [undefined, "AB12 CDEF GHIJ DE89 3704 0044 0532 0130 00 PLUS", /account/],
  [undefined, "not GB00 1234 5678 9012 3456 but DE89370400440532013000", /account/],
  [undefined, "send it to 221B Baker Street", /address/],
  [undefined, "Hauptstraße 12, Hinterhaus", /address/],
  ["address", "somewhere", /address/],
])("%s: %s is never kept", (key, value, what) => {
  expect(sensitiveIn(key, value)).toMatch(what);
});

test.each<[RegExp, readonly string[]]>([
  [
    /health/,
    [
      "Ich habe Diabetes und brauche Pausen",
      "ich bin schwanger",
      "j'ai une dépression",
      "Je suis enceinte",
      "Tengo cáncer",
      "estoy embarazada",
      "Tenho depressão",
      "sou autista",
      "Ho il diabete",
      "sono incinta",
      "私は糖尿病です",
      "うつ病と診断されました",
      "我患有抑郁症",
      "我怀孕了",
    ],
  ],
  [
    /religion/,
    [
      "Ich bin Muslim",
      "je suis catholique",
      "soy judío",
      "sou católica",
      "sono ateo",
      "私はクリスチャンです",
      "我是基督徒",
    ],
  ],
  [
    /sexual/,
    [
      "ich bin schwul",
      "je suis lesbienne",
      "soy gay",
      "sou bissexual",
      "sono omosessuale",
      "私はゲイです",
      "我是同性恋",
    ],
  ],
  [
    /political/,
    [
      "Ich wähle die Grünen",
      "je vote pour Macron",
      "voté por el PSOE",
      "votei no Lula",
      "ho votato per il PD",
      "自民党に投票した",
      "我是共产党员",
    ],
  ],
  [
    /ethnic/,
    ["meine Hautfarbe", "mon origine ethnique", "mi etnia", "minha etnia", "la mia etnia", "私の肌の色", "我的民族是"],
  ],
  [
    /union/,
    [
      "ich bin Gewerkschaftsmitglied",
      "je suis syndiqué",
      "soy sindicalista",
      "sou sindicalizado",
      "sono iscritta al sindacato",
      "労働組合に加入しています",
      "我是工会会员",
    ],
  ],
  [
    /identifies/,
    ["Reisepass: C01X00T47", "mi DNI es 12345678Z", "meu CPF é 123.456.789-09", "身份证号码是11010519491231002X"],
  ],
  [
    /address/,
    [
      "meine Adresse ist hier",
      "j'habite au 12 rue",
      "vivo en la calle Mayor",
      "moro na rua Augusta",
      "abito in via Roma",
      "我的地址是这里",
    ],
  ],
])("what is %s is never kept, in whichever of these languages it is said", (what, texts) => {
  for (const text of texts) expect([text, sensitiveIn(undefined, text)]).toEqual([text, expect.stringMatching(what)]);
});

test.each(["gesundheit", "santé", "salud", "saude", "salute", "健康", "gewerkschaft", "direccion"])(
  "nothing is kept under %s",
  (key) => expect(sensitiveIn(key, "x")).toBeDefined(),
);

test.each([
  "Ich bin konservativ bei Abhängigkeiten und liberal bei Kommentaren",
  "Ich habe zehn Jahre Erfahrung im Gesundheitswesen; meine Tests sind nie krank",
  "ich bin Christian, Backend, mit Union-Typen zufrieden",
  "meine Partei-API, Health-Checks und Race Conditions",
  "Je suis développeur; j'ai une migration en cours et mon union de types",
  "j'ai foi en nos tests, je suis de près la CI",
  "Soy desarrollador; tengo fe en los tipos y mi raíz es /srv",
  "soy de los que escriben pruebas; tengo un monorepo",
  "Sou engenheiro; tenho fé nos testes e minha raiz é /srv",
  "Sono uno sviluppatore; ho la fede nei tipi, ho votato? no",
  "私はバックエンド担当です。ゲートウェイとヘルスチェックが好き",
  "私の住んでいるタイムゾーンは東京です",
  "我是后端工程师，有三年经验，喜欢健康检查",
  "我支持民主的代码评审，我的信任域",
  "voto por usar TypeScript",
  "je vote pour pnpm, ma foi",
  "App für Menschen mit Behinderung testen, mit Migräne-Skripten",
  "私はゲイツ財団の仕事をした",
  "voto em pnpm; ho votato per Rust",
])("%s may be kept", (text) => expect(sensitiveIn(undefined, text)).toBeUndefined());

/** What developers really say of themselves. */
test.each<[string | undefined, string]>([
  ["name", "Christian Weber"],
  ["name", "Gay Talese"],
  ["role", "staff engineer, health care platform"],
  ["background", "ten years of medical imaging software and insurance systems"],
  ["background", "PhD in political science, then backend"],
  ["experience", "senior, 12 years; Rust, Go, TypeScript"],
  ["errors", "fail early; no silent catch; diagnose before fixing"],
  ["review", "be conservative with refactors, liberal with comments"],
  ["naming", "camelCase; no abbreviations; discriminated unions over flags"],
  [undefined, "prefers union types, a member of the union type per state"],
  [undefined, "I am conservative about dependencies"],
  [undefined, "I am a conservative coder"],
  [undefined, "my faith in mocks is low"],
  [undefined, "health checks on every service; race conditions get a test"],
  ["testing", "tests first; property tests for parsers"],
  ["technical", "Node 20, pnpm, PostgreSQL 16, port 5432, ISO 8601 dates like 2026-11-15"],
  ["ids", "UUIDs such as 3f2a91c0-1111-4222-8333-444455556666, build 1700000000000"],
  ["versions", "0.4111111111111111, 1700000000000 and 1 2 3 4 5 6 7 8 9 10 11 12 13"],
  ["editor", "vim with 80 columns, colour-blind safe themes"],
  ["timezone", "Europe/Vienna, works 9 to 5"],
  ["pronouns", "they/them"],
  ["persona", "a calm senior reviewer"],
  ["address-style", "first name"],
  ["architecture", "orthodox hexagonal architecture, no religion about frameworks"],
  [undefined, "dislikes migrations at night, likes 2 way bindings on the main Street view API"],
  [undefined, "black box tests, white papers, asian markets open at 1"],
  ["phone", "prefers chat to calls"],
])("%s: %s may be kept", (key, value) => {
  expect(sensitiveIn(key, value)).toBeUndefined();
});

test("a long text costs time in proportion", () => {
  const hostile = [
    "I am a ".repeat(20_000),
    "1 ".repeat(60_000),
    "4".repeat(120_000),
    "DE89 ".repeat(20_000),
    "A".repeat(120_000),
    "my my my ".repeat(15_000),
  ];
  for (const text of hostile) expect(processorMsOf(() => sensitiveIn("x", text))).toBeLessThan(5_000);
});
