/** The thesaurus by its stems. Written by `npm run bench -- thesaurus` from bench/door/thesaurus-words.ts: edit there. */

export const thesaurusTable = `
1|kubernet|k8s|kube|
1|databas|db|datastor|data store|
1|authent|auth|authn|login|log in|sign in|signin|logon|log on|
.7|authent|session|credenty|oauth|sso|ident|
1|author|authz|permiss|access control|rbac|acl|privileg|role|access right|
1|logout|log out|sign out|signout|
1|signup|sign up|regist|registr|creat account|onboard|
1|end to end|e2e|integr test|system test|browser test|accept test|
.8|end to end|playwright|cypress|selenium|puppet|webdriv|
1|unit test|spec|test case|unittest|
.6|test|jest|vitest|pytest|junit|mocha|rspec|coverag|assert|
1|flaky|flake|intermitt|sometim fail|nondeterminist|non determinist|randomly fail|unstabl|sporad|every now and then|now and then|occasion|
1|deploy|roll out|rollout|ship|releas|go live|push to product|publish|launch|
1|rollback|roll back|revert|back out|undo|go back to the previou|
1|product|prod|live system|live environ|
1|stage|preprod|pre product|uat|test environ|
1|continu integr|ci|pipelin|build server|github action|gitlab ci|jenkin|workflow|circlecy|build job|
1|hang|freez|stuck|stall|block|never finish|doe not finish|unrespons|deadlock|lock up|sit there|frozen|no progress|
1|crash|segfault|panic|abort|blow up|dy|core dump|fall over|kill|goe down|went down|
1|slow|sluggish|latenc|take forev|take ag|laggy|lag|perform|take too long|speed up|faster|crawl|bottleneck|optim|slowly|
.7|perform|profil|benchmark|throughput|
1|error|except|failur|fault|traceback|stack trace|stacktrac|
1|fail|break|broken|doe not work|doesn t work|not work|stop work|red|
1|bug|defect|regress|issu|
1|timeout|time out|deadlin exceed|deadlin|
1|retry|try again|backoff|re run|rerun|attempt again|reattempt|exponenty backoff|
1|mutex|lock|critic section|semaphor|
1|race condit|race|data race|concurr bug|concurr access|
.7|concurr|thread|parallel|goroutin|async|multithread|worker|
1|memory leak|leak|memory grow|grow memory|memory usag climb|
1|out of memory|oom|oomkil|heap exhaust|run out of memory|memory limit|
1|environ variabl|env var|env variabl|dotenv|env|environ|
.8|environ variabl|configur|config|set|
1|configur|config|set|option|prefer|conf|paramet|
1|secret|credenty|password|apy key|token|privat key|apikey|passphras|
.7|secret|vault|key manag|km|secret manag|keychain|
1|featur flag|featur toggl|toggl|switch|launchdarkly|flag|gate|behind a flag|
1|cach|memoiz|memois|
.7|cach|redy|memcach|ttl|invalid|stale|cdn|etag|
1|stale|outdat|old data|out of date|not refresh|old version|
1|messag queue|queue|broker|kafka|rabbitmq|sq|pubsub|pub sub|topic|event bu|nat|
.7|messag|event|consum|produc|subscrib|subscript|listen|publish|
1|background job|job|worker|cron|schedul task|task|batch|async task|celery|sidekiq|schedul|nightly|
1|cron|nightly|schedul|timer|period|every hour|every night|daily|
1|migrat|schema chang|alter tabl|ddl|add a column|new column|drop a column|renam a column|
.7|schema|tabl|column|migrat|ddl|
1|postgresql|postgr|pg|psql|
.6|postgresql|mysql|sqlite|mariadb|oracl|mongodb|mongo|dynamodb|cassandra|sql server|>|databas|
1|javascript|js|
1|typescript|ts|
.5|typescript|flow|>|type|static type|
1|python|py|
1|golang|go lang|
1|repository|repo|
1|monorepo|mono repo|workspac|multy packag|
1|depend|packag|library|third party|modul|npm packag|vendor|dep|
1|upgrad|bump|updat depend|newer version|updat to|move to version|latest version|
1|pin|lock version|exact version|lockfil|freez version|
1|packag manag|npm|yarn|pnpm|pip|poetry|cargo|maven|gradl|
1|lint|linter|eslint|static analysy|style check|clippy|ruff|flake8|pylint|rubocop|
1|format|formatt|prettier|black|gofmt|code style|indent|
1|pull request|pr|merg request|mr|code review|review|
1|commit messag|commit|convent commit|commit titl|
1|branch|trunk|main branch|mainlin|featur branch|
1|squash|rebas|merg commit|history|fast forward|
1|changelog|releas note|what s new|
1|version|semver|semant version|version number|
1|break chang|backward compat|compat|incompat|
1|deprec|sunset|obsolet|phase out|legacy|end of life|eol|retir|
1|remov|delet|drop|get rid of|rip out|throw away|throw out|prune|clean up|cleanup|purg|kill off|
1|renam|move|reloc|
1|refactor|restructur|rewrit|rework|clean up|reorgan|tidy|split up|extract|
1|architectur|design|structur|layer|layout|
1|decis record|adr|design doc|rfc|
1|document|doc|readm|manual|guid|docstr|wiky|
1|endpoint|rout|apy|handler|url|path|resourc|rest|
.7|apy|graphql|grpc|rest|rpc|webhook|openapy|swagger|
1|rest|http apy|json apy|
1|request|call|http call|query|fetch|
1|respons|reply|answer|payload|body|
1|http client|fetch|axio|request|curl|http library|
1|frontend|front end|ui|client side|user interfac|browser|web app|client|
1|backend|back end|server|server side|servic|
1|microservic|servic|micro servic|separ servic|
1|monolith|singl servic|on big app|
1|contain|docker|imag|dockerfil|podman|container|
1|pod|replica|instanc|node|deploy|
1|helm|chart|kustom|manifest|
1|terraform|infrastructur as code|iac|pulumy|cloudform|tf|opentofu|cdk|
1|cloud|aw|gcp|azur|amazon|googl cloud|
.7|s3|gc|blob storag|bucket|minio|>|object storag|storag|
1|object storag|bucket|s3|blob|blob storag|gc|
1|virtual machin|vm|instanc|ec2|box|host|machin|server|
1|serverless|lambda|function|cloud function|edg function|
1|load balanc|proxy|revers proxy|nginx|ingress|gateway|haproxy|envoy|traefik|
1|certif|cert|tl|ssl|http|x509|letsencrypt|
1|dn|domain|hostnam|name resolut|domain name|
1|firewal|secur group|network policy|allowlist|whitelist|ip rang|egress|ingress rule|
1|vpn|bastion|jump host|ssh|tunnel|
1|monitor|metric|observ|prometheu|grafana|dashboard|telemetry|datadog|
1|alert|pager|on call|oncal|pagerduty|incid|page|woke up|
1|incid|outag|downtim|down|postmortem|unavail|
1|log|logger|print statement|structur log|consol log|println|
1|trace|span|opentelemetry|otel|jaeger|
1|health check|healthcheck|live|ready|probe|heartbeat|healthz|
1|autoscal|autosc|scale up|scale|scale out|more instanc|bigger machin|bigger box|capac|
1|backup|snapshot|dump|restor|disast recovery|recovery|
1|replica|replic|read replica|standby|secondary|follow|slave|
1|shard|partit|
1|index|indic|
1|transact|atom|commit|rollback|isol level|all or noth|
1|query|sql|select|statement|
1|orm|activ record|activerecord|hibern|sqlalchemy|prisma|entity framework|typeorm|django orm|
1|connect pool|pool|connect|pgbouncer|too many connect|max connect|connect limit|
1|foreign key|refer|constraint|relat|
1|primary key|id|identify|uuid|ulid|autoincr|surrog key|guid|
1|soft delet|archiv|tombston|delet flag|delet at|hide instead of delet|
1|duplic|dedup|dedupl|idempot|twice|exactly onc|doubl|charg twice|same again|
1|pagin|page|page through|cursor|next page|limit and offset|infinit scroll|offset|
1|sort|order|rank|
1|filter|narrow|facet|where claus|
1|search|full text search|elasticsearch|lookup|find|opensearch|solr|lucen|typeahead|autocomplet|
1|upload|attach|file upload|multipart|
1|download|export|csv export|save as|
1|import|ingest|load|loader|
1|csv|spreadsheet|excel|xlsx|tsv|
1|serial|marshal|encod|json|protobuf|desery|pars|unmarsh|decod|msgpack|avro|
1|pars|parser|token|lexer|grammar|
1|valid|schema check|sanit|check input|zod|input check|invalid input|
1|escap|sanit|inject|xss|sql inject|sanitis|
1|vulner|cve|secur hole|secur|exploit|advisory|audit|
1|encrypt|cipher|at rest|ae|crypto|cryptography|
1|hash|digest|checksum|sha256|bcrypt|argon2|md5|fingerprint|
1|person data|piy|gdpr|privacy|user data|data protect|privat data|sensit data|anonym|
1|cooky|session|jwt|session token|bearer token|
1|cor|cross origin|origin|preflight|
1|csrf|xsrf|forgery token|
1|rate limit|throttl|quota|too many request|429|limit request|ratelimit|
1|websocket|socket|real time|realtim|push|live updat|sse|server sent event|stream|
1|email|mail|smtp|newslett|e mail|
1|notif|push notif|alert|notify|toast|notic|apn|fcm|
1|payment|checkout|stripe|bill|charg|credit card|pay|invoic|paypal|purchas|card|
1|refund|chargeback|money back|credit note|reimburs|
1|money|price|amount|currenc|cent|decim|euro|dollar|cost|total|round|
1|tax|vat|sale tax|duty|gst|
1|order|purchas|cart|basket|shop cart|
1|inventory|stock|warehous|sold out|avail|oversel|in stock|
1|ship|delivery|carrier|parcel|shipment|dispatch|fulfil|
1|discount|coupon|voucher|promo|promot|promo code|
1|custom|client|user|account|buyer|shopper|member|
1|admin|administr|back offic|superus|staff|root user|
1|tenant|multy tenant|multiten|organ|custom account|workspac|organis|
1|translat|i18n|internation|local|l10n|languag|
1|timezon|time zone|utc|local time|daylight save|dst|clock|summer time|
1|date|timestamp|datetim|time|iso 8601|epoch|
1|access|a11y|screen reader|aria|keyboard navig|wcag|contrast|blind user|voiceov|
1|style|css|stylesheet|sass|scss|tailwind|theme|
1|dark mode|theme|night mode|color scheme|dark theme|
1|compon|widget|ui element|control|view|
1|button|link|control|cta|
1|form|input|field|text box|textfield|
1|modal|dialog|popup|overlay|sheet|pop up|
1|page|screen|view|rout|
1|menu|navig|navbar|sidebar|nav|navig bar|header|
1|list|tabl|grid|row|
1|imag|pictur|photo|thumbnail|jpeg|png|webp|bitmap|
1|icon|svg|symbol|logo|
1|font|typefac|typography|webfont|woff|
1|video|movy|clip|player|stream|playback|
1|audio|sound|music|microphon|speaker|
1|anim|transit|motion|tween|
1|state manag|store|redux|vuex|global state|zustand|mobx|state|pinia|recoil|
1|react hook|hook|useeffect|usest|
1|server side render|ssr|hydrat|prerend|static gener|server render|
1|bundl|webpack|vite|rollup|esbuild|bundler|bundl size|tree shake|
1|compil|build|transpil|babel|tsc|
1|compil error|build error|doe not compil|build fail|build failur|doesn t compil|
1|static type|type|type annot|type check|mypy|type hint|type checker|strict mode|any|
1|interfac|contract|protocol|abstract class|trait|
1|inherit|subclass|base class|extend|superclass|
1|composit|mixin|compos|
1|depend inject|di|inject|ioc|contain|
1|singleton|global|global variabl|modul state|static instanc|
1|null|nil|none|undefin|miss valu|nullabl|null pointer|npe|option|
1|except|throw|rais|try catch|rescu|catch|
1|result type|either|error valu|return an error|monad|
1|assert|invary|precondit|sanity check|
1|mock|stub|fake|test doubl|monkeypatch|spy|
1|fixtur|test data|seed|sampl data|factory|seed data|dummy data|
1|snapshot test|golden file|snapshot|visual regress|golden|screenshot test|approv test|
1|test coverag|coverag|untest|
1|load test|stress test|k6|jmeter|locust|perform test|
1|fuzz|property base|property test|quickcheck|hypothesy|
1|debug|debugg|breakpoint|step through|gdb|inspect|
1|reproduc|repro|happen again|
1|local|laptop|my machin|develop machin|dev machin|workstat|localhost|
1|setup|set up|instal|bootstrap|get start|onboard|new machin|
1|script|command|cly|command line|termin|shell|bash|tool|
1|flag|option|argument|switch|cly option|command line option|
1|exit code|return code|statu code|nonzero|exit statu|
1|stdout|standard output|output|print|consol|
1|interact|prompt|tty|ask the user|confirm|
1|progress bar|spinner|progress|progress indic|
1|file|document|path|
1|directory|folder|dir|
1|symlink|symbol link|link|
1|temporary|temp|tmp|scratch|
1|disk|storag|volum|filesystem|disk space|no space left|persist volum|drive|
1|encod|utf 8|utf8|unicod|charset|mojibak|umlaut|special charact|weird charact|
1|newlin|line end|crlf|line break|eol|
1|regex|regular express|regexp|pattern|
1|templat|jinja|handlebar|mustach|boilerpl|
1|code gener|codegen|gener code|gener|autogener|
1|plugin|extens|addon|add on|
1|middlewar|interceptor|filter|hook|pipelin stage|
1|event|signal|callback|listen|emit|observ|
1|poll|long poll|check period|
1|stream|chunk|backpressur|buffer|
1|buffer|ring buffer|circular buffer|fifo|
1|batch|bulk|in on go|chunk|bulk insert|
1|garbag collect|gc|collector|
1|alloc|malloc|heap|dynam memory|new|
1|stack|stack overflow|recurs|
1|pointer|refer|derefer|dangl|
1|unsaf|undefin behavior|undefin behaviour|ub|
1|overflow|integ overflow|wraparound|wrap around|too larg|exce the rang|
1|float point|float|doubl|precis|round error|fix point|
1|random|rng|seed|prng|determinist|
1|microcontrol|mcu|firmwar|embed|board|chip|soc|stm32|esp32|arduino|
1|interrupt|isr|irq|interrupt handler|
1|watchdog|reset|reboot|restart|wdt|brownout|
1|bootload|ota|over the air|firmwar updat|flash|dfu|reflash|
1|sensor|adc|probe|read|measur|sampl|
1|uart|serial|serial port|rs232|tty|baud|
1|i2c|spy|bu|can bu|twy|
1|bluetooth|ble|radio|wireless|gatt|pair|
1|wify|wi fi|network|wlan|connect|
1|battery|power|sleep|low power|power consumpt|energy|current draw|drain|
1|gpio|pin|pull up|output pin|
1|rto|schedul|freerto|zephyr|task|
1|regist|memory map|peripher|mmio|
1|data pipelin|etl|elt|dag|airflow|dagster|prefect|data flow|workflow|
1|backfil|reprocess|replay|recomput|rerun history|histor data|
1|data warehous|warehous|bigquery|snowflak|redshift|lakehous|data lake|delta lake|
1|dbt|model|transform|mart|
1|spark|pyspark|hadoop|datafram|cluster job|
1|parquet|columnar|orc|arrow|feather|
1|late data|late arriv|watermark|out of order|arriv late|delay event|
1|data quality|great expect|valid|anomaly|sanity check|bad data|wrong number|
1|lineag|proven|origin of data|audit trail|
1|dimens|fact tabl|star schema|slowly chang|scd|
1|machin learn|ml|model|neural network|deep learn|ai|
1|train|fit|fine tune|finetun|learn|
1|infer|predict|serv|score|
1|dataset|data set|corpu|train data|exampl|
1|label|annot|ground truth|
1|hyperparamet|learn rate|batch size|lr|hparam|sweep|tune|
1|loss|nan|diverg|loss spike|explod|blow up|gradient explos|
1|gradient|backprop|clip|gradient clip|backward pass|
1|checkpoint|weight|save model|resum|snapshot|model file|
1|gpu|cuda|acceler|tpu|graphic card|vram|devic|
1|mix precis|fp16|bf16|half precis|float16|amp|autocast|
1|overfit|gener|regular|dropout|memor|
1|evalu|eval|metric|benchmark|valid set|accuracy|f1|holdout|
1|data leakag|leakag|leak|contamin|test set in train|
1|embed|vector|encod|represent|
1|token|vocabulary|bpe|
1|expery track|mlflow|wandb|weight and bias|run log|expery|
1|augment|flip|crop|jitter|
1|distribut train|ddp|multy gpu|nccl|data parallel|sever gpu|
1|mobil|phone|android|io|app|iphon|smartphon|handset|
1|tablet|ipad|larg screen|
1|app store|play store|testflight|store review|app review|googl play|
1|offlin|no connect|no network|airplan mode|without internet|no internet|poor connect|no signal|tunnel|
1|sync|synchron|conflict resolut|merg|synchronis|
1|deep link|univers link|url scheme|app link|
1|push notif|apn|fcm|remot notif|
1|permiss prompt|locat permiss|camera permiss|runtim permiss|
1|background|suspend|background task|in the background|
1|swift|swiftuy|uikit|
1|kotlin|jetpack compos|compos|java|
1|react nativ|expo|flutter|cross platform|
1|local storag|sqlite|realm|core data|room|asyncstorag|on devic databas|localstorag|userdefault|
1|crash report|crashlyt|sentry|bugsnag|error track|
1|analyt|track|telemetry|mixpanel|amplitud|usag data|googl analyt|
1|ab test|a b test|expery|split test|variant|
1|game engin|unity|unreal|godot|engin|
1|frame rate|fp|frame time|stutter|jank|frame per second|choppy|frame drop|
1|physic|collis|rigidbody|hitbox|collid|
1|render|draw|paint|draw call|raster|
1|shader|matery|gpu program|hlsl|glsl|
1|textur|sprite|atla|tileset|asset|sprite sheet|
1|save game|savegam|save file|game save|savefil|progress lost|
1|multiplay|netcod|network play|lockstep|onlin play|co op|matchmak|
1|level|map|scene|world|
1|player|charact|avatar|hero|
1|enemy|mob|npc|monster|oppon|ai behaviour|
1|game loop|tick|updat loop|fix timestep|timestep|delta time|
1|input|control|gamepad|keyboard|joystick|key bind|keybind|
1|object pool|pool|reus object|spawn|
1|entity compon system|ec|entity|
1|terraform state|state file|tfstate|remot state|state lock|
1|drift|manual chang|clickop|chang by hand|in the consol|chang in the consol|
1|tag|label|cost tag|
1|cost|bill|expens|spend|budget|cheap|pricey|save money|
1|region|avail zone|multy region|data center|zone|eu west 1|us east 1|
1|network|vpc|subnet|cidr|peer|
1|iam|role|policy|least privileg|servic account|assum role|
1|modul|reusabl modul|share modul|
1|apply|plan|provis|creat resourc|
1|blue green|canary|gradual rollout|stage rollout|percentag rollout|phase|
1|zero downtim|no downtim|roll updat|without interrupt|mainten window|
1|hotfix|emerg fix|urgent fix|quick patch|patch releas|
1|code owner|codeown|approv|review|sign off|
1|licens|licenc|gpl|mit|copyright|
1|gener id|sequenc|counter|snowflak id|
1|user agent|browser version|browser support|ie11|safary|old browser|internet explor|
1|polyfil|shim|fallback|browser support|
1|seo|search engin|crawler|sitemap|meta tag|googlebot|robot|
1|redirect|301|302|rewrit url|forward|
1|404|not found|miss page|dead link|
1|500|intern server error|server error|5xx|
1|502|503|504|bad gateway|gateway timeout|servic unavail|
1|401|403|unauthor|forbidden|access deny|permiss deny|not allow|
1|why|reason|rational|how come|what made us|
1|allow|may i|can i|is it ok|ar we allow|okay to|
1|instead of|rather than|replac|swap|switch to|switch from|migrat to|move to|substitut|
1|new|creat|add|introduc|anoth|
1|choos|pick|select|decid|which on|
1|owner|team|maintain|respons|
1|extern|third party|vendor|outsid|partner|supplier|
1|intern|privat|in hous|own|
1|share|reus|common|
1|copy|duplic|copy past|clone|
1|larg|big|huge|giant|massiv|
1|small|tiny|littl|minim|
1|increas|rais|grow|more|bump up|higher|
1|decreas|reduc|lower|cut|shrink|less|fewer|
1|start|launch|boot|startup|come up|start up|boot up|
1|stop|shutdown|termin|kill|shut down|halt|
1|restart|reboot|bounc|cycl|
1|enabl|turn on|activ|switch on|
1|disabl|turn off|deactiv|switch off|mute|
1|skip|ignor|bypass|leav out|omit|exclud|
1|show|display|render|present|visibl|
1|hide|conceal|invis|suppress|
1|wrong|incorrect|bad|off|mistaken|
1|miss|absent|lost|gone|disappear|vanish|
1|empty|blank|noth|
1|limit|maximum|cap|max|ceil|quota|upper bound|
1|minimum|min|at least|floor|
1|split|separ|divid|break up|
1|combin|merg|join|unify|consolid|
1|convert|transform|turn into|translat|
1|compress|gzip|zip|brotly|shrink|
1|watch|hot reload|live reload|hmr|auto reload|reload|
1|hardcod|hard code|liter|constant|magic number|
1|workaround|hack|kludg|temporary fix|band aid|
1|tech debt|technic debt|legacy code|todo|leftov|
1|convent|guidelin|style guid|name|rule|standard|
1|domain model|aggreg|entity|domain|busy logic|ddd|
1|event sourc|event store|cqr|audit log|append only|
1|saga|compens|distribut transact|outbox|two phase commit|
1|webhook|callback url|incom call|hook endpoint|
1|graph|dag|tree|hierarchy|
1|raspberry pi|edg devic|devic|gateway|unit in the field|
1|csv|delimit|comma separ|
1|pdf|print|report|document gener|
1|chart|plot|graph|visual|diagram|
1|map|geo|locat|latitud|gp|coordin|geocod|
1|calendar|ical|appoint|book|reserv|
1|chat|messag|convers|bot|slack|
1|wasm|webassembl|
1|arm|arm64|aarch64|appl silicon|m1|
1|window|win32|powershel|microsoft|
1|mac|maco|osx|darwin|appl|
1|linux|ubuntu|debian|alpin|unix|
1|root|sudo|administr|privileg|
1|nginx|apach|web server|caddy|
1|static site|jamstack|hugo|next js|gatsby|static page|
1|content manag|cm|wordpress|content|editor|
1|rich text|markdown|wysiwyg|html|
1|tooltip|hint|help text|
1|respons|breakpoint|media query|small screen|narrow screen|
1|lazy load|dynam import|code split|on demand|defer|lazy|
1|preload|prefetch|warm up|eager|
1|servic worker|pwa|offlin cach|
1|ifram|emb|embed|third party content|
1|ad|advert|advertis|banner|commercy|
1|consent|cooky banner|opt in|gdpr|
1|liveblog|blog|articl|post|story|new|
1|comment|discuss|reply|thread|
1|subscript|plan|member|recur|
1|trial|free tier|freemium|
1|patient|medic record|health record|clinic|hospit|
1|appoint|visit|follow up|overdu|
.7|hotjar|mixpanel|amplitud|segment|matomo|plausibl|posthog|googl analyt|gtm|tag manag|fullstory|heap analyt|>|analyt|track|consent|third party|
.7|tiktok|youtub|vimeo|instagram|facebook|twitter|tweet|spotify|soundcloud|>|emb|third party|social media|
.7|jsdelivr|unpkg|cdnj|cloudflar|cloudfront|akamay|fastly|>|cdn|
.7|twilio|text messag|text|whatsapp|vonag|messagebird|>|sm|notif|
.7|sendgrid|mailgun|mailchimp|postmark|se|>|email|mail|
.7|stripe|paypal|adyen|klarna|braintre|squar|appl pay|googl pay|>|payment|checkout|
.7|auth0|okta|keycloak|cognito|firebas auth|passport|devis|>|authent|login|ident|
.7|sentry|bugsnag|rollbar|crashlyt|>|error track|crash report|monitor|
.7|datadog|new relic|prometheu|grafana|splunk|kibana|loky|honeycomb|>|monitor|metric|log|
.7|jenkin|circlecy|travy|github action|gitlab ci|buildkit|teamcity|azur devop|>|ci|pipelin|build|
.7|webpack|vite|rollup|esbuild|parcel|turbopack|swc|>|bundler|build|bundl|
.7|jest|vitest|mocha|jasmin|ava|karma|>|test|unit test|test runner|
.7|cypress|playwright|selenium|puppet|testcaf|webdriv|>|end to end|browser test|e2e|
.7|percy|chromat|backstop|applitool|screenshot|pixel diff|>|visual regress|snapshot test|storybook|
.7|react|vue|svelt|angular|preact|solid|ember|backbon|jquery|>|frontend|compon|framework|ui|
.7|redux|mobx|zustand|recoil|jotay|pinia|vuex|xstate|riverpod|bloc|getx|>|state manag|state|store|
.7|style compon|emot|tailwind|sass|scss|less|css modul|bootstrap|bulma|stylu|>|css|style|
.7|express|fastify|koa|hapy|nestj|flask|django|rail|laravel|spring|gin|>|web framework|backend|server|framework|
.7|axio|superag|got|ky|node fetch|okhttp|retrofit|reqwest|httpx|aiohttp|>|http client|fetch|
.7|moment|dayj|date fn|luxon|joda|>|date|time zone|timestamp|
.7|lodash|underscor|ramda|guava|left pad|>|util library|depend|third party|
.7|mongodb|dynamodb|cassandra|couchdb|firestor|cosmo db|couchbas|>|nosql|databas|document store|
.7|mysql|mariadb|sqlite|oracl|sql server|cockroachdb|planetscal|>|databas|sql|relat|
.7|redy|memcach|valkey|dragonfly|hazelcast|>|cach|session store|
.7|kafka|rabbitmq|sq|nat|pulsar|kinesy|activemq|redpanda|>|queue|messag|event|broker|
.7|elasticsearch|opensearch|algolia|typesens|meilisearch|solr|lucen|lunr|>|search|full text search|index|
.7|sidekiq|celery|resqu|bullmq|hangfir|delay job|rq|>|background job|worker|queue|
.7|airflow|dagster|prefect|luigy|argo|step function|tempor|>|pipelin|workflow|orchestr|dag|
.7|snowflak|bigquery|redshift|databrick|clickhous|duckdb|athena|synaps|>|warehous|analyt databas|
.7|looker|tableau|power bi|metabas|superset|qlik|>|dashboard|report|bi|
.7|spark|flink|beam|hadoop|hive|presto|trino|dask|>|big data|batch|cluster job|
.7|pytorch|tensorflow|kera|jax|lightn|mxnet|>|train|deep learn|model|
.7|wandb|tensorboard|neptun|comet|clearml|>|expery track|run log|mlflow|
.7|onnx|tflite|core ml|tensorrt|openvino|>|infer|on devic|quantiz model|
.7|huggingfac|hug face|transform|bert|gpt|llama|whisper|>|languag model|pretrain model|model|
.7|numpy|panda|polar|scipy|>|datafram|array|
.7|s3|gc|azur blob|minio|r2|backblaz|>|object storag|bucket|
.7|ec2|comput engin|droplet|linod|hetzner|fargat|lightsail|t3|t4g|m5|c5|c7g|>|instanc|virtual machin|server|
.7|lambda|cloud function|vercel function|worker|azur function|>|serverless|function|
.7|vercel|netlify|heroku|render|fly io|github page|railway|cloudflar page|>|host|deploy|static site|
.7|terraform|pulumy|cloudform|cdk|ansibl|chef|puppet|crossplan|>|infrastructur as code|provis|
.7|helm|kustom|argocd|flux|skaffold|tilt|>|kubernet|deploy|
.7|docker|podman|buildah|containerd|kaniko|>|contain|imag|
.7|nginx|haproxy|traefik|envoy|caddy|istio|linkerd|>|proxy|load balanc|gateway|ingress|
.7|vault|secret manag|sop|1password|doppler|km|seal secret|keyvault|>|secret|credenty|
.7|letsencrypt|certbot|acm|openssl|x509|>|certif|tl|
.7|gpg|pgp|ag|openssl|libsodium|nacl|bouncy castl|>|encrypt|crypto|sign|
.7|npm|yarn|pnpm|bun|lerna|nx|turborepo|rush|changeset|>|packag manag|monorepo|workspac|
.7|pip|poetry|conda|pipenv|uv|virtualenv|setuptool|>|packag manag|python environ|
.7|cargo|rustup|crate io|rustc|msrv|edit|>|rust|toolchain|
.7|maven|gradl|bazel|sbt|ant|cmake|make|ninja|meson|>|build tool|build|
.7|eslint|prettier|biom|tslint|stylelint|rubocop|ruff|black|clippy|checkstyl|>|linter|formatt|code style|
.7|husky|lint stage|pre commit|lefthook|commitlint|>|git hook|commit|
.7|dependabot|renov|snyk|npm audit|>|depend updat|vulner|upgrad|
.7|asciidoc|restructuredtext|rst|org mode|mdx|latex|textil|>|markdown|markup|document format|
.7|docusauru|mkdoc|sphinx|gitbook|javadoc|typedoc|swagger ui|>|document|doc|
.7|graphql|grpc|trpc|soap|openapy|swagger|json rpc|thrift|>|apy|schema|protocol|
.7|protobuf|avro|msgpack|thrift|flatbuff|cbor|>|serial|schema|
.7|prisma|typeorm|sequel|hibern|sqlalchemy|activ record|ecto|drizzl|knex|>|orm|query|databas access|
.7|flyway|liquibas|alemb|knex migrat|rail migrat|>|migrat|schema chang|
.7|flutter|react nativ|ionic|xamarin|capacitor|cordova|expo|mauy|>|mobil|cross platform|app|
.7|swiftuy|uikit|jetpack compos|android studio|xcode|>|mobil|app|ui toolkit|
.7|testflight|app store connect|play consol|fastlan|>|app store|releas|store review|
.7|unity|unreal|godot|bevy|phaser|coco|love2d|>|game engin|
.7|vulkan|opengl|directx|metal|webgl|webgpu|glsl|hlsl|>|graphic|shader|render|
.7|freerto|zephyr|mbed|threadx|riot|nuttx|>|rto|oper system|firmwar|
.7|esp32|stm32|nrf52|arduino|raspberry pi|rp2040|atmega|avr|>|microcontrol|board|firmwar|
.7|malloc|new and delet|smart pointer|std vector|std string|uniqu ptr|share ptr|>|heap|dynam memory|alloc|
.7|std thread|pthread|tokio|async std|rayon|asyncio|gevent|goroutin|coroutin|>|concurr|thread|async|
.7|content|sanity|strapy|wordpress|drupal|ghost|prismic|>|cm|content|
.7|salesforc|hubspot|zendesk|dynam|sap|netsuit|erp|>|crm|extern system|integr|
.7|launchdarkly|unleash|split io|optim|flagsmith|>|featur flag|expery|ab test|
.7|crowdin|transifex|lokalis|phrase|weblat|gettext|i18next|>|translat|local|
.7|intercom|drift|crisp|tawk|livechat|>|chat widget|third party|support|
.7|retina|hidpy|dpy|pixel density|2x|srcset|>|imag|density|resolut|
.7|german|french|spanish|hindy|bengaly|chines|japanes|arab|russian|portugues|italian|>|translat|languag|local|
.7|germany|franc|india|bangladesh|brazil|japan|china|norway|spain|italy|switzerland|>|country|region|local|
.7|virginia|oregon|ohio|ireland|frankfurt|singapor|sydney|tokyo|mumbay|london|>|region|data center|zone|
.7|novemb|decemb|christma|black friday|holiday|new year|easter|>|freez|season|holiday|
.7|hex colour|hex color|rgb|hsl|fff|colour liter|>|colour|token|palett|
`;
