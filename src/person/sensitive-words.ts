/**
 * The commonest words people use of themselves for what is kept of nobody, in the languages besides English that most
 * developers write: one row a language, one entry a class. A word counts only where somebody says it of themselves.
 */

/** The classes these words tell. */
type Told =
  | "health"
  | "religion"
  | "sexual-life"
  | "politics"
  | "ethnic-origin"
  | "union"
  | "identity-number"
  | "address";

interface Words {
  /** After "I am". */
  readonly am?: string;
  /** After "I have", "I take", "diagnosed with" or "my". */
  readonly have?: string;
  /** Telling by themselves. */
  readonly says?: string;
}

interface Tongue {
  readonly iAm: string;
  readonly iHave: string;
  /** Between the words and what follows: nothing where a script sets no spaces. */
  readonly gap: string;
  readonly words: Readonly<Partial<Record<Told, Words>>>;
  /** Keys of the profile that are of a class whatever their value. */
  readonly keys: Readonly<Partial<Record<Told, readonly string[]>>>;
}

const tongues: Readonly<Record<string, Tongue>> = {
  german: {
    iAm: "ich (?:bin|war)(?: (?:ein|eine|auch|gläubige[rs]?|praktizierende[rs]?|bekennende[rs]?))*",
    iHave: "ich (?:habe|hatte|bekam|nehme|leide (?:an|unter))(?: (?:eine?n?|meine?n?))?|meine?[rmn]?|diagnose:?",
    gap: " ",
    words: {
      health: {
        am: "schwanger|depressiv|autistisch|diabetiker(?:in)?|epileptiker(?:in)?|behindert|schwerbehindert|alkoholiker(?:in)?|chronisch krank|hiv-positiv|in therapie",
        have: "krebs|diabetes|depression(?:en)?|epilepsie|asthma|multiple sklerose|migräne|angststörung|adhs|autismus|burnout|behinderung|antidepressiva|chemotherapie|fehlgeburt|therapeut(?:in)?|psychiater(?:in)?|schwangerschaft|blutgruppe",
        says: "(?:ich )?wurde (?:mit )?[\\p{L} -]{2,30} diagnostiziert",
      },
      religion: {
        am: "christ(?:in)?|muslim(?:in|a)?|moslem|jude|jüdin|jüdisch|katholisch|katholik(?:in)?|evangelisch|protestant(?:in)?|buddhist(?:in)?|hindu|atheist(?:in)?|zeuge jehovas",
        have: "religion|konfession|glaubensgemeinschaft|kirchengemeinde",
      },
      "sexual-life": {
        am: "schwul|lesbisch|bisexuell|homosexuell|heterosexuell|transgender|trans(?:frau|mann)|queer",
        have: "sexuelle orientierung|sexualität",
      },
      politics: {
        am: "(?:sozial|christ)demokrat(?:in)?|sozialist(?:in)?|kommunist(?:in)?|anarchist(?:in)?|(?:spd|cdu|csu|afd|fdp)-(?:mitglied|wähler(?:in)?)|parteimitglied",
        says: "ich (?:wähle|wählte|habe) (?:immer )?(?:die )?(?:spd|cdu|csu|afd|fdp|grünen|linke|linken|svp|övp|fpö)(?: gewählt)?|meine politische (?:meinung|einstellung|haltung)",
      },
      "ethnic-origin": { have: "ethnische herkunft|hautfarbe|ethnie" },
      union: {
        am: "gewerkschafter(?:in)?|gewerkschaftsmitglied|(?:in|mitglied) der gewerkschaft|mitglied (?:bei|von) (?:ver\\.?di|der ig metall)",
      },
      "identity-number": {
        says: "(?:personalausweis|reisepass|pass|sozialversicherungs|steuer-?id|steueridentifikations)-?(?:nummer|nr)?\\.?[ :]{1,3}(?:ist |lautet )?(?=[a-z0-9 ]{0,12}\\d)[a-z0-9][a-z0-9 ]{5,14}",
      },
      address: {
        says: "ich wohne in der [\\p{L}-]{3,30}|meine (?:wohn|post|privat)?(?:adresse|anschrift) (?:ist|lautet)",
      },
    },
    keys: {
      health: ["gesundheit", "krankheit", "diagnose", "medikamente", "behinderung", "blutgruppe"],
      religion: ["glaube", "konfession"],
      politics: ["politik", "partei", "politische-meinung"],
      "ethnic-origin": ["ethnie", "hautfarbe"],
      union: ["gewerkschaft"],
      "identity-number": ["personalausweis", "reisepass", "steuer-id", "sozialversicherungsnummer"],
      address: ["adresse", "anschrift", "wohnadresse"],
    },
  },
  french: {
    iAm: "(?:je suis|j['’]étais)(?: (?:une?|aussi))*",
    iHave:
      "j['’]ai(?: eu)?(?: (?:une?|le|la|un|du|de la))?|je (?:souffre|suis atteinte?) (?:d['’]|de |du )(?:la )?|je prends(?: (?:des|un|une))?|atteinte? (?:d['’]|de |du )|m(?:on|a|es)",
    gap: " ?",
    words: {
      health: {
        am: "enceinte|diabétique|dépressi(?:f|ve)|épileptique|autiste|handicapée?|alcoolique|séropositi(?:f|ve)|en thérapie",
        have: "cancer|diabète|dépression|épilepsie|asthme|sclérose en plaques|migraines?|tdah|autisme|handicap|antidépresseurs?|chimiothérapie|thérapeute|psychiatre|psy|grossesse|groupe sanguin",
      },
      religion: {
        am: "chrétien(?:ne)?|catholique|musulmane?|jui(?:f|ve)|protestante?|bouddhiste|hindoue?|athée|croyante?|pratiquante?|témoin de jéhovah",
        have: "religion|église|mosquée|paroisse",
      },
      "sexual-life": {
        am: "gay|lesbienne|bisexuel(?:le)?|homosexuel(?:le)?|hétérosexuel(?:le)?|transgenre|trans",
        have: "orientation sexuelle|sexualité",
      },
      politics: {
        am: "socialiste|communiste|anarchiste|de gauche|de droite|(?:membre|adhérente?) du parti",
        says: "(?:je vote|j['’]ai voté) (?:pour |contre |à )?(?:l[ea]s? )?(?:parti|macron|le pen|mélenchon|gauche|droite|rn|lfi|écologistes|socialistes)|mes (?:opinions?|idées) politiques?",
      },
      "ethnic-origin": { have: "origine ethnique|couleur de peau" },
      union: { am: "syndiquée?|syndicaliste|(?:membre|adhérente?) (?:du|d['’]un) syndicat|à la (?:cgt|cfdt)" },
      "identity-number": {
        says: "(?:numéro de )?(?:sécurité sociale|sécu|passeport|carte d['’]identité)[ :]{1,3}(?:est )?(?=[a-z0-9 ]{0,12}\\d)[a-z0-9][a-z0-9 ]{5,20}",
      },
      address: { says: "j['’]habite (?:au )?\\d{1,4}|mon adresse (?:postale |personnelle )?est" },
    },
    keys: {
      health: ["sante", "maladie", "diagnostic", "medicaments", "handicap"],
      religion: ["croyance", "foi"],
      politics: ["politique", "parti", "opinion-politique"],
      "ethnic-origin": ["origine-ethnique", "couleur-de-peau"],
      union: ["syndicat"],
      "identity-number": ["passeport", "carte-identite", "securite-sociale"],
      address: ["adresse", "domicile"],
    },
  },
  spanish: {
    iAm: "(?:(?:yo )?soy|estoy|era)(?: (?:una?|también))*",
    iHave: "(?:tengo|tuve|padezco|sufro de|tomo|diagnosticaron)(?: (?:una?|el|la|de|un))?|mis?",
    gap: " ",
    words: {
      health: {
        am: "embarazada|diabétic[oa]|deprimid[oa]|epiléptic[oa]|autista|discapacitad[oa]|alcohólic[oa]|seropositiv[oa]|en terapia",
        have: "cáncer|diabetes|depresión|epilepsia|asma|esclerosis múltiple|migrañas?|tdah|autismo|ansiedad|discapacidad|antidepresivos|quimioterapia|terapeuta|psiquiatra|embarazo|grupo sanguíneo",
      },
      religion: {
        am: "cristian[oa]|católic[oa](?! con)|musulm[aá]na?|judí[oa]|protestante|budista|hindú|ate[oa]|creyente|testigo de jehová",
        have: "religión|iglesia|mezquita|parroquia|fe(?! en)",
      },
      "sexual-life": {
        am: "gay|lesbiana|bisexual|homosexual|heterosexual|transgénero|trans",
        have: "orientación sexual|sexualidad",
      },
      politics: {
        am: "socialista|comunista|anarquista|de izquierdas?|de derechas?|(?:miembro|militante) del partido|votante (?:de|del)",
        says: "(?:yo )?(?:voto|voté) (?:al?|por|contra) (?:el |la )?(?:partido|psoe|pp|vox|podemos|sumar|morena|izquierda|derecha)|mis? (?:ideas|opiniones|ideología) políticas?|mi ideología",
      },
      "ethnic-origin": { have: "origen étnico|etnia|raza|color de piel" },
      union: { am: "sindicalista|(?:afiliad[oa]|miembro) (?:al|del|de un) sindicato|sindicad[oa]" },
      "identity-number": {
        says: "(?:mi )?(?:dni|nie|nif|curp|pasaporte|seguridad social)(?: es|:| n[úu]mero)[ :]{0,2}(?=[a-z0-9 ]{0,12}\\d)[a-z0-9][a-z0-9 -]{5,18}",
      },
      address: { says: "vivo en (?:la )?(?:calle|avenida|plaza|c/)|mi (?:dirección|domicilio) es" },
    },
    keys: {
      health: ["salud", "enfermedad", "diagnostico", "medicacion", "discapacidad"],
      religion: ["fe", "creencia"],
      politics: ["politica", "partido", "ideologia"],
      "ethnic-origin": ["etnia", "raza", "origen-etnico"],
      union: ["sindicato"],
      "identity-number": ["dni", "nie", "pasaporte", "seguridad-social"],
      address: ["direccion", "domicilio"],
    },
  },
  portuguese: {
    iAm: "(?:(?:eu )?sou|estou|era)(?: (?:uma?|também))*",
    iHave: "(?:tenho|tive|sofro de|tomo)(?: (?:uma?|o|a))?|diagnosticad[oa] com|minhas?|meus?",
    gap: " ",
    words: {
      health: {
        am: "grávida|diabétic[oa]|deprimid[oa]|epiléptic[oa]|autista|deficiente|alcoólatra|soropositiv[oa]|em terapia",
        have: "câncer|cancro|diabetes|depressão|epilepsia|asma|esclerose múltipla|enxaquecas?|tdah|autismo|ansiedade|deficiência|antidepressivos|quimioterapia|terapeuta|psiquiatra|gravidez|tipo sanguíneo",
      },
      religion: {
        am: "cristão|cristã|católic[oa]|evangélic[oa]|muçulman[oa]|judeu|judia|protestante|budista|hindu|ateu|ateia|crente|testemunha de jeová",
        have: "religião|igreja|mesquita|paróquia|fé(?! n[oa]s?)",
      },
      "sexual-life": {
        am: "gay|lésbica|bissexual|homossexual|heterossexual|transgênero|transgénero|trans",
        have: "orientação sexual|sexualidade",
      },
      politics: {
        am: "socialista|comunista|anarquista|de esquerda|de direita|(?:membro|filiad[oa]) (?:do|ao) partido|petista|bolsonarista",
        says: "(?:eu )?(?:voto|votei) (?:n[oa]|em|contra o) (?:partido|pt|psd|ps|lula|bolsonaro|esquerda|direita|chega)|minhas? (?:opiniões|opinião|ideias) políticas?",
      },
      "ethnic-origin": { have: "origem étnica|etnia|raça|cor d[ae] pele" },
      union: { am: "sindicalista|sindicalizad[oa]|(?:membro|filiad[oa]) (?:do|ao|de um) sindicato" },
      "identity-number": {
        says: "(?:meu )?(?:cpf|rg|nif|passaporte)(?: é|:| número)[ :]{0,2}(?=[a-z0-9 .-]{0,12}\\d)[a-z0-9][a-z0-9 .-]{5,18}",
      },
      address: { says: "moro n[ao] (?:rua|avenida|praça)|meu endereço é|minha morada é" },
    },
    keys: {
      health: ["saude", "doenca", "diagnostico", "medicacao", "deficiencia"],
      religion: ["religiao", "crenca"],
      politics: ["politica", "partido"],
      "ethnic-origin": ["etnia", "raca"],
      union: ["sindicato"],
      "identity-number": ["cpf", "rg", "nif", "passaporte"],
      address: ["endereco", "morada"],
    },
  },
  italian: {
    iAm: "(?:(?:io )?sono|ero)(?: (?:una?|un['’]|anche))*",
    iHave:
      "ho(?: avuto)?(?: (?:una?|il|la|un))?|soffro di|prendo(?: (?:gli|un))?|mi hanno diagnosticato(?: (?:il|la|un|una))?|(?:il mio|la mia|i miei)",
    gap: " ",
    words: {
      health: {
        am: "incinta|diabetic[oa]|depress[oa]|epilettic[oa]|autistic[oa]|disabile|alcolista|sieropositiv[oa]|in terapia",
        have: "cancro|tumore|diabete|depressione|epilessia|asma|sclerosi multipla|emicranie?|adhd|autismo|disabilità|antidepressivi|chemioterapia|terapeuta|psichiatra|gravidanza|gruppo sanguigno",
      },
      religion: {
        am: "cristian[oa]|cattolic[oa]|musulman[oa]|ebre[oa]|protestante|buddista|induista|ate[oa]|credente|testimone di geova",
        have: "religione|chiesa|moschea|parrocchia|fede(?! ne)",
      },
      "sexual-life": {
        am: "gay|lesbica|bisessuale|omosessuale|eterosessuale|transgender|trans",
        have: "orientamento sessuale|sessualità",
      },
      politics: {
        am: "socialista|comunista|anarchic[oa]|di sinistra|di destra|iscritt[oa] al partito",
        says: "(?:io )?(?:voto|ho votato) (?:per )?(?:il |la |i )?(?:partito|pd|lega|fratelli d['’]italia|m5s|5 stelle|sinistra|destra)|le mie (?:idee|opinioni) politiche",
      },
      "ethnic-origin": { have: "origine etnica|etnia|razza|colore della pelle" },
      union: { am: "sindacalista|iscritt[oa] (?:al|a un) sindacato|(?:della|alla) cgil" },
      "identity-number": {
        says: "(?:il mio )?(?:codice fiscale|passaporto|carta d['’]identità)(?: è|:)[ :]{0,2}(?=[a-z0-9 ]{0,12}\\d)[a-z0-9][a-z0-9 ]{5,18}",
      },
      address: { says: "abito in (?:via|viale|piazza|corso)|il mio indirizzo (?:di casa )?è" },
    },
    keys: {
      health: ["salute", "malattia", "diagnosi", "disabilita"],
      religion: ["religione", "fede"],
      politics: ["politica", "partito"],
      "ethnic-origin": ["etnia", "razza"],
      union: ["sindacato"],
      "identity-number": ["codice-fiscale", "passaporto"],
      address: ["indirizzo", "residenza"],
    },
  },
  japanese: {
    iAm: "(?:私|僕|俺|わたし|自分)は",
    iHave: "(?:私|僕|俺|わたし|自分)(?:は|の)|持病(?:は|が)",
    gap: "",
    words: {
      health: {
        am: "妊娠中|妊娠して|障害者|自閉症|アルコール依存",
        have: "癌|がん(?:です|で|に|を)|糖尿病|うつ病|鬱病|てんかん|喘息|発達障害|不安障害|精神科|血液型",
        says: "(?:うつ病|鬱病|糖尿病|癌|がん|adhd|発達障害|てんかん|双極性障害)(?:と診断|を患|です|になりました)|抗うつ薬を",
      },
      religion: {
        am: "(?:キリスト|仏|イスラム|ユダヤ|ヒンドゥー)教徒|クリスチャン|ムスリム|カトリック|創価学会|無神論者",
        have: "宗教は|信仰は",
      },
      "sexual-life": {
        am: "ゲイ(?![トンツ])|レズビアン|同性愛者|バイセクシュアル|両性愛者|トランスジェンダー|異性愛者",
        have: "性的指向|性自認",
      },
      politics: {
        am: "(?:自民|立憲|共産|公明|維新|社民)[\\p{L}]{0,6}(?:党員|支持)|共産主義者|社会主義者",
        says: "(?:自民党|立憲民主党|共産党|公明党|維新)に(?:投票|入れ)|政治的(?:信条|意見)は",
      },
      "ethnic-origin": { have: "民族は|人種は|肌の色" },
      union: { am: "労働?組合員|労働組合に", says: "労働組合に(?:入って|加入)" },
      "identity-number": { says: "(?:マイナンバー|パスポート番号|旅券番号|免許証番号)(?:は|:|：)\\s?[a-z0-9]{6,}" },
      address: { says: "(?:自宅の?)?住所は[^\\s]{0,12}[都道府県市区町村]|に住んで[^\\s]{0,6}\\d+(?:丁目|番地)" },
    },
    keys: {
      health: ["健康", "病気", "持病", "血液型"],
      religion: ["宗教", "信仰"],
      politics: ["政治", "支持政党"],
      address: ["住所"],
      "identity-number": ["マイナンバー"],
    },
  },
  chinese: {
    iAm: "我(?:是|曾是|也是)(?:一?个|一?名|虔诚的)?",
    iHave: "我(?:患有|患了|得了|有|确诊(?:了|为)?|在吃|在服用|的)",
    gap: "",
    words: {
      health: {
        am: "孕妇|残疾人|糖尿病(?:人|患者)|抑郁症患者|癌症患者|自闭症",
        have: "癌症|糖尿病|抑郁症|癫痫|哮喘|艾滋病|多动症|焦虑症|自闭症|双相|精神病|抗抑郁药|血型|心理医生|残疾",
        says: "我怀孕|被(?:确诊|诊断)(?:为|患有|出)",
      },
      religion: {
        am: "基督徒|天主教徒|佛教徒|穆斯林|犹太教?徒?|无神论者|回教徒|道教徒",
        have: "宗教信仰|信仰是",
        says: "我信(?:基督|佛|伊斯兰|天主)",
      },
      "sexual-life": { am: "同性恋|双性恋|异性恋|跨性别|男同|女同|酷儿", have: "性取向|性别认同" },
      politics: {
        am: "共产党员|中共党员|国民党员|民进党员|社会主义者|党员",
        have: "政治(?:观点|立场|面貌)",
        says: "我(?:投票给|投给|支持)(?:共和党|民主党|国民党|民进党|保守党|工党)",
      },
      "ethnic-origin": { have: "民族是|种族|肤色" },
      union: { am: "工会会员|工会成员", says: "我加入了?工会" },
      "identity-number": { says: "(?:身份证号?码?|护照号?码?|社保号)(?:是|为|:|：)?\\s?[a-z0-9]{6,}" },
      address: { says: "我(?:家)?住在[^\\s，。]{0,20}(?:路|街|巷|弄)\\d+|(?:家庭|我的)(?:住址|地址)(?:是|:|：)" },
    },
    keys: {
      health: ["健康", "疾病", "病史", "血型"],
      religion: ["宗教", "信仰"],
      politics: ["政治", "政治面貌"],
      "ethnic-origin": ["民族", "种族"],
      address: ["地址", "住址"],
      "identity-number": ["身份证"],
    },
  },
};

/** Of a class: what somebody says of themselves, in any of these languages. */
export function patternsOf(told: string): RegExp[] {
  return Object.values(tongues).flatMap(({ iAm, iHave, gap, words }) => {
    const { am, have, says } = words[told as Told] ?? {};
    const [before, after] = gap === "" ? ["", ""] : ["(?<!\\p{L})", "(?!\\p{L})"];
    return [
      ...(am === undefined ? [] : [`${before}(?:${iAm})${gap}(?:${am})${after}`]),
      ...(have === undefined ? [] : [`${before}(?:${iHave})${gap}(?:${have})${after}`]),
      ...(says === undefined ? [] : [`${before}(?:${says})${after}`]),
    ].map((source) => new RegExp(source, "iu"));
  });
}

export function sensitiveKeysOf(told: string): string[] {
  return Object.values(tongues).flatMap(({ keys }) => keys[told as Told] ?? []);
}
