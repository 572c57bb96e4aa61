/**
 * How people and agents say what is wanted, what was done, what is left and that the mind was changed: one row a language.
 * A row is added, not a rule. Words of the scripts without spaces stand wherever they stand. Pure.
 */

interface Wording {
  /** Somebody wants it done. */
  readonly wants: RegExp;
  /** It was done: at the beginning of a line. */
  readonly didFirst: RegExp;
  /** It was done: as what became of something. */
  readonly did: RegExp;
  /** It is still to be done. */
  readonly left: RegExp;
  /** What was said before holds no longer. */
  readonly turned: RegExp;
}

const DID =
  "added|addressed|adjusted|aligned|applied|built|bumped|centrali[sz]ed|changed|checked|cleaned|cleared|combined|committed|completed|configured|converted|corrected|created|deleted|deployed|disabled|documented|dropped|enabled|excluded|expanded|exposed|extended|extracted|finished|fixed|guarded|hardened|implemented|improved|inlined|installed|integrated|introduced|marked|mended|merged|migrated|moved|normali[sz]ed|optimi[sz]ed|ported|prevented|published|pushed|rebuilt|reduced|refactored|registered|released|removed|renamed|renumbered|repaired|reordered|reorgani[sz]ed|replaced|resolved|restored|restructured|reverted|rewrote|rewritten|shipped|simplified|solved|standardi[sz]ed|switched|tested|tightened|trimmed|unified|updated|upgraded|verified|wired|wrote|written";

