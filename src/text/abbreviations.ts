/** Whether a full stop closes a short form and no sentence: "Dr.", "z. B.", "No. 5", "J. R. Smith". By rule, and pure. */

/** Stand before a name. */
const TITLES = new Set("dr mr mrs ms prof messrs hr fr mme mlle sra srta sr dott dña".split(" "));
/** More words follow, whatever they are. A form all in capitals is another word (CA, VS). */
const ALWAYS = new Set(
  `approx aprox ca cca e.g eg i.e ie cf vs viz incl excl esp resp inkl exkl zzgl abzgl bzgl bzw sog ggf evtl vgl insb insbes
  entspr d.h z.b m.e i.d.r i.a o.g s.o s.u v.a z.t z.zt p.ex p.e p.ej c.-à-d c.à.d tlf avda т.е напр`.split(/\s+/),
);
/** A sentence may end with them: it does where the next word is one that sentences begin with. */
const OFTEN = new Set(
  `st ste inc ltd corp co bros jr al dept univ ud uds mio mrd tsd std sek hrsg str min max ph.d b.sc m.sc`.split(/\s+/),
);
/** They close a list, and mostly a sentence with it: it goes on where no capital follows. */
const CLOSING = new Set("etc usw u.s.w u.v.m uvm ff ecc a.m p.m a.c d.c n.chr v.chr т.д т.п".split(" "));
/** Something is numbered: a number follows. */
const NUMBERED = new Set(
  `no nos nr nrn nº núm num fig figs abb tab tbl eq p pp pg pág págs s ch chap kap sec sect vol bd ed art abs ziff par ver v ref
  tel ext jan feb mar apr jun jul aug sep sept oct okt nov dec dez max min mind`.split(/\s+/),
);
/** Units have no stop of their own in English; others write one, and go on. */
const UNIT = /\d\s?(?:ms|s|secs?|mins?|h|hrs?|std|sek|[kmgt]b|k?g|[kcm]?m|lbs?|oz|ft)$/i;

const STARTERS = new Set(
  `a an and are as at but by can do does for from he her here his how however i if in is it its let many most my never no not
  now of on once one only or otherwise our please she should since so some that the their then there these they this those to
  until use was we were what when where which while who why with you your aber als auch auf das dann dem den der die dies diese
  dieser ein eine er es hier ich ihr im in ist kein keine man mit nach nicht nur ob oder sie sind und uns unser wenn wer wie wir
  au aux avec c'est ce ces cette dans de des elle elles en et il ils la le les leur mais nous on où pour sans si son sur un une
  vous aquí como con cuando de del donde el ella ellos en es esta este hay la las los más no nos para pero por que se si su sin
  un una y ya`.split(/\s+/),
);
/** What a single letter after them is the name of, and no person. */
const LETTERED =
  /(?:^|[^\p{L}])(?:options?|plans?|steps?|phases?|types?|class|sections?|appendix|variants?|cases?|teams?|groups?|parts?|levels?|grades?|drive|tables?|figures?|columns?|points?|choices?|versions?|and|or|und|oder|in|to|is|than|with|not|prefers?|letter|programming|lang(?:uage)?|vitamin|anhang|fall|plan)\s$/iu;
const BEFORE_ORDINAL =
  /(?:^|[^\p{L}])(?:am|im|vom|zum|zur|beim|der|den|dem|des|das|die|ab|bis|seit|jeder|jeden|jedem)\s$/iu;
const MONTH =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Quartal|Jahrhundert)(?!\p{L})/u;

/** Letters with stops between them count as one word, with or without blanks: "z. B". */
const WORD = /(?<![\p{L}\p{N}])(?:(?:\p{L}\.[ \u00a0\u202f]?|\p{L}{1,2}[.-]{1,2}){0,4}\p{L}[\p{L}º]{0,9})$/u;
const LONGEST_BEFORE = 40;

/** `at`: of the stop; `next`: where the word after it begins. */
export function isShortForm(text: string, at: number, next: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_BEFORE), at);
  const after = text.slice(next, next + 16);
  const goesOn = /^\p{Ll}/u.test(after);
  if (/\d$/.test(before)) return isOrdinal(before, after);
  const written = WORD.exec(before)?.[0];
  if (written === undefined) return false;
  if (UNIT.test(before)) return goesOn || (/(?:std|sek)$/i.test(before) && !startsSentence(after));
  const last = written.slice(written.search(/\p{L}+[º]?$/u));
  const joined = written.replace(/[\s\u00a0\u202f]/g, "");
  const isDotted = joined.includes(".");
  for (const form of isDotted ? [joined, last] : [joined]) {
    const known = kindOf(form, after, goesOn);
    if (known !== undefined) return known;
  }
  if (isDotted && /^(?:\p{L}\.)+\p{L}$/u.test(joined)) return !startsSentence(after);
  return last.length === 1 && isLetterOfMore(last, before, after);
}

/** Undefined: it is none of those known. */
function kindOf(form: string, after: string, goesOn: boolean): boolean | undefined {
  const isShouted = form.length > 1 && /^\p{Lu}+$/u.test(form);
  if (isShouted) return undefined;
  const small = form.toLowerCase();
  if (NUMBERED.has(small) && /^[#§]?\d/.test(after)) return true;
  if (ALWAYS.has(small)) return true;
  // "Mr. Lee" is somebody; an mr is a merge request.
  if (TITLES.has(small)) return form !== small || goesOn;
  if (CLOSING.has(small)) return !/^["'“„«(*_]{0,2}[\p{Lu}\p{Lo}`]/u.test(after);
  if (OFTEN.has(small)) return goesOn || (!NUMBERED.has(small) && !startsSentence(after));
  return undefined;
}

function startsSentence(after: string): boolean {
  const word = /^["'“„«(*_]{0,2}(\p{Lu}[\p{L}']{0,12})/u.exec(after)?.[1];
  return after === "" || (word !== undefined && STARTERS.has(word.toLowerCase()));
}

/** "3. Mai", "am 3. Tag": another language's "3rd"; "3. 5. 2024". */
function isOrdinal(before: string, after: string): boolean {
  const digits = /(?<![\p{L}\p{N}.,])\d{1,2}$/u.exec(before);
  if (digits === null) return false;
  if (MONTH.test(after) || /^\d{1,2}\.\s?\d{4}/.test(after)) return true;
  if (/^\d{4}(?!\d)/.test(after)) return /\d\.\s?\d{1,2}$/.test(before);
  return BEFORE_ORDINAL.test(before.slice(0, digits.index)) && /^\p{L}/u.test(after) && !startsSentence(after);
}

/** "J. Smith", and the "z" of "z. B." */
function isLetterOfMore(letter: string, before: string, after: string): boolean {
  if (/^(?:\p{L}\.|ex\.|ej\.)/u.test(after)) return true;
  if (!/\p{Lu}/u.test(letter) || !/^\p{Lu}[\p{L}'’-]/u.test(after) || startsSentence(after)) return false;
  return !LETTERED.test(before.slice(0, -1));
}
