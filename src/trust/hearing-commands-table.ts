/**
 * The commands that print what others wrote: programs that fetch, ask a registry, a log, a database or a cloud, and
 * interpreters that are handed code which does. In doubt a row is here: it costs a session only the words it brought.
 * Read by `hearing-commands.ts`.
 */

/** Whatever they are told to do. */
export const PROGRAMS = new Set(
  (
    "curl curlie wget wget2 aria2c lynx w3m links links2 elinks http https httpie xh hurl grpcurl websocat wscat yt-dlp " +
    "nc ncat netcat socat telnet ssh mosh scp sftp rsync ftp lftp tftp rclone s3cmd gsutil dig nslookup whois host " +
    "hg svn bzr fossil crane skopeo oras regctl repomix degit tiged gitingest cookiecutter copier trafilatura snyk trivy grype osv-scanner semgrep " +
    "gh glab hub tea jira acli sentry-cli slack linear " +
    "psql pgcli mysql mycli mariadb sqlite3 litecli duckdb mongosh mongo mongoexport redis-cli valkey-cli cqlsh influx " +
    "clickhouse clickhouse-client snowsql bq sqlcmd usql pg_dump mysqldump cypher-shell etcdctl consul kcat kafkacat " +
    "nats mosquitto_sub kafka-console-consumer kafka-console-consumer.sh kafkactl rabbitmqadmin s5cmd mc azcopy hf huggingface-cli " +
    "kaggle dvc mysqlsh sqlplus sqlcl trino presto hive beeline spark-sql pscale turso neonctl ldapsearch smbclient drush wp " +
    "aws gcloud az doctl heroku fly flyctl vercel netlify wrangler firebase supabase railway render oci ibmcloud linode-cli " +
    "sls serverless sam cdk eb cf copilot-cli logcli promtool amtool hcloud scw vault op bw doppler terraform tofu pulumi ansible ansible-playbook nomad eksctl argocd flux " +
    "kubectl k oc k9s stern kail kubetail helm crictl journalctl dmesg last mail mutt neomutt notmuch himalaya fetchmail offlineimap mbsync " +
    "newsboat rss2email tcpdump tshark ngrep vagrant multipass limactl lxc incus drill kdig dog finger gist " +
    "claude codex gemini copilot opencode aider goose amp cursor-agent crush qwen droid q kiro-cli ollama llm aichat mods sgpt " +
    "man info tldr cheat pydoc pydoc3 ri perldoc xclip xsel pbpaste wl-paste " +
    "giget httpstat ht evans nmap snmpget snmpwalk snmpbulkwalk ssh-keyscan ipfs restic borg b2 magic-wormhole croc irssi weechat " +
    "telegram-cli discord-cli slackcat slackdump idevicesyslog stripe twilio shopify hasura sanity contentful drizzle-kit modal " +
    "travis circleci buildkite-agent jenkins-cli tkn p4 istioctl linkerd cilium calicoctl temporal tctl airflow dagster prefect mlflow wandb " +
    "guix cpan cpanm luarocks vcpkg conan " +
    "bb snow bcp slack-cli signal-cli mu salt loki-cli datadog-ci searchsploit msfconsole nikto nuclei gobuster ffuf feroxbuster " +
    "whatweb sqlmap amass subfinder theHarvester shodan eas " +
    "apt-cache brew port winget choco scoop flatpak snap iwr irm"
  ).split(" "),
);

const PACKAGES =
  "add audit ci create deprecated diff dlx docs download explain fetch fund get help-search i info install outdated pack repo require search show up update upgrade v view why";

/** PowerShell's own, in any case. */
export const CMDLETS =
  /^(?:invoke-(?:webrequest|restmethod|command|sqlcmd)|get-(?:clipboard|eventlog|winevent)|start-bitstransfer|receive-job)$/i;