const wordings: Readonly<Record<"en" | "de" | "fr" | "es" | "ja" | "zh", Wording>> = {
  en: {
    wants:
      /\b(?:let's|lets|let us|please|can you|could you|could we|can we|would you|i(?:'d| would) like|i want|i need|we need|we want|we should|help me)\b/i,
    didFirst: new RegExp(
      `^(?:done|complete)\\b|^(?:(?:i|we)(?:'ve| have)? )?(?:now |also |successfully )?(?:${DID})(?=[\\s:])`,
      "i",
    ),
    did: new RegExp(
      `\\b(?:is|are|was|were|has been|have been|now|i've|i have|successfully|all)\\b(?!.{0,40}\\b(?:to be|not|already|if)\\b).{0,40}\\b(?:done|complete|pass(?:es|ing|ed)?|${DID})\\b|^[^.:]{3,60}\\bworks(?: now)?[:.,]|\\bnow (?:works?|waits?|runs?|uses?|handles?|shows?|fires?|returns?)\\b|(?:\\s[—–-]|:)\\s(?:now )?(?:${DID})\\s`,
      "i",
    ),
    left: /^next:\s|\b(?:to-?do\b|still (?:needs?|has|have|to|left|open)|remains? to|not yet|next,? (?:we|you|i)|left to do|follow[- ]up (?:is |still )?(?:needed|required|open)|(?:needs?|has|have) to be|to be (?:done|added|fixed|decided|written))/i,
    turned:
      /^(?:no\b(?:[,.!]| wait| man)|actually\b|on second thought|wait\b|scrap\b|forget\b|never ?mind|rather\b|instead\b|stop\b)|\b(?:changed? my mind|on second thoughts?|scrap (?:that|this|the)|instead of|rather than|start over|different approach|go(?:ing)? back to|not .{2,40} after all|instead[.!]?$)/i,
  },
  de: {
    wants:
      /(?<!\p{L})(?:bitte|kannst du|können wir|könntest du|ich (?:möchte|will|brauche|hätte gern)|wir (?:müssen|sollten|wollen|brauchen)|lass uns|hilf mir)(?!\p{L})|^(?:füge|ändere|behebe|erstelle|schreibe?|baue?|entferne|prüfe|ersetze|nutze|verwende|mache?|richte|teste|lösche)(?!\p{L})/iu,
    didFirst:
      /^(?:erledigt|fertig|behoben|hinzugefügt|umbenannt|ersetzt|erstellt|entfernt|geändert|aktualisiert|implementiert|umgestellt|angepasst|ergänzt)(?!\p{L})/iu,
    did: /(?<!\p{L})(?:ist|sind|wurden?|habe|haben)(?!\p{L})(?!.{0,60}(?<!\p{L})(?:nicht|noch)(?!\p{L})).{0,90}(?<!\p{L})(?:behoben|hinzugefügt|umbenannt|ersetzt|erstellt|entfernt|geändert|aktualisiert|implementiert|umgestellt|angepasst|ergänzt|erledigt|fertig|gelöscht|geschrieben|eingebaut|korrigiert|repariert)(?!\p{L})/iu,
    left: /(?<!\p{L})(?:noch (?:offen|zu tun|nicht)|fehlt noch|steht noch aus|muss noch|müssen noch|als nächstes|später noch)(?!\p{L})/iu,
    turned:
      /^(?:nein(?:[,.!]|$)|doch lieber|stattdessen|moment(?:[,.!]|$)|halt(?:[,.!]|$))|(?<!\p{L})(?:doch lieber|lieber doch|stattdessen|anders überlegt|anstatt|statt (?:der|des|die|das|dem)?)(?!\p{L})/iu,
  },
  fr: {
    wants:
      /(?<!\p{L})(?:s'il (?:te|vous) plaît|peux-tu|pouvez-vous|pourrais-tu|je (?:veux|voudrais)|il faut|nous devons|aide-moi)(?!\p{L})|^(?:ajoute|corrige|crée|supprime|remplace|écris|change)(?!\p{L})/iu,
    didFirst: /^(?:fait|terminé|corrigé|ajouté|supprimé|remplacé|créé|mis à jour)(?!\p{L})/iu,
    did: /(?<!\p{L})(?:est|sont|a été|ont été|j'ai)(?!\p{L}).{0,50}(?<!\p{L})(?:corrigée?s?|ajoutée?s?|supprimée?s?|remplacée?s?|créée?s?|renommée?s?|terminée?s?|mise?s? à jour)(?!\p{L})/iu,
    left: /(?<!\p{L})(?:reste à|il reste|pas encore|à faire)(?!\p{L})/iu,
    turned: /^(?:non[,.!]|en fait|finalement)|(?<!\p{L})(?:plutôt que|au lieu d|changé d'avis|finalement)/iu,
  },
  es: {
    wants:
      /(?<!\p{L})(?:por favor|puedes|podrías|quiero|quisiera|necesito|necesitamos|tenemos que|ayúdame)(?!\p{L})|^(?:añade|agrega|arregla|corrige|crea|elimina|reemplaza|cambia|escribe)(?!\p{L})/iu,
    didFirst: /^(?:hecho|listo|corregido|añadido|agregado|eliminado|reemplazado|creado|actualizado)(?!\p{L})/iu,
    did: /(?<!\p{L})(?:está|están|fue|fueron|he|ha sido|han sido)(?!\p{L}).{0,50}(?<!\p{L})(?:corregid[oa]s?|añadid[oa]s?|agregad[oa]s?|eliminad[oa]s?|reemplazad[oa]s?|cread[oa]s?|actualizad[oa]s?|terminad[oa]s?)(?!\p{L})/iu,
    left: /(?<!\p{L})(?:falta|queda por|todavía no|por hacer)(?!\p{L})/iu,
    turned:
      /^(?:no[,.!]|en realidad|mejor)|(?<!\p{L})(?:en (?:lugar|vez) de|cambié de opinión|mejor usemos)(?!\p{L})/iu,
  },
  ja: {
    wants: /ください|下さい|お願い|(?:し|たい|て)(?:たい|ほしい|欲しい)|しましょう|したい|してほしい/u,
    didFirst: /^(?:完了|修正|追加|実装)(?:しました|：|:)/u,
    did: /(?:しました|ました|完了|済み(?:です)?)(?:[。！（(]|$)/u,
    left: /(?:まだ|未(?:対応|実装|完了)|残って|これから|後で|次(?:は|に|回)|TODO)/u,
    turned: /やっぱり|やはり|代わりに|ではなく|の方がい|考え直|気が変わ/u,
  },
  zh: {
    wants: /请|帮我|帮忙|我想|我要|需要|希望/u,
    didFirst: /^已(?:经)?(?:完成|修复|添加|更新|删除|实现|替换|解决)/u,
    did: /已(?:经)?(?:完成|修复|添加|更新|删除|实现|替换|重命名|改|修改|解决)|(?:完成|修复|添加|更新|删除|实现|替换|解决)了/u,
    left: /还(?:需要|没有?|要|未)|尚未|待办|下一步|之后再/u,
    turned: /还是用|改成|改用|改为|不要.{1,12}(?:了|，)|而不是|换成|算了/u,
  },
};

const rows = Object.values(wordings);

/** An agent tells what it is about to do. */
export const ANNOUNCES =
  /^(?:now |next,? |first,? |then |ok(?:ay)?,? |great[,!.]? |perfect[,!.]? |good[,!.]? |excellent[,!.]? |so |and )*(?:let me|let'?s|i'?ll|i will|i'?m going|i am going|i need to|i should|i can see|now i|i'?m (?:now|checking|looking)|checking|looking|running|starting|reading|updating|сейчас|теперь|让我|我将|我会|我来|接下来|现在)\b|^(?:让我|我将|我会|我来|接下来|现在)/iu;

export function saysWanted(sentence: string): boolean {
  return rows.some(({ wants }) => wants.test(sentence));
}

export function saysDone(sentence: string): boolean {
  return saysDoneFirst(sentence) || rows.some(({ did }) => did.test(sentence));
}

/** As one who did it tells it: with the deed first. */
export function saysDoneFirst(sentence: string): boolean {
  return rows.some(({ didFirst }) => didFirst.test(sentence));
}

export function saysLeft(sentence: string): boolean {
  return rows.some(({ left }) => left.test(sentence));
}

export function saysTurned(sentence: string): boolean {
  return rows.some(({ turned }) => turned.test(sentence));
}

/** Calls something right, or better than it was: that settles nothing, and nothing was done by it. */
export function callsRight(sentence: string): boolean {
  return VERDICT.test(sentence);
}

const VERDICT =
  /^[^.:;]{0,60}\b(?:works? (?:correctly|fine|as (?:intended|expected))|(?:is|are|looks?) (?:fine|correct|good|sound|right|valid|reasonable|(?:much )?(?:easier|cleaner|simpler|clearer)))\b|^(?:much|far|a lot) (?:easier|cleaner|simpler|better)\b/i;

/** Without the words that say sorry, or that the other is right: what is learned stands behind them, if anything. */
export function withoutApology(sentence: string): string {
  return sentence.replace(APOLOGY, "");
}

const APOLOGY =
  /^(?:(?:(?:i(?:'m| am) )?(?:so |very |really )?sorry|(?:my |i )?apologi[sz]e|(?:my )?apologies|my (?:mistake|bad|fault)|you(?:'re| are) (?:absolutely |completely |quite |totally )?right|good (?:catch|point))\b(?: (?:for|about) (?:that|this|the [\w ]{3,40}))?[\s,.!:;–—-]*)+/i;

/** Takes back whatever was settled last, without naming it. */
export function takesBack(sentence: string): boolean {
  return TAKES_BACK.test(sentence);
}

const TAKES_BACK =
  /\b(?:scra(?:p|tch) (?:that|this|it)|(?:changed? my|change of) mind|on second thoughts?|never ?mind that)\b|(?<!\p{L})anders überlegt|気が変わ|考え直/iu;
