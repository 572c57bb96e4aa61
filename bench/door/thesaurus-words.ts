/**
 * How engineers say the same thing, one group a line: its weight, its relation and its terms. `=` the same, `~` near, both
 * ways; `>` what stands before `>>` counts as what stands behind it. Edit here, then `npm run bench -- thesaurus`.
 */

export const thesaurusWords = String.raw`
1 = kubernetes|k8s|kube
1 = database|db|datastore|data store
1 = authentication|auth|authn|login|log in|sign in|signin|logon|log on|signing in|logged in
.7 ~ authentication|session|credentials|oauth|sso|identity
1 = authorization|authz|permission|access control|rbac|acl|privilege|role|access right
1 = logout|log out|sign out|signout|logged out
1 = signup|sign up|register|registration|create account|onboarding
1 = end to end|e2e|end-to-end|integration test|system test|browser test|acceptance test
.8 ~ end to end|playwright|cypress|selenium|puppeteer|webdriver
1 = unit test|spec|test case|unittest
.6 ~ test|jest|vitest|pytest|junit|mocha|rspec|testing|coverage|assertion
1 = flaky|flake|intermittent|sometimes fails|nondeterministic|non-deterministic|randomly fails|unstable|sporadic|every now and then|now and then|occasionally
1 = deploy|deployment|roll out|rollout|ship|release|go live|push to production|publish|launch
1 = rollback|roll back|revert|back out|undo|go back to the previous
1 = production|prod|live system|live environment
1 = staging|stage|preprod|pre-production|uat|test environment
1 = continuous integration|ci|pipeline|build server|github actions|gitlab ci|jenkins|workflow|circleci|build job
1 = hang|freeze|stuck|stall|block|never finishes|does not finish|unresponsive|deadlock|lock up|locks up|locked up|sits there|hanging|frozen|no progress
1 = crash|segfault|panic|abort|blow up|blows up|dies|core dump|falls over|killed|goes down|went down
1 = slow|sluggish|latency|takes forever|takes ages|laggy|lag|performance|takes too long|speed up|faster|crawls|bottleneck|optimize|slowly
.7 ~ performance|profiling|benchmark|throughput|profiler|profile
1 = error|exception|failure|fault|traceback|stack trace|stacktrace
1 = fail|break|broken|does not work|doesn't work|not working|stopped working|red|fails|failing
1 = bug|defect|regression|issue
1 = timeout|time out|timed out|deadline exceeded|deadline|times out
1 = retry|try again|backoff|re-run|rerun|attempt again|reattempt|exponential backoff
1 = mutex|lock|critical section|semaphore|locking
1 = race condition|race|data race|concurrency bug|concurrent access
.7 ~ concurrency|thread|parallel|goroutine|async|concurrent|multithreaded|worker
1 = memory leak|leak|memory grows|growing memory|memory usage climbs
1 = out of memory|oom|oomkilled|heap exhausted|runs out of memory|memory limit
1 = environment variable|env var|env variable|dotenv|.env|environment
.8 ~ environment variable|configuration|config|setting
1 = configuration|config|setting|settings|option|preferences|conf|parameter
1 = secret|credential|password|api key|token|private key|apikey|passphrase
.7 ~ secret|vault|key management|kms|secrets manager|keychain
1 = feature flag|feature toggle|toggle|switch|launchdarkly|flag|gate|behind a flag
1 = cache|caching|memoize|memoise|cached|memoization
.7 ~ cache|redis|memcached|ttl|invalidate|stale|cdn|etag
1 = stale|outdated|old data|out of date|not refreshed|out-of-date|old version
1 = message queue|queue|broker|kafka|rabbitmq|sqs|pubsub|pub/sub|topic|event bus|nats
.7 ~ message|event|consumer|producer|subscriber|subscription|listener|publisher
1 = background job|job|worker|cron|scheduled task|task|batch|async task|celery|sidekiq|scheduler|nightly
1 = cron|nightly|scheduled|schedule|timer|periodic|every hour|every night|daily
1 = migration|migrate|schema change|alter table|ddl|add a column|new column|drop a column|rename a column
.7 ~ schema|table|column|migration|ddl
1 = postgresql|postgres|pg|psql
.6 > postgresql|mysql|sqlite|mariadb|oracle|mongodb|mongo|dynamodb|cassandra|sql server>>database
1 = javascript|js
1 = typescript|ts
.5 > typescript|flow>>type|static type
1 = python|py
1 = golang|go lang
1 = repository|repo
1 = monorepo|mono repo|workspace|workspaces|multi-package
1 = dependency|package|library|third-party|third party|module|npm package|vendored|dep|deps
1 = upgrade|bump|update dependencies|newer version|update to|move to version|latest version
1 = pin|lock version|exact version|lockfile|freeze version|pinned
1 = package manager|npm|yarn|pnpm|pip|poetry|cargo|maven|gradle
1 = lint|linter|eslint|static analysis|style check|clippy|ruff|flake8|pylint|rubocop
1 = format|formatter|prettier|black|gofmt|code style|formatting|indentation|indent
1 = pull request|pr|merge request|mr|code review|review
1 = commit message|commit|conventional commits|commit title
1 = branch|trunk|main branch|mainline|feature branch
1 = squash|rebase|merge commit|history|fast-forward
1 = changelog|release notes|what's new|release note
1 = version|versioning|semver|semantic version|version number
1 = breaking change|backward compatible|backwards compatible|compatibility|backward compatibility|incompatible
1 = deprecated|deprecate|sunset|obsolete|phase out|legacy|end of life|eol|retire
1 = remove|delete|drop|get rid of|rip out|throw away|throw out|prune|clean up|cleanup|purge|kill off
1 = rename|move|relocate
1 = refactor|restructure|rewrite|rework|clean up|reorganize|tidy|split up|extract
1 = architecture|design|structure|layering|layout
1 = decision record|adr|design doc|rfc
1 = documentation|docs|readme|manual|guide|docstring|wiki
1 = endpoint|route|api|handler|url|path|resource|rest
.7 ~ api|graphql|grpc|rest|rpc|webhook|openapi|swagger
1 = rest|restful|http api|json api
1 = request|call|http call|query|fetch
1 = response|reply|answer|payload|body
1 = http client|fetch|axios|requests|curl|http library
1 = frontend|front end|front-end|ui|client side|user interface|browser|web app|client
1 = backend|back end|back-end|server|server side|server-side|service
1 = microservice|service|micro service|separate service
1 = monolith|single service|one big app
1 = container|docker|image|dockerfile|podman|containerize
1 = pod|replica|instance|node|deployment
1 = helm|chart|kustomize|manifest
1 = terraform|infrastructure as code|iac|pulumi|cloudformation|tf|opentofu|cdk
1 = cloud|aws|gcp|azure|amazon|google cloud
.7 > s3|gcs|blob storage|bucket|minio>>object storage|storage
1 = object storage|bucket|s3|blob|blob storage|gcs
1 = virtual machine|vm|instance|ec2|box|host|machine|server
1 = serverless|lambda|function|cloud function|edge function
1 = load balancer|proxy|reverse proxy|nginx|ingress|gateway|haproxy|envoy|traefik
1 = certificate|cert|tls|ssl|https|x509|letsencrypt
1 = dns|domain|hostname|name resolution|domain name
1 = firewall|security group|network policy|allowlist|whitelist|ip range|egress|ingress rule
1 = vpn|bastion|jump host|ssh|tunnel
1 = monitoring|metrics|observability|prometheus|grafana|dashboard|telemetry|datadog
1 = alert|pager|on call|on-call|oncall|pagerduty|incident|page|woke up
1 = incident|outage|downtime|down|postmortem|unavailable
1 = log|logging|logger|logs|print statement|structured logging|console.log|println
1 = trace|tracing|span|opentelemetry|otel|jaeger
1 = health check|healthcheck|liveness|readiness|probe|heartbeat|healthz
1 = autoscale|autoscaling|scale up|scaling|scale out|more instances|bigger machine|bigger box|capacity|scale
1 = backup|snapshot|dump|restore|disaster recovery|recovery
1 = replica|replication|read replica|standby|secondary|follower|slave
1 = shard|partition|sharding|partitioning
1 = index|indexing|indices|indexes
1 = transaction|atomic|commit|rollback|isolation level|all or nothing
1 = query|sql|select|statement
1 = orm|active record|activerecord|hibernate|sqlalchemy|prisma|entity framework|typeorm|django orm
1 = connection pool|pool|connections|pgbouncer|too many connections|max connections|connection limit
1 = foreign key|reference|constraint|relation
1 = primary key|id|identifier|uuid|ulid|autoincrement|surrogate key|guid
1 = soft delete|archive|tombstone|deleted flag|deleted_at|hide instead of delete
1 = duplicate|dedupe|deduplicate|idempotent|idempotency|twice|exactly once|double|charged twice|same again
1 = pagination|paging|page through|cursor|next page|limit and offset|infinite scroll|offset
1 = sort|order|ordering|rank|sorted
1 = filter|narrow|facet|where clause
1 = search|full text search|elasticsearch|lookup|find|opensearch|solr|lucene|typeahead|autocomplete
1 = upload|attachment|file upload|multipart|uploading
1 = download|export|csv export|save as
1 = import|ingest|load|ingestion|loading|loader
1 = csv|spreadsheet|excel|xlsx|tsv
1 = serialize|serialization|marshal|encode|json|protobuf|deserialize|parse|unmarshal|decode|msgpack|avro
1 = parse|parser|parsing|tokenizer|lexer|grammar
1 = validate|validation|schema check|sanitize|check input|zod|input check|invalid input
1 = escape|sanitize|injection|xss|sql injection|sanitise
1 = vulnerability|cve|security hole|security|exploit|advisory|audit
1 = encrypt|encryption|cipher|at rest|aes|encrypted|crypto|cryptography
1 = hash|digest|checksum|sha256|bcrypt|argon2|hashing|md5|fingerprint
1 = personal data|pii|gdpr|privacy|user data|data protection|private data|sensitive data|anonymize
1 = cookie|session|jwt|session token|bearer token
1 = cors|cross origin|cross-origin|origin|preflight
1 = csrf|xsrf|forgery token
1 = rate limit|throttle|quota|too many requests|429|rate limiting|limit requests|throttling|ratelimit
1 = websocket|socket|real time|realtime|push|live update|sse|server sent events|streaming
1 = email|mail|smtp|newsletter|e-mail
1 = notification|push notification|alert|notify|toast|notice|apns|fcm
1 = payment|checkout|stripe|billing|charge|credit card|pay|invoice|paypal|purchase|card
1 = refund|chargeback|money back|credit note|reimburse
1 = money|price|amount|currency|cents|decimal|euros|dollars|cost|total|rounding
1 = tax|vat|sales tax|duty|gst
1 = order|purchase|cart|basket|shopping cart
1 = inventory|stock|warehouse|sold out|availability|oversell|in stock
1 = shipping|delivery|carrier|parcel|shipment|dispatch|fulfilment|fulfillment
1 = discount|coupon|voucher|promo|promotion|promo code
1 = customer|client|user|account|buyer|shopper|member
1 = admin|administrator|back office|superuser|staff|root user
1 = tenant|multi-tenant|multitenancy|organization|customer account|workspace|organisation|multitenant
1 = translation|i18n|internationalization|localization|locale|l10n|translate|language|localize|translated
1 = timezone|time zone|utc|local time|daylight saving|dst|clock|summer time
1 = date|timestamp|datetime|time|iso 8601|epoch
1 = accessibility|a11y|screen reader|aria|keyboard navigation|wcag|contrast|blind user|voiceover
1 = style|css|stylesheet|styling|sass|scss|tailwind|theme|styles
1 = dark mode|theme|night mode|color scheme|dark theme
1 = component|widget|ui element|control|view
1 = button|link|control|cta
1 = form|input|field|text box|textfield
1 = modal|dialog|popup|overlay|sheet|pop-up
1 = page|screen|view|route
1 = menu|navigation|navbar|sidebar|nav|navigation bar|header
1 = list|table|grid|rows
1 = image|picture|photo|thumbnail|jpeg|png|webp|bitmap
1 = icon|svg|symbol|logo
1 = font|typeface|typography|webfont|woff
1 = video|movie|clip|player|stream|playback
1 = audio|sound|music|microphone|speaker
1 = animation|transition|motion|tween|animate
1 = state management|store|redux|vuex|global state|zustand|mobx|state|pinia|recoil
1 = react hook|hook|useeffect|usestate|hooks
1 = server side rendering|ssr|hydrate|hydration|prerender|static generation|server rendering
1 = bundle|webpack|vite|rollup|esbuild|bundler|bundling|bundle size|tree shaking
1 = compile|compiler|build|transpile|babel|tsc|compilation
1 = compile error|build error|does not compile|build fails|build failure|doesn't compile
1 = static type|types|type annotation|type checking|mypy|typing|type hints|typed|type checker|strict mode|any
1 = interface|contract|protocol|abstract class|trait
1 = inheritance|subclass|base class|extends|superclass
1 = composition|mixin|compose
1 = dependency injection|di|inject|ioc|container|injection
1 = singleton|global|global variable|module state|static instance
1 = null|nil|none|undefined|missing value|nullable|null pointer|npe|optional
1 = exception|throw|raise|try catch|rescue|catch
1 = result type|either|error value|return an error|monad
1 = assert|invariant|precondition|sanity check
1 = mock|stub|fake|test double|monkeypatch|mocking|spy
1 = fixture|test data|seed|sample data|factory|seed data|dummy data
1 = snapshot test|golden file|snapshot|visual regression|golden|screenshot test|approval test
1 = test coverage|coverage|untested
1 = load test|stress test|k6|jmeter|locust|performance test
1 = fuzz|fuzzing|property based|property test|quickcheck|hypothesis
1 = debug|debugger|breakpoint|step through|gdb|inspect
1 = reproduce|repro|reproducible|happens again
1 = local|laptop|my machine|locally|development machine|dev machine|workstation|localhost
1 = setup|set up|install|bootstrap|getting started|onboard|new machine|installation|installer
1 = script|command|cli|command line|terminal|shell|bash|tool
1 = flag|option|argument|switch|cli option|command line option
1 = exit code|return code|status code|nonzero|exit status
1 = stdout|standard output|output|print|console
1 = interactive|prompt|tty|ask the user|confirmation
1 = progress bar|spinner|progress|progress indicator
1 = file|document|path
1 = directory|folder|dir
1 = symlink|symbolic link|link
1 = temporary|temp|tmp|scratch
1 = disk|storage|volume|filesystem|disk space|no space left|persistent volume|drive
1 = encoding|utf-8|utf8|unicode|charset|mojibake|umlaut|special characters|weird characters
1 = newline|line ending|crlf|line break|eol
1 = regex|regular expression|regexp|pattern
1 = template|templating|jinja|handlebars|mustache|boilerplate
1 = code generation|codegen|generated code|generate|autogenerated|generated|generator
1 = plugin|extension|addon|add-on
1 = middleware|interceptor|filter|hook|pipeline stage
1 = event|signal|callback|listener|emit|observer
1 = polling|poll|long polling|check periodically
1 = stream|streaming|chunk|backpressure|buffered
1 = buffer|ring buffer|circular buffer|fifo
1 = batch|bulk|in one go|chunk|bulk insert
1 = garbage collection|gc|collector
1 = allocate|allocation|malloc|heap|dynamic memory|new
1 = stack|stack overflow|recursion|recursive
1 = pointer|reference|dereference|dangling
1 = unsafe|undefined behavior|undefined behaviour|ub
1 = overflow|integer overflow|wraparound|wraps around|too large|exceeds the range
1 = floating point|float|double|precision|rounding error|fixed point|fixed-point
1 = random|rng|seed|randomness|prng|deterministic
1 = microcontroller|mcu|firmware|embedded|board|chip|soc|stm32|esp32|arduino
1 = interrupt|isr|irq|interrupt handler
1 = watchdog|reset|reboot|restart|wdt|brownout
1 = bootloader|ota|over the air|firmware update|flash|dfu|reflash
1 = sensor|adc|probe|reading|measurement|sample
1 = uart|serial|serial port|rs232|tty|baud
1 = i2c|spi|bus|can bus|twi
1 = bluetooth|ble|radio|wireless|gatt|pairing
1 = wifi|wi-fi|network|wlan|connectivity
1 = battery|power|sleep|low power|power consumption|energy|current draw|drain
1 = gpio|pin|pull-up|output pin
1 = rtos|scheduler|freertos|zephyr|task
1 = register|memory mapped|peripheral|mmio
1 = data pipeline|etl|elt|dag|airflow|dagster|prefect|data flow|workflow
1 = backfill|reprocess|replay|recompute|rerun history|historical data
1 = data warehouse|warehouse|bigquery|snowflake|redshift|lakehouse|data lake|delta lake
1 = dbt|model|transformation|transform|mart
1 = spark|pyspark|hadoop|dataframe|cluster job
1 = parquet|columnar|orc|arrow|feather
1 = late data|late arriving|watermark|out of order|arrives late|delayed events
1 = data quality|great expectations|validation|anomaly|sanity check|bad data|wrong numbers
1 = lineage|provenance|origin of data|audit trail
1 = dimension|fact table|star schema|slowly changing|scd
1 = machine learning|ml|model|neural network|deep learning|ai
1 = training|train|fit|fine-tune|finetune|fine tuning|learn
1 = inference|predict|serving|prediction|serve|score
1 = dataset|data set|corpus|training data|examples
1 = label|annotation|ground truth|annotator|labelled|labeled|labeling
1 = hyperparameter|learning rate|batch size|lr|hparam|sweep|tuning
1 = loss|nan|diverge|loss spike|explode|blows up|gradient explosion
1 = gradient|backprop|clipping|gradient clipping|backward pass
1 = checkpoint|weights|saved model|resume|snapshot|model file
1 = gpu|cuda|accelerator|tpu|graphics card|vram|device
1 = mixed precision|fp16|bf16|half precision|float16|amp|autocast
1 = overfit|overfitting|generalize|regularization|dropout|memorize
1 = evaluation|eval|metric|benchmark|validation set|accuracy|f1|holdout
1 = data leakage|leakage|leak|contamination|test set in training
1 = embedding|vector|encoder|representation
1 = tokenizer|tokenization|token|vocabulary|bpe
1 = experiment tracking|mlflow|wandb|weights and biases|run log|experiment
1 = augmentation|augment|flip|crop|jitter
1 = distributed training|ddp|multi-gpu|multi gpu|nccl|data parallel|several gpus
1 = mobile|phone|android|ios|app|iphone|smartphone|handset
1 = tablet|ipad|large screen
1 = app store|play store|testflight|store review|app review|google play
1 = offline|no connection|no network|airplane mode|without internet|no internet|poor connection|no signal|tunnel
1 = sync|synchronize|synchronization|conflict resolution|merge|syncing|synchronise
1 = deep link|universal link|url scheme|app link
1 = push notification|apns|fcm|remote notification
1 = permission prompt|location permission|camera permission|runtime permission
1 = background|suspended|background task|in the background
1 = swift|swiftui|uikit
1 = kotlin|jetpack compose|compose|java
1 = react native|expo|flutter|cross platform
1 = local storage|sqlite|realm|core data|room|asyncstorage|on-device database|localstorage|userdefaults
1 = crash report|crashlytics|sentry|bugsnag|error tracking|crash reporting
1 = analytics|tracking|telemetry|mixpanel|amplitude|usage data|google analytics|track
1 = ab test|a/b test|experiment|split test|variant
1 = game engine|unity|unreal|godot|engine
1 = frame rate|fps|frame time|stutter|jank|frames per second|choppy|frame drop
1 = physics|collision|rigidbody|hitbox|collide|collider
1 = render|draw|rendering|paint|draw call|rasterize
1 = shader|material|gpu program|hlsl|glsl
1 = texture|sprite|atlas|tileset|asset|sprite sheet
1 = save game|savegame|save file|game save|savefile|progress lost
1 = multiplayer|netcode|network play|lockstep|online play|co-op|matchmaking
1 = level|map|scene|world
1 = player|character|avatar|hero
1 = enemy|mob|npc|monster|opponent|ai behaviour
1 = game loop|tick|update loop|fixed timestep|timestep|delta time
1 = input|controller|gamepad|keyboard|joystick|key binding|keybinding
1 = object pool|pooling|reuse objects|spawn
1 = entity component system|ecs|entity|entities
1 = terraform state|state file|tfstate|remote state|state lock
1 = drift|manual change|clickops|changed by hand|in the console|changed in the console
1 = tag|label|cost tag
1 = cost|bill|expensive|spend|budget|cheap|pricey|save money
1 = region|availability zone|multi-region|data center|zone|eu-west-1|us-east-1
1 = network|vpc|subnet|cidr|peering
1 = iam|role|policy|least privilege|service account|assume role
1 = module|reusable module|shared module
1 = apply|plan|provision|create resources
1 = blue green|canary|gradual rollout|staged rollout|percentage rollout|phased
1 = zero downtime|no downtime|rolling update|without interruption|maintenance window
1 = hotfix|emergency fix|urgent fix|quick patch|patch release
1 = code owner|codeowners|approval|reviewer|sign off|approve
1 = license|licence|gpl|mit|copyright|licensing
1 = generate id|sequence|counter|snowflake id
1 = user agent|browser version|browser support|ie11|safari|old browsers|internet explorer
1 = polyfill|shim|fallback|browser support
1 = seo|search engine|crawler|sitemap|meta tags|googlebot|robots
1 = redirect|301|302|rewrite url|forward
1 = 404|not found|missing page|dead link
1 = 500|internal server error|server error|5xx
1 = 502|503|504|bad gateway|gateway timeout|service unavailable
1 = 401|403|unauthorized|forbidden|access denied|permission denied|not allowed
1 = why|reason|rationale|how come|what made us
1 = allowed|may i|can i|is it ok|are we allowed|okay to
1 = instead of|rather than|replace|swap|switch to|switch from|migrate to|move to|substitute
1 = new|create|add|introduce|another
1 = choose|pick|select|decide|which one
1 = owner|team|maintainer|responsible
1 = external|third party|vendor|outside|partner|supplier
1 = internal|private|in-house|in house|own
1 = share|reuse|common|shared
1 = copy|duplicate|copy paste|clone
1 = large|big|huge|giant|massive
1 = small|tiny|little|minimal
1 = increase|raise|grow|more|bump up|higher
1 = decrease|reduce|lower|cut|shrink|less|fewer
1 = start|launch|boot|startup|come up|starts|start up|boot up
1 = stop|shutdown|terminate|kill|shut down|halt
1 = restart|reboot|bounce|cycle
1 = enable|turn on|activate|switch on
1 = disable|turn off|deactivate|switch off|mute
1 = skip|ignore|bypass|leave out|omit|exclude
1 = show|display|render|present|visible
1 = hide|conceal|invisible|suppress
1 = wrong|incorrect|bad|off|mistaken
1 = missing|absent|lost|gone|disappear|disappeared|vanish
1 = empty|blank|nothing
1 = limit|maximum|cap|max|ceiling|quota|upper bound
1 = minimum|min|at least|floor
1 = split|separate|divide|break up
1 = combine|merge|join|unify|consolidate
1 = convert|transform|turn into|translate
1 = compress|gzip|zip|brotli|compression|shrink
1 = watch|hot reload|live reload|hmr|auto reload|reload
1 = hardcode|hardcoded|hard-coded|literal|constant|magic number
1 = workaround|hack|kludge|temporary fix|band-aid
1 = tech debt|technical debt|legacy code|todo|leftover
1 = convention|guideline|style guide|naming|rule|standard
1 = domain model|aggregate|entity|domain|business logic|ddd
1 = event sourcing|event store|cqrs|audit log|append only
1 = saga|compensation|distributed transaction|outbox|two phase commit
1 = webhook|callback url|incoming call|hook endpoint
1 = graph|dag|tree|hierarchy
1 = raspberry pi|edge device|device|gateway|unit in the field
1 = csv|delimiter|comma separated
1 = pdf|print|report|document generation
1 = chart|plot|graph|visualization|diagram
1 = map|geo|location|latitude|gps|coordinates|geocode
1 = calendar|ical|appointment|booking|reservation
1 = chat|message|conversation|bot|slack
1 = wasm|webassembly
1 = arm|arm64|aarch64|apple silicon|m1
1 = windows|win32|powershell|microsoft
1 = mac|macos|osx|darwin|apple
1 = linux|ubuntu|debian|alpine|unix
1 = root|sudo|administrator|privileged
1 = nginx|apache|web server|caddy
1 = static site|jamstack|hugo|next.js|gatsby|static page
1 = content management|cms|wordpress|contentful|editor
1 = rich text|markdown|wysiwyg|html
1 = tooltip|hint|help text
1 = responsive|breakpoint|media query|small screen|narrow screen
1 = lazy load|dynamic import|code split|on demand|deferred|defer|lazy
1 = preload|prefetch|warm up|eager
1 = service worker|pwa|offline cache
1 = iframe|embed|embedded|third-party content
1 = ad|advert|advertisement|banner|commercial
1 = consent|cookie banner|opt in|opt-in|gdpr
1 = liveblog|blog|article|post|story|news
1 = comment|discussion|reply|thread
1 = subscription|plan|membership|recurring
1 = trial|free tier|freemium
1 = patient|medical record|health record|clinic|hospital
1 = appointment|visit|follow up|overdue
.7 > hotjar|mixpanel|amplitude|segment|matomo|plausible|posthog|google analytics|gtm|tag manager|fullstory|heap analytics>>analytics|tracking|consent|third party
.7 > tiktok|youtube|vimeo|instagram|facebook|twitter|tweet|spotify|soundcloud>>embed|third party|social media
.7 > jsdelivr|unpkg|cdnjs|cloudflare|cloudfront|akamai|fastly>>cdn
.7 > twilio|text message|texting|whatsapp|vonage|messagebird>>sms|notification
.7 > sendgrid|mailgun|mailchimp|postmark|ses>>email|mail
.7 > stripe|paypal|adyen|klarna|braintree|square|apple pay|google pay>>payment|checkout
.7 > auth0|okta|keycloak|cognito|firebase auth|passport|devise>>authentication|login|identity
.7 > sentry|bugsnag|rollbar|crashlytics>>error tracking|crash report|monitoring
.7 > datadog|new relic|prometheus|grafana|splunk|kibana|loki|honeycomb>>monitoring|metrics|log
.7 > jenkins|circleci|travis|github actions|gitlab ci|buildkite|teamcity|azure devops>>ci|pipeline|build
.7 > webpack|vite|rollup|esbuild|parcel|turbopack|swc>>bundler|build|bundle
.7 > jest|vitest|mocha|jasmine|ava|karma>>test|unit test|test runner
.7 > cypress|playwright|selenium|puppeteer|testcafe|webdriver>>end to end|browser test|e2e
.7 > percy|chromatic|backstop|applitools|screenshot|pixel diff>>visual regression|snapshot test|storybook
.7 > react|vue|svelte|angular|preact|solid|ember|backbone|jquery>>frontend|component|framework|ui
.7 > redux|mobx|zustand|recoil|jotai|pinia|vuex|xstate|riverpod|bloc|getx>>state management|state|store
.7 > styled components|emotion|tailwind|sass|scss|less|css modules|bootstrap|bulma|stylus>>css|style|styling
.7 > express|fastify|koa|hapi|nestjs|flask|django|rails|laravel|spring|gin>>web framework|backend|server|framework
.7 > axios|superagent|got|ky|node-fetch|okhttp|retrofit|reqwest|httpx|aiohttp>>http client|fetch
.7 > moment|dayjs|date-fns|luxon|joda>>date|time zone|timestamp
.7 > lodash|underscore|ramda|guava|left-pad>>utility library|dependency|third party
.7 > mongodb|dynamodb|cassandra|couchdb|firestore|cosmos db|couchbase>>nosql|database|document store
.7 > mysql|mariadb|sqlite|oracle|sql server|cockroachdb|planetscale>>database|sql|relational
.7 > redis|memcached|valkey|dragonfly|hazelcast>>cache|session store
.7 > kafka|rabbitmq|sqs|nats|pulsar|kinesis|activemq|redpanda>>queue|message|event|broker
.7 > elasticsearch|opensearch|algolia|typesense|meilisearch|solr|lucene|lunr>>search|full text search|index
.7 > sidekiq|celery|resque|bullmq|hangfire|delayed job|rq>>background job|worker|queue
.7 > airflow|dagster|prefect|luigi|argo|step functions|temporal>>pipeline|workflow|orchestration|dag
.7 > snowflake|bigquery|redshift|databricks|clickhouse|duckdb|athena|synapse>>warehouse|analytics database
.7 > looker|tableau|power bi|metabase|superset|qlik>>dashboard|report|bi
.7 > spark|flink|beam|hadoop|hive|presto|trino|dask>>big data|batch|cluster job
.7 > pytorch|tensorflow|keras|jax|lightning|mxnet>>training|deep learning|model
.7 > wandb|tensorboard|neptune|comet|clearml>>experiment tracking|run log|mlflow
.7 > onnx|tflite|core ml|tensorrt|openvino>>inference|on-device|quantized model
.7 > huggingface|hugging face|transformers|bert|gpt|llama|whisper>>language model|pretrained model|model
.7 > numpy|pandas|polars|scipy>>dataframe|array
.7 > s3|gcs|azure blob|minio|r2|backblaze>>object storage|bucket
.7 > ec2|compute engine|droplet|linode|hetzner|fargate|lightsail|t3|t4g|m5|c5|c7g>>instance|virtual machine|server
.7 > lambda|cloud functions|vercel functions|workers|azure functions>>serverless|function
.7 > vercel|netlify|heroku|render|fly.io|github pages|railway|cloudflare pages>>hosting|deploy|static site
.7 > terraform|pulumi|cloudformation|cdk|ansible|chef|puppet|crossplane>>infrastructure as code|provision
.7 > helm|kustomize|argocd|flux|skaffold|tilt>>kubernetes|deploy
.7 > docker|podman|buildah|containerd|kaniko>>container|image
.7 > nginx|haproxy|traefik|envoy|caddy|istio|linkerd>>proxy|load balancer|gateway|ingress
.7 > vault|secrets manager|sops|1password|doppler|kms|sealed secrets|keyvault>>secret|credential
.7 > letsencrypt|certbot|acme|openssl|x509>>certificate|tls
.7 > gpg|pgp|age|openssl|libsodium|nacl|bouncy castle>>encryption|crypto|sign
.7 > npm|yarn|pnpm|bun|lerna|nx|turborepo|rush|changesets>>package manager|monorepo|workspace
.7 > pip|poetry|conda|pipenv|uv|virtualenv|setuptools>>package manager|python environment
.7 > cargo|rustup|crates.io|rustc|msrv|edition>>rust|toolchain
.7 > maven|gradle|bazel|sbt|ant|cmake|make|ninja|meson>>build tool|build
.7 > eslint|prettier|biome|tslint|stylelint|rubocop|ruff|black|clippy|checkstyle>>linter|formatter|code style
.7 > husky|lint-staged|pre-commit|lefthook|commitlint>>git hook|commit
.7 > dependabot|renovate|snyk|npm audit>>dependency update|vulnerability|upgrade
.7 > asciidoc|restructuredtext|rst|org mode|mdx|latex|textile>>markdown|markup|document format
.7 > docusaurus|mkdocs|sphinx|gitbook|javadoc|typedoc|swagger ui>>documentation|docs
.7 > graphql|grpc|trpc|soap|openapi|swagger|json-rpc|thrift>>api|schema|protocol
.7 > protobuf|avro|msgpack|thrift|flatbuffers|cbor>>serialization|schema
.7 > prisma|typeorm|sequelize|hibernate|sqlalchemy|active record|ecto|drizzle|knex>>orm|query|database access
.7 > flyway|liquibase|alembic|knex migrate|rails migration>>migration|schema change
.7 > flutter|react native|ionic|xamarin|capacitor|cordova|expo|maui>>mobile|cross platform|app
.7 > swiftui|uikit|jetpack compose|android studio|xcode>>mobile|app|ui toolkit
.7 > testflight|app store connect|play console|fastlane>>app store|release|store review
.7 > unity|unreal|godot|bevy|phaser|cocos|love2d>>game engine
.7 > vulkan|opengl|directx|metal|webgl|webgpu|glsl|hlsl>>graphics|shader|rendering
.7 > freertos|zephyr|mbed|threadx|riot|nuttx>>rtos|operating system|firmware
.7 > esp32|stm32|nrf52|arduino|raspberry pi|rp2040|atmega|avr>>microcontroller|board|firmware
.7 > malloc|new and delete|smart pointer|std::vector|std::string|unique_ptr|shared_ptr>>heap|dynamic memory|allocation
.7 > std::thread|pthread|tokio|async-std|rayon|asyncio|gevent|goroutine|coroutine>>concurrency|thread|async
.7 > contentful|sanity|strapi|wordpress|drupal|ghost|prismic>>cms|content
.7 > salesforce|hubspot|zendesk|dynamics|sap|netsuite|erp>>crm|external system|integration
.7 > launchdarkly|unleash|split.io|optimizely|flagsmith>>feature flag|experiment|ab test
.7 > crowdin|transifex|lokalise|phrase|weblate|gettext|i18next>>translation|localization
.7 > intercom|drift|crisp|tawk|livechat>>chat widget|third party|support
.7 > retina|hidpi|dpi|pixel density|2x|srcset>>image|density|resolution
.7 > german|french|spanish|hindi|bengali|chinese|japanese|arabic|russian|portuguese|italian>>translation|language|locale
.7 > germany|france|india|bangladesh|brazil|japan|china|norway|spain|italy|switzerland>>country|region|locale
.7 > virginia|oregon|ohio|ireland|frankfurt|singapore|sydney|tokyo|mumbai|london>>region|data center|zone
.7 > november|december|christmas|black friday|holiday|new year|easter>>freeze|season|holiday
.7 > hex colour|hex color|rgb|hsl|#fff|colour literal>>colour|token|palette
`;
