/** How people and agents word what is settled: patterns by what they tell of a sentence. A table, for rules and weights alike. */

import { REPORT, WISH } from "../../text/request.ts";
import { ANNOUNCES, saysWanted } from "../../text/session-words.ts";

export const personCues = {
  /** Takes back or turns what was done or said. */
  correctionStart:
    /^(?:no|nope|not|don'?t|do not|stop|wait|actually|hm+|instead|rather|why (?:do|did|is|are|would)|that'?s (?:wrong|not)|just|нет|не надо|不要|不是|别|nein|non)\b|^(?:нет|не |不|别)/iu,
  correction:
    /\b(?:don'?t|do not|should(?:n'?t| not)|no need|not planning|instead of|rather than|never|i do(?:n'?t| not) (?:want|like|think|need)|drop (?:the|that|this|it)|leave (?:it|that|this|them|the)|(?:is|was|are|that'?s) (?:wrong|incorrect)|revert|undo|not what i|you (?:missed|forgot|removed|broke))\b|, no\?|不要|不需要|而不是|не нужно|вместо/iu,
  /** Says in so many words that it is settled, wherever it is said. */
  stated:
    /\b(?:we(?:'ve| have)? (?:just )?(?:decided|agreed|chose|settled on|opted)|(?:was|been) decided|decided (?:to|on|against)|let'?s (?:go with|stick (?:with|to)|defer|postpone)|from now on|i (?:always |strongly )?prefer|(?:our|the team'?s?) (?:policy|convention|rule) is|always (?:use|run|write|ask|answer|prefer)|never (?:use|run|write|log|commit|push|touch|merge)|don'?t ever)\b|\bhaben (?:uns|wir)\b.{0,60}\b(?:entschieden|beschlossen)|ab (?:jetzt|sofort)|on a décidé|nous avons décidé|désormais|(?:hemos|se ha) decidido|a partir de ahora|我们决定|从现在(?:起|开始)|мы решили|с этого момента/iu,
  /** Says how it is to be, beyond this one step. */
  rule: /\b(?:we(?:'ve| have)? (?:decided|agreed|chose)|decided (?:to|on|against)|always|never|must(?:n'?t)?|from now on|make sure|ensure|we (?:use|need|only|don'?t|should|have to|want)|should (?:be|not|only|always|never|use|have)|has to|have to|prefer|i'?d (?:like|prefer|rather)|i want|policy|convention|keep|fyi|only|let'?s (?:use|call|keep|try|add|change|address|make|go|stick|put|move|not)|by default|in (?:the )?future|remember|as a rule|going forward|every time|whenever|важно|нужно|должн|всегда|никогда|必须|应该|始终|总是|永远|只|统一|希望)\b|必须|应该|总是|统一|希望|нужно|должн/iu,
  strongRule:
    /\b(?:always|never|must(?: not|n'?t)?|from now on|policy|convention|going forward|in (?:the )?future|by default|every time|whenever|remember (?:that|to|this)|required|not allowed|important(?:ly)?)\b|必须|总是|统一|всегда|никогда|должн/iu,
  /** In which language one is to be answered. */
  language:
    /\b(?:answer|reply|respond|write|explain|speak|talk|comment)\b[^.?!]{0,40}\bin (?:english|chinese|german|russian|spanish|french|japanese|korean|portuguese|italian|polish|dutch|turkish)\b|用(?:中文|英文|英语|日文|日语|汉语)|(?:на русском|по-русски|на английском)|\b(?:auf (?:deutsch|englisch)|en (?:français|anglais|español|inglés))\b/iu,
  ban: /\b(?:don'?t|do not|never|no need|not? want|avoid|shouldn'?t|should not|without|must not|no more|stop)\b|不要|不需要|не надо|не нужно/iu,
  modal: /\b(?:must|should|only|has to|have to|need(?:s)? to|cannot|can'?t|may not|required)\b|必须|应该|只能/iu,
  lets: /\blet'?s\b|\blet us\b/i,
  keepDrop: /\b(?:keep|drop|remove|leave|skip|retain|get rid of|delete)\b/i,
  /** Something to be done now, and over with it. */
  chore:
    /\b(?:commit|push|pull|run|re-?run|check|show|explain|list|print|tell me|open|look at|read|review|merge|rebase|deploy|restart|test it|try again|continue|proceed|summari[sz]e|write (?:a|the|me)|create (?:a|an|the)|generate|update the (?:docs?|readme|changelog)|give me|find|search|investigate|debug|fix (?:it|this|that|the)|implement|add (?:a|an|the|some))\b|提交|运行|查看|解释|继续|执行|检查|запусти|проверь|покажи/iu,
  wish: WISH,
  we: /\b(?:we|our|us)\b|我们|мы|наш/iu,
  me: /\b(?:i|my|me|mine)\b/i,
  question:
    /[?？]\s*$|^(?:what|why|how|when|where|who|which|is|are|does|do|did|can|could|would|should|will|any)\b.*[?？]?$/i,
  reason:
    /\b(?:because|since|so that|due to|otherwise|as (?:it|we|this|that)|the reason|so we|so it)\b|因为|所以|потому/iu,
  report: REPORT,
  shown: /\b(?:here'?s|here is|above|below|following|error|output|attached|screenshot|log)\b/i,
  quotes:
    /\b(?:reviewer|review(?:ed)? comment|comment(?:s|ed)? (?:from|by)|said:|says:|here'?s the (?:error|output|log|feedback|review)|feedback (?:from|is)|asked me)\b/i,
  praise: /^(?:great|nice|awesome|perfect|thanks?|thank you|good|excellent|cool|well done|amazing|wonderful)\b/i,
  greet: /^(?:hi|hello|hey|good (?:morning|evening))\b/i,
  name: /\b(?:call(?:ed)? it|name[ds]?|rename|naming)\b/i,
  guess: /\b(?:maybe|perhaps|presumably|i think|i guess|probably|might|not sure|possibly|wonder)\b|可能|может/iu,
  // "Note how deploys go" asks the agent to find something out: it says nothing itself.
  remember:
    /^(?:please\s+)?(?:remember|note|keep in mind|don'?t forget)\b(?!.*\?)(?!\s+(?:down\s+)?(?:how|what|why|where|who|which|whether)\b[^:,;–—]*$)/i,
  fromNowOn: /\b(?:from now on|going forward|in (?:the )?future|from here on|henceforth|for all future)\b/i,
} as const;

/** Told to be remembered, or to hold from now on. */
export function isToldForGood(sentence: string): boolean {
  return (personCues.remember.test(sentence) || personCues.fromNowOn.test(sentence)) && !/[?？]\s*$/.test(sentence);
}

const ANSWER = String.raw`(?:answers?|repl(?:y|ies)|responses?|explanations?)`;
const MANNERED = String.raw`(?:brief|short(?:er)?|concise|terse|succinct|detailed|long(?:er)?|simple|plain|polite|formal|informal|direct)`;
/** How one is to be spoken to: language, length, tone, name. */
const SPOKEN_TO = [
  personCues.language,
  new RegExp(
    String.raw`\b(?:keep|make|give me|want|prefer)\b[^.?!]{0,20}\b${ANSWER}\b[^.?!]{0,20}\b${MANNERED}\b`,
    "i",
  ),
  new RegExp(String.raw`\b(?:keep|make|give me|want|prefer)\b[^.?!]{0,12}\b${MANNERED} ${ANSWER}\b`, "i"),
  /\b(?:answer|reply|respond|explain)\b[^.?!]{0,20}\b(?:briefly|concisely|tersely|simply|politely|in (?:short|brief|(?:full )?detail|plain words|bullet points|one sentence))\b/i,
  /(?:^|[,:;] )(?:always |please )*be (?:more )?(?:brief|concise|terse|succinct|polite)\b/i,
  /\b(?:call|address) me\b/i,
  /\bin (?:british|american|simple|plain) english\b/i,
];
/** What the program says to others, or what is said of one place, holds there. */
const OF_THE_WORK =
  /\b(?:this|these|here|apis?|https?|json|endpoints?|servers?|clients?|users?|customers?|bots?|comments?|docs?|documentation|readme|changelog|commits?|messages?|strings?|labels?|tests?|code|ui|logs?|variables?|functions?|files?|run)\b|[`/]|\w\.\w/i;

/** Told for good, of how one is to be spoken to and of nothing else: it holds wherever they work. */
export function isOfPerson(sentence: string): boolean {
  return isToldForGood(sentence) && SPOKEN_TO.some((cue) => cue.test(sentence)) && !OF_THE_WORK.test(sentence);
}

export const agentCues = {
  announce: ANNOUNCES,
  preexisting:
    /\b(?:pre-?existing|out of scope|unrelated to|not (?:related|caused by|introduced)|already (?:broken|failing|there|existed)|was (?:already|there) before)\b/i,
  contrast:
    /\b(?:instead of|rather than|not just|but not|no longer|whereas|as opposed to|in place of|unlike)\b|, not |而不是|不再|вместо|а не/iu,
  modal:
    /\b(?:must|cannot|can'?t|only|never|always|requires?|need(?:s)? to|has to|have to|should)\b|必须|只能|不能|需要|нельзя|только|должн/iu,
  decision:
    /\b(?:decid|chose|chosen|decision|agreed|opted|settled|we(?:'ll| will) (?:use|keep|go)|i(?:'ve| have)? (?:switched|kept|used|made|set|moved|replaced|removed)|now uses?|is now|are now|default(?:s|ed)? to|by design|intentional(?:ly)?|deliberate(?:ly)?)\b|决定|采用|改为|改成|решил|теперь использ/iu,
  cause:
    /\b(?:root cause|caused by|the (?:issue|problem|bug|error|failure|reason|culprit) (?:is|was)|because|due to|turns out|the real|underlying|happens (?:when|because)|stems from)\b|原因|根因|由于|因为|导致|причина|из-за|потому/iu,
  rootCause: /\broot cause\b|根本原因|根因|корень проблемы|причина/iu,
  debt: /\b(?:todo|fixme|placeholder|stub|not (?:yet )?(?:implemented|done|covered|tested|supported|wired|handled)|still (?:need|open|missing|fail|to)|remaining|left (?:to do|as is|alone|out)|deferred?|follow-?up|later|known (?:issue|limitation|gap)|technical debt|tech debt|workaround|hack|temporary|for now|incomplete|missing|unresolved|skipped)\b|待办|暂时|尚未|未实现|遗留|пока не|временн|не реализован/iu,
  blocked:
    /\b(?:blocked|can'?t proceed|unable to|waiting (?:on|for)|fails? (?:because|due)|prevent(?:s|ed)|conflict)\b|无法|不能|被阻/iu,
  proposal:
    /\b(?:could|might|would|consider|recommend|suggest|option|maybe|perhaps|if you(?:'d)? (?:want|like)|want me to|shall i|should i|alternatively|potential(?:ly)?)\b|[?？]\s*$|建议|可以考虑|可选|можно/iu,
  done: /^(?:✅|☑|✓)?\s*(?:added|fixed|updated|created|removed|renamed|moved|implemented|replaced|changed|refactored|extracted|wrote|built|ran|verified|tested|completed|committed|pushed|done)\b/i,
  status:
    /\b(?:all (?:\d+ )?tests? pass|tests? (?:pass|passed|are passing)|build (?:succeeds|succeeded|passes)|lint(?:er)? (?:clean|passes)|0 (?:errors|failures|issues)|successfully|completed?|up to date|no (?:errors|issues|changes))\b|成功|通过|успешно/iu,
  shown: /\b(?:above|below|line \d+|lines \d+|here'?s|here is|here are|the following|as shown|see )\b/i,
  chore: /\b(?:commit|push|run|check|verify|test|open|restart|review)\b/i,
  note: /^(?:note|important|warning|caveat|heads[- ]up|keep in mind|one (?:thing|caveat)|注意|重要|важно)\b/i,
  kept: /\b(?:kept|keep|dropped|left|retained|preserved|unchanged|skipped|ignored)\b/i,
  placeholder: /\b(?:placeholder|stub|mock|dummy|hard-?coded|todo)\b/i,
  used: /\b(?:uses?|using|via|through|instead|now)\b/i,
  command: /`[^`]*(?:npm|pnpm|yarn|go|cargo|git|python|pip|make|docker|npx|bun|uv) [^`]+`/,
  arrow: /→|->|=>/,
  user: /\b(?:you|your|the user)\b/i,
  url: /https?:\/\//,
  number: /\b\d+(?:\.\d+)?\s*(?:%|ms|s|kb|mb|gb|lines?|files?|tests?|px|x)?\b/i,
  identifier:
    /`[^`]+`|\b[\w-]+\/[\w./-]+|\b\w+_\w+|\b[a-z]+[A-Z]\w+|\b[\w-]+\.(?:ts|js|tsx|py|go|rs|md|json|ya?ml|toml|css|html|java|svelte|vue|sh)\b/,
  retract:
    /^(?:actually|wait|you'?re (?:absolutely )?right|my mistake|sorry|i was wrong|on second thought|scratch that|hmm)\b|\b(?:revert(?:ed|ing)?|no longer needed|was wrong|that was incorrect)\b/i,
  general: /\b(?:this means|so that|which means|ensures?|allows?|makes it|in order to|to avoid|otherwise)\b/i,
} as const;

export const headCues = {
  decision:
    /decision|design|chosen|choice|approach|architecture|why|rationale|key (?:points|changes)|决策|设计|решени/iu,
  cause: /cause|problem|issue|why|analysis|diagnos|findings?|原因|问题|причин/iu,
  remaining: /remaining|next|todo|to do|left|open|follow|pending|future|下一步|待办|осталось|дальше/iu,
  note: /note|caveat|warning|limitation|important|known|trade-?offs?|注意|限制|важно|ограничен/iu,
  summary: /summary|overview|recap|result|total|总结|概述|итог/iu,
  changes: /change|what (?:i|was)|done|fixed|implement|updated|files?|修改|改动|измен/iu,
  verify: /verif|test|check|valid|build|验证|测试|провер/iu,
  option: /option|alternative|recommend|suggest|proposal|question|improve|选项|建议|вариант/iu,
} as const;

/** What cannot be changed here, as people say it. */
const LIMIT =
  /\b(?:cannot|can'?t|(?:does|do|did|will|would)(?:n'?t| not) (?:support|allow|accept|expose|offer|let|handle)|only (?:supports?|accepts?|allows?|runs?|works?)|not (?:supported|possible|allowed|available|permitted)|(?:rate |hard )?limit(?:s|ed)? (?:of|to|is|at)|at most|no more than|maximum|must (?:never|not|be|stay)|forbids?|requires?|belongs? to|until)\b|不支持|无法|不能|нельзя/iu;
/** What follows from it, or why: so it is told to be kept. */
const FOLLOWS =
  /\b(?:because|since|so (?:we|it|the|all|every|that)|therefore|hence|otherwise|which means|that'?s why|contract|vendor|legal|law|audit\w*|compliance|licen[cs]e|policy)\b|因为|所以|потому/iu;
const PUT_OFF =
  /\b(?:tech(?:nical)?[- ]debt|defer(?:red)? |postponed?|put (?:it |that |this )?off|(?:leave|left|live with) (?:it|that|this|them|the [\w -]{2,40}) (?:for (?:now|later)|as (?:it|they) (?:is|are))|(?:hack|workaround|hard-?coded)\b.{0,60}\b(?:for now|until|later|temporary)|clean(?:ed)? (?:it |that |this )?up later|next release)\b/i;
const CAUSE_AND_CURE =
  /\b(?:root cause|caused by|because|due to|turn(?:s|ed) out|the (?:reason|culprit|problem|cause) was)\b.{0,200}\b(?:fixed|helped|works? (?:now|again)|solved|resolved|mended|cured|did (?:it|the trick)|(?:deleting|removing|restarting|clearing|pinning|setting|raising|lowering|bumping|downgrading|upgrading)\b)|\b(?:fixed|solved|resolved)\b.{0,200}\b(?:root cause|caused by|because|due to)\b|\bfailed because\b/is;

/** Work left for another day in so many words, as a note of it begins or as it is put. */
const NOTED_DEBT =
  /^(?:\W*(?:todo|fixme|tech(?:nical)?[- ]debt|for the record|follow-?up)\b\s*[:\-–—])|\b(?:for the time being|some ?day|not (?:today|this (?:week|month|sprint|quarter))|revisit (?:this|that|it)|on (?:the|our|my) to-?do list|(?:is|are|was) (?:a )?(?:hack|kludge)|run out of time|ran out of time)\b|\b(?:machen wir später|vorerst|más adelante|por ahora|plus tard|pour l'instant)\b|以后再/iu;
/** Chosen in so many words, beyond "let's". */
const CHOSEN =
  /\b(?:(?:then |so )?we (?:go|stay|stick|went|settle|are going|remain) (?:with|for|on)|i(?:'m| am) going (?:for|with)|we(?:'re| are) not going to (?:use|introduce|add|support|move|adopt|switch|do)|we (?:won'?t|will not) (?:use|introduce|add|adopt|support|switch)|we(?:'ll| will) (?:use|go with|stay (?:with|on)|stick (?:with|to))|instead of \w[^.]{2,60} we \w+|wins? over)\b|^(?:ok(?:ay)?,? |so |then )?[\w.-]+(?: [\w.-]+){0,3} (?:it is\s*(?:[.!,]|$)|then[.,] \S)|\bwir (?:nehmen|bleiben bei|verwenden|machen|setzen auf)\b|\bon (?:garde|prend|reste)\b|\b(?:nos quedamos con|usamos)\b/iu;
/** Something outside sets it: who, or what cannot be changed. */
const BOUND =
  /\b(?:legal|law|lawyers?|auditors?|contract(?:ually)?|compliance|vendor|licen[cs]e|provider|datasheet|hardware|firmware|regulat\w+|certifi\w+|set in stone|pinned to|code freeze|read[- ]only|read access|no \w+ allowed|nothing else|not allowed|may (?:not|never)|will not|won'?t|can'?t|cannot|forbids?|belongs? to|at (?:the very )?most|at least|knows no|needs to run on|has to run on|still (?:on )?[A-Z]\w+ \d+|are on [A-Z]\w+ \d+|stays?)\b|\b(?:dürfen|darf) (?:\S+ ){0,6}(?:nicht|keine?n?)\b|\b(?:keine?n?|nicht)\b.{0,60}\b(?:dürfen|erlaubt|verlassen)\b|\bversteht nur\b|\bn'accepte que\b|\bne peut pas\b|\b(?:solo|sólo) (?:acepta|admite)\b/iu;

/** A limit with what follows from it or who sets it, a choice, work that was put off, a failure with its cause and cure. */
export function tellsToKeep(passage: string): boolean {
  return (
    (LIMIT.test(passage) && FOLLOWS.test(passage)) ||
    PUT_OFF.test(passage) ||
    tellsCure(passage) ||
    isToldOutright(passage)
  );
}

/** Says so without asking for anything: a bound with a word on why or since when, a choice, a debt that is noted. */
export function isToldOutright(passage: string): boolean {
  if (/[?？]/.test(passage) || personCues.guess.test(passage) || UNDECIDED.test(passage)) return false;
  if (NOTED_DEBT.test(passage) || CHOSEN.test(passage)) return true;
  return (
    BOUND.test(passage) &&
    /,|\b(?:because|since|so)\b/.test(passage) &&
    !personCues.report.test(passage) &&
    !personCues.wish.test(passage) &&
    !MEND_IT.test(passage)
  );
}

const UNDECIDED =
  /\b(?:(?:not|n'?t|un)[ -]?(?:yet )?(?:decided|sure|settled)|whether to|(?:figure|find|work|sort) out (?:whether|if|what|which|how|why)|still thinking|wondering)\b/i;

/** What is yet to be found out settles nothing. */
export function isUndecided(passage: string): boolean {
  return UNDECIDED.test(passage);
}
const MEND_IT = /\b(?:fix|mend|repair|solve|look into) (?:it|this|that|them)\b/i;
/** Who or what sets a limit. */
const SET_BY_OTHERS =
  /\b(?:legal|law|lawyers?|auditors?|contract(?:ually)?|compliance|vendor|licen[cs]e|regulat\w+|datasheet|hardware|set in stone)\b/i;

/** Of what sort it is, where its words leave no doubt. */
export function outrightKind(lead: string, passage: string): "tech_debt" | "constraint" | "preference" | undefined {
  if (NOTED_DEBT.test(passage)) return "tech_debt";
  if (SET_BY_OTHERS.test(passage)) return "constraint";
  if (HABIT.test(lead)) return "preference";
  return CHOSEN.test(passage) || !isToldOutright(passage) ? undefined : "constraint";
}

/** How one works, always or never: said as an order, or as what one likes. */
const HABIT =
  /(?:^|[,:;.] )(?:(?:and|also|please|but) )*(?:always|never|don'?t ever) (?!mind\b)\p{Ll}+\b|\bi (?:always |strongly )?prefer\b|\bi'd rather\b|\b(?:désormais|ab (?:jetzt|sofort)|a partir de ahora|siempre|toujours)\b|以后所有|从现在(?:起|开始)/iu;

export function tellsCure(passage: string): boolean {
  return CAUSE_AND_CURE.test(passage);
}

/** Asks for something to be done, shown or told. */
export function asksForWork(own: string): boolean {
  return personCues.wish.test(own) || personCues.chore.test(own) || /[?？]/.test(own) || saysWanted(own);
}

/** What somebody wants to see or know is over when they do. */
const ASKS_TO_SEE =
  /\b(?:i(?:'d| would) like(?: you)? to|i want(?: you)? to|we need to|can you|could you) (?:see|know|understand|review|check|look|find out|figure|test|try|run|show|explain)\b|我想(?:知道|看|问)/iu;
/** "Nope, still the same" says how it is now. */
const STILL_SO =
  /^(?:also,? |nice,? but |but |and |ok(?:ay)?,? )?(?:it (?:is|was|looks|looked|takes|took|seems|seemed|opens|opened|works|worked)|i (?:also )?(?:clicked|opened|pressed|tested|restarted|started|rebooted|moved)|when (?:it|i) (?:starts?|started|opens?|runs?|ran|click(?:ed)?)|(?:yea|yeah|indeed|yes),? (?:that|they|it))\b(?!.*\b(?:should|must|always|never|only|because)\b)|\b(?:has|have) (?:already |just )?been (?:done|made|fixed|handled|merged|applied|added|removed|updated|implemented|completed)\b(?!.*\b(?:should|must|so|because)\b)|^(?:no|nope|hmm?|wait)[,.!]?\s+(?:it'?s |that'?s |it is )?(?:still|same|not (?:yet|working)|doesn'?t|does not|didn'?t)\b|^(?:i (?:ran|tried|tested|checked|get|got|see)|i'?m (?:getting|seeing)|getting|seeing|it (?:says|fails|shows|throws)|still)\b/i;
/** "…, no?" and "could we just …?" say how it should be. */
const TAGGED =
  /,\s*(?:no|right|correct|or)\s*\?|\b(?:could|can|why (?:don'?t|not)|should(?:n'?t)?) (?:we|you|it)\b[^?]*\b(?:just|instead|rather|not|only|also)\b/i;

/** How things are at the moment, or what somebody wants to see of them. */
export function tellsHowItIs(sentence: string): boolean {
  return ASKS_TO_SEE.test(sentence) || STILL_SO.test(sentence);
}

export function isPlainQuestion(sentence: string): boolean {
  const asks = /[?？]\s*$/.test(sentence) || /怎么|为什么|是不是|是什么|吗$|应该怎|如何/u.test(sentence);
  return asks && !TAGGED.test(sentence);
}
