/**
 * How telling a word is where engineers write: row n holds the stems that count n/20; whatever is in no row counts 1.
 * Written by `npm run bench -- background` from 96983 paragraphs of documentation and 10992 lines of change
 * logs; docs/benchmarks.md names them and their licences. Never edit single words, count anew.
 */

export const backgroundRows: readonly string[] = [
  `  `,
  `  `,
  `  `,
  `  `,
  `  `,
  `  `,
  `  `,
  `  `,
  `  `,
  `  `,
  ` us `,
  ` add type `,
  ` 1 file name new test `,
  ` call chang set valu version `,
  ` 2 build code fix function make on option packag path run updat `,
  ` 0 3 ad allow check default doc document error gener get index instead key list method pass read support
time without work `,
  ` 6 8 apy command compil creat depend dev end exampl field first follow format http implement import includ
instal json like limit line may memory modul note object open pars process project refer remov result
return script sourc start string window write `,
  ` 10 4 5 64 accept argument array byte c case config copy empty enabl entry express fail featur flag git
github given handl issu keep library link map match merg messag move non number oper order output part
point provid releas replac requir search share sinc size specify still take target text tool true try
two user variabl warn way `,
  ` 11 12 16 32 7 9 already alway apply auto avail avoid back base behavior binary block bound break bug
built cach caus ci close compar compat configur contain core count current custom data debug defin definit
dep differ directory e edit encod environ every except execut exist export extens fals find found help
ignor improv inform init inity io kind last let load longer look made many mean miss mode multipl nativ
need next node null old paramet perform place possibl prefer print program publish readm repository root
safe section see show singl specif split standard state statement store switch sync syntax system tabl
thread url word x `,
  ` 13 15 20 access action addit align anoth assign assocy attribut automat begin better bind bit branch
buffer captur charact class client collect com comma comment commit common complet condit consist content
convert correct crash deprec descript detail detect develop directly disabl display distribut download
drop due effect either ensur even expect extend failur filter fn form free full futur g give global go
group guid hash hook host howev html id indic inspect int invalid item iter known left length level licens
lint linux local lock log main mark master max meta metadata model modify n nest never none noth optim
org origin os page pattern person platform plugin prefix property rather raw refactor reject report request
resolv rule runtim self separ server session sever side sign sort special static statu step stop strict
style sub suggest symbol tag term thing token track tree turn util v valid verify via well whether within
wrap written zero `,
];