/** Only where one of these words stands among the first of them. */
export const BY_WORD: Readonly<Record<string, ReadonlySet<string>>> = byName({
  // Its verb, wherever it stands; `remote` is looked at by itself.
  git: "clone fetch pull ls-remote submodule subtree request-pull svn p4 lfs",
  "jj sl repo west vcs": "git fetch pull sync update import",
  "rpm dpkg dpkg-query": "-qi -qip -q -s -p -I --info --status --show --print-avail",
  gpg: "--recv-keys --search-keys --fetch-keys --refresh-keys --locate-keys",
  "npm pnpm yarn bun cnpm rush": PACKAGES,
  "dart flutter": "get outdated add upgrade search",
  "chromium chromium-browser google-chrome google-chrome-stable chrome msedge": "--dump-dom --headless --headless=new",
  "pod swift": `${PACKAGES} package spec`,
  "nix-shell": "-p -i -iA",
  "adb log": "logcat show stream shell exec-out pull bugreport",
  "xcrun simctl": "stream show log",
  "arduino-cli pio platformio": "search",
  dbt: "show run-operation",
  fastlane: "deliver pilot download_metadata",
  tmux: "capture-pane capturep",
  "rails manage.py flask artisan console wp": "runner r dbconsole console c dbshell shell tinker db query",
  prisma: "db studio",
  deno: "add info install outdated update",
  "pip pip3 pipx uv poetry pdm rye conda mamba micromamba": `${PACKAGES} index pip tool sync`,
  cargo: "add audit fetch info install outdated search update",
  go: "doc get install list mod",
  "gem bundle bundler": `${PACKAGES} list open specification contents`,
  composer: `${PACKAGES} browse home suggests`,
  "mvn mvnw gradle gradlew sbt lein": "dependencies dependency:tree dependency:get help:describe dependencyInsight",
  "dotnet nuget": `${PACKAGES} package list`,
  "mix hex rebar3": "deps.get hex.info hex.search hex.outdated hex.audit deps.update",
  "cabal stack opam": PACKAGES,
  "apt apt-get dnf yum zypper apk pacman emerge nix nix-env": `${PACKAGES} eval list policy changelog -Si -Ss -Qi -qa`,
  "docker podman nerdctl": "build cp exec history inspect logs pull run search start attach scout up",
  "docker-compose podman-compose": "exec logs pull run up",
  "pm2 systemctl supervisorctl": "logs log status tail monit",
  openssl: "s_client",
});
export const WORDS_LOOKED_AT = 4;
/** What of them is done here, whatever follows: by the first word that is no flag. */
export const AT_HOME: Readonly<Record<string, ReadonlySet<string>>> = byName({
  "npm pnpm yarn bun cnpm rush deno": "run run-script test config start task version",
  "gh glab": "auth config alias completion",
  "kubectl k oc helm argocd": "config completion lint create-context apply delete scale rollout version",
  "terraform tofu": "fmt init validate version workspace",
  "gcloud aws az doctl heroku fly flyctl vercel": "config configure auth login logout whoami",
});
export const OF_ITSELF = /^(?:--version|--help|-V)$/;

/** Of git, what prints commits and files, where it is asked for those of a branch that others push to. */
export const GIT_PRINTS = new Set(
  "log show diff cat-file blame annotate grep whatchanged shortlog range-diff show-branch cherry".split(" "),
);
/** Behind them stands a value of git's own. */
export const GIT_VALUED = /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|exec-path|super-prefix))$/;
export const REMOTE =
  /^(?:--remotes?\b|--all$)|(?:^|\.\.)\^?(?:FETCH_HEAD|MERGE_HEAD|origin|upstream|fork|\S*@\{u(?:pstream)?\})(?![\w-])|(?:^|\.\.)(?:refs\/)?(?:remotes|pull|merge-requests)\/\S/;
/** What is one's own since then: `origin/main..HEAD`, `origin/main..`; and one's work against the branch it began from. */
export const SINCE = /\.\.\.?(?:HEAD\b.*)?$/;
export const BASE = /^(?:origin|upstream)(?:\/(?:HEAD|main|master|develop|dev|trunk|next))?$/;

export const INTERPRETERS =
  /^(?:python[\d.]*|pypy3?|node|nodejs|deno|bun|tsx|ts-node|ruby|perl|php|lua|Rscript|julia|elixir|iex|mix|groovy|osascript|pwsh|powershell)$/;
