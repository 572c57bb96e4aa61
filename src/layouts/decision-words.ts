/**
 * The words decision records use for their parts and states: those of the known templates, in the languages that tools
 * ship them in. Pure.
 */

/** Headings of a decision record; two of them tell one. */
const HEADING_WORDS = [
  "Context(?: (?:and|&) Problem Statement)?|Problem(?: Statement)?|Background|Issue",
  "(?:Considered )?Options|Options Considered|Alternatives(?: Considered)?|Considered Alternatives",
  "Decisions?|Decision Outcome|Decision Drivers|Solution|Rationale",
  "(?:Positive |Negative )?Consequences|Implications",
  "Kontext|Entscheidung|Konsequenzen|Contexte|Décision|Conséquences|Contexto|Decisión|Consecuencias",
  "Decisão|Consequências?|Contesto|Decisione|Conseguenze|Контекст|Решение|Последствия",
  "背景|上下文|决策|决定|决议|后果|结果|决策结果|決策|後果|理由|コンテキスト|決定(?:事項|内容)?|結果|影響",
  "맥락|배경|컨텍스트|결정(?: 사항)?|결과|زمینه|تصمیم|نتایج",
].join("|");

/** Those of them, with a number or in other languages, below which stands what was decided. */
export const decidedElsewhere =
  /^(?:\d+[.)] Decisions?(?: Outcome)?|(?:\d+[.)] )?(?:Entscheidung|Décision|Decisión|Decisão|Decisione|Решение|决策|决定|决议|决策结果|決策|決定(?:事項|内容)?|결정(?: 사항)?|تصمیم))$/i;

/** Behind a heading: `<!-- optional -->`, `[optional]`. */
const ASIDE = "[^\\S\\n]{0,20}(?:<!--.*-->|\\[[^\\]\\n]*\\]|\\([^)\\n]*\\))?[^\\S\\n]{0,20}:?[^\\S\\n]{0,20}$";

export const decisionHeadings = new RegExp(`^#{2,3} (?:\\d+[.)] )?(?:${HEADING_WORDS})${ASIDE}`, "gim");

/** Their headings, and ours. */
export const headed: readonly (readonly [RegExp, string])[] = (
  [
    ["Context (?:and|&) Problem Statement|Problem Statement", "Context"],
    ["Decision Outcome", "Decision"],
    ["Considered Options|Options Considered|Considered Alternatives", "Alternatives Considered"],
    ["Decision Drivers", "Rationale"],
  ] as const
).map(([theirs, ours]) => [new RegExp(`^## (?:${theirs})${ASIDE}`, "im"), `## ${ours}`] as const);

/** What stands before a value in the head of a record, as alternatives of a pattern. */
export const decisionLabels = {
  status: "Status|Statut|Stato|Estado|Статус|状态|狀態|ステータス|状態|상태|وضعیت",
  date: "Date|Datum|Data|Fecha|Дата|日期|日付|날짜|تاریخ",
  tags: "Tags",
} as const;

/** Words for the state of a decision that the table has no word for. */
export const decisionStates: ReadonlyMap<string, string> = new Map([
  ["rejected", "deprecated"],
  ["declined", "deprecated"],
  ["withdrawn", "deprecated"],
  ["obsolete", "deprecated"],
  ["draft", "proposed"],
  ["in progress", "proposed"],
  ["pending", "proposed"],
  ["implemented", "accepted"],
  ["approved", "accepted"],
  ["adopted", "accepted"],
  ["agreed", "accepted"],
  ["decided", "accepted"],
  ["done", "accepted"],
  ["superceded", "superseded"],
]);

/** How such a word begins in other languages, whatever its ending. */
const OTHER_STATES = {
  proposed: "vorgeschlagen|entwurf|propos|propuest|предлож|已?提议|提案|提議|草案|草稿|検討中|제안|초안|검토|پیشنهاد",
  accepted:
    "angenommen|akzeptiert|accept|aceit|acept|accett|принят|已?通过|已?完成|已?接受|已?采纳|已?採納|已?批准|承認|採用|승인|채택|수락|پذیرفته",
  deprecated:
    "veraltet|abgelehnt|obsol|déprécié|rejet|rechaz|rifiut|устарел|отклон|已?弃用|已?棄用|已?拒绝|已?废弃|非推奨|廃止|却下|폐기|거부|반려|منسوخ",
  superseded:
    "ersetzt|abgelöst|remplacé|substituíd|reemplazad|sustituid|sostituit|замен|已?被?取代|已?被?替代|置き?換え|置換|대체|교체",
} as const;

/** The state in a few words that begin with it, in our word; undefined where they tell none. */
export function stateWord(said: string): string | undefined {
  const words = said
    .toLowerCase()
    .replaceAll(/<\/?[a-z][^<>\n]{0,200}>/g, "")
    .replace(/^[^\p{L}]+/u, "");
  const first = /^[a-z]+(?: progress)?(?![\p{L}])/u.exec(words)?.[0];
  if (first !== undefined && (Object.hasOwn(OTHER_STATES, first) || decisionStates.has(first)))
    return decisionStates.get(first) ?? first;
  return Object.entries(OTHER_STATES).find(([, begins]) => new RegExp(`^(?:${begins})`).test(words))?.[0];
}