/** Code that asks somebody: the names the libraries of many languages have for it, or an address. */
export const ASKS =
  /https?:\/\/|(?:require|import|from)\s*\(?\s*["'](?:node:)?(?:https?2?|net|tls|dgram)["']|wss?:\/\/|\burl(?:open|lib|retrieve)|\brequests\.|\bhttpx\b|\baiohttp\b|\bfetch\s*\(|\baxios\b|\bundici\b|\bgot\s*\(|\bhttps?\.(?:get|request|client)|\bnet\.(?:connect|createConnection|Socket)|\bsocket\b|Net::HTTP|HTTPoison|:httpc\b|tell app(?:lication)?\s|open-uri|URI\.open|\bLWP\b|HTTP::Tiny|file_get_contents|curl_(?:init|exec)|fsockopen|Invoke-(?:WebRequest|RestMethod)|\b(?:iwr|irm)\b|WebClient|\bread_(?:csv|json|html)\(\s*["']https?/i;
/** The same of mail, databases and clouds, wherever they lie. */
export const ASKS_ELSEWHERE =
  /\bimaplib\b|\bpoplib\b|\bfeedparser\b|\bpsycopg|\bpymysql|\bsqlalchemy|\bsqlite3\b|\bpymongo|\bMongoClient|\bboto3?\b|\bioredis\b|\bredis\.|\bpg\b.{0,40}\b(?:Client|Pool)\b|\bfrom_pretrained\b|\bload_dataset\b/i;
/** A shell's own way to a socket. */
export const SOCKET = /\/dev\/(?:tcp|udp)\//;

/** An address among a command's words: whoever is handed one may go there. */
export const ADDRESS =
  /^(?:--?[\w-]+=|[A-Za-z_]\w*=)?(?:https?|wss?|ftps?|sftp|ssh|git|s3|gs|az|oci|docker|redis|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|amqps?):\/\/|^git@/i;
/** But not these: they look for it, print it or write it down. */
export const NOTES_IT = new Set(
  "echo printf grep egrep fgrep rg ag ack sed awk gawk cat test [ [[ export set cd ls mkdir touch tee true false git jq yq open xdg-open".split(
    " ",
  ),
);

/** Programs that run what follows, in their own surroundings. */
export const RUNS: Readonly<Record<string, ReadonlySet<string>>> = byName({
  "uv poetry pdm rye hatch pipenv pipx conda mamba micromamba": "run",
  "npm pnpm yarn bun bundle mise asdf direnv dotenvx": "exec x",
});

/** Behind a word or two of their own they are handed what they run: `flock /tmp/lock …`, `direnv exec . …`. */
export const HAND_ON = new Set("flock chroot direnv fnm nvm nodenv rbenv pyenv cmd powershell pwsh".split(" "));

/** Programs that are handed code, besides the interpreters, and what in it runs a program. */
export const TAKES_CODE = /^(?:[gmn]?awk|vim?|nvim|ex|tclsh|expect)$/;
/** `git -c alias.x='!curl …'` */
export const ALIASED = /\balias\.[\w-]+=["']?!/;
export const RUNS_PROGRAM =
  /\b(?:system|popen|subprocess|check_output|check_call|exec(?:ute|Sync|File|FileSync)?|spawn(?:Sync)?|shell_exec|passthru|proc_open|backticks|Open3|qx)\b|=!|["']!/;
/** What stands first in quotes, or behind `!`: a program's name, and what it is given. */
export const QUOTED_FIRST =
  /["'`!]\s{0,4}((?:[\w./-]{0,60}\/)?[A-Za-z][\w.-]{0,30})((?:[ \t][^"'`\n]{0,200})?)(?=["'`])/g;

/** Where what others wrote lies within a project: its dependencies, by the names their tools give the folders. */
const DEPENDENCIES =
  /(?:^|\/)(?:node_modules|bower_components|jspm_packages|site-packages|dist-packages|\.?venv|virtualenv|vendor|third[_-]party|Pods|Carthage|\.yarn|\.pnpm-store|\.gradle|\.m2|\.cargo|\.bundle|elm-stuff|\.dart_tool|\.terraform)(?:\/|$)/;

/** `path`: below the project, without what it has above. */
export function isDependency(path: string): boolean {
  return DEPENDENCIES.test(path);
}

/** One set of words for several programs. */
function byName(rows: Readonly<Record<string, string>>): Readonly<Record<string, ReadonlySet<string>>> {
  return Object.fromEntries(
    Object.entries(rows).flatMap(([names, words]) =>
      names.split(" ").map((name) => [name, new Set(words.split(" "))] as const),
    ),
  );
}
