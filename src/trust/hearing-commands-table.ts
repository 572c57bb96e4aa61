/**
 * The commands that print what others wrote: programs that fetch, ask a registry, a log, a database or a cloud, and
 * interpreters that are handed code which does. In doubt a row is here: it costs a session only the words it brought.
 */

import type { SimpleCommand } from "../text/shell-words.ts";

/** Whatever they are told to do. */
const PROGRAMS = new Set(
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
    "apt-cache brew port winget choco scoop flatpak snap iwr irm Invoke-WebRequest Invoke-RestMethod"
  ).split(" "),
);

const PACKAGES =
  "add audit ci create deprecated diff dlx docs download explain fetch fund get help-search i info install outdated pack repo require search show up update upgrade v view why";

/** Only where one of these words stands among the first of them. */
const BY_WORD: Readonly<Record<string, ReadonlySet<string>>> = byName({
  git: "clone fetch pull ls-remote submodule subtree request-pull svn p4 archive lfs",
  "jj sl repo west vcs": "git fetch pull sync update import",
  "rpm dpkg dpkg-query": "-qi -qip -q -s -p -I --info --status --show --print-avail",
  gpg: "--recv-keys --search-keys --fetch-keys --refresh-keys --locate-keys",
  "npm pnpm yarn bun cnpm rush": PACKAGES,
  "dart flutter": "get outdated add upgrade search",
  "pod swift": `${PACKAGES} package spec`,
  "nix-shell nix-env": "-p -i -iA -qa",
  "adb log": "logcat show stream",
  "xcrun simctl": "stream show",
  tmux: "capture-pane capturep",
  "rails manage.py flask artisan console wp": "runner dbconsole console dbshell shell tinker db query",
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
  "apt apt-get dnf yum zypper apk pacman emerge nix nix-env": `${PACKAGES} list policy changelog -Si -Ss -Qi`,
  "docker podman nerdctl": "build cp exec history inspect logs pull run search start attach scout up",
  "docker-compose podman-compose": "exec logs pull run up",
  "pm2 systemctl supervisorctl": "logs log status tail monit",
  openssl: "s_client",
});
const WORDS_LOOKED_AT = 4;
/** What of them is done here, whatever follows: by the first word that is no flag. */
const AT_HOME: Readonly<Record<string, ReadonlySet<string>>> = byName({
  "npm pnpm yarn bun cnpm rush deno": "run run-script test config start task version",
  "gh glab": "auth config alias completion",
  "kubectl k oc helm argocd": "config completion lint create-context",
  "terraform tofu": "fmt validate version workspace",
  "gcloud aws az doctl heroku fly flyctl vercel": "config configure auth login logout whoami",
});
const OF_ITSELF = /^(?:--version|--help|-V)$/;

/** Of git, what prints commits and files, where it is asked for those of a branch that others push to. */
const GIT_PRINTS = new Set(
  "log show diff cat-file blame annotate grep whatchanged shortlog range-diff show-branch cherry".split(" "),
);
const REMOTE =
  /^(?:--remotes?\b|--all$)|(?:^|\.\.)\^?(?:FETCH_HEAD|MERGE_HEAD|origin|upstream|fork|\S*@\{u(?:pstream)?\})(?![\w-])|(?:^|\.\.)(?:refs\/)?(?:remotes|pull|merge-requests)\/\S/;
/** What is one's own since then: `origin/main..HEAD`, `origin/main..`; and one's work against the branch it began from. */
const SINCE = /\.\.\.?(?:HEAD\b.*)?$/;
const BASE = /^(?:origin|upstream)(?:\/(?:HEAD|main|master|develop|dev|trunk|next))?$/;

export const INTERPRETERS =
  /^(?:python[\d.]*|pypy3?|node|nodejs|deno|bun|tsx|ts-node|ruby|perl|php|lua|Rscript|osascript|pwsh|powershell)$/;
/** Code that asks somebody: the names the libraries of many languages have for it, or an address. */
const ASKS =
  /https?:\/\/|(?:require|import|from)\s*\(?\s*["'](?:node:)?(?:https?2?|net|tls|dgram)["']|wss?:\/\/|\burl(?:open|lib|retrieve)|\brequests\.|\bhttpx\b|\baiohttp\b|\bfetch\s*\(|\baxios\b|\bundici\b|\bgot\s*\(|\bhttps?\.(?:get|request|client)|\bnet\.(?:connect|createConnection|Socket)|\bsocket\b|\bimaplib\b|\bpoplib\b|\bfeedparser\b|Net::HTTP|open-uri|URI\.open|\bLWP\b|HTTP::Tiny|file_get_contents|curl_(?:init|exec)|fsockopen|Invoke-(?:WebRequest|RestMethod)|\b(?:iwr|irm)\b|WebClient|\bpsycopg|\bpymysql|\bsqlalchemy|\bsqlite3\b|\bpymongo|\bMongoClient|\bboto3?\b|\bioredis\b|\bredis\.|\bpg\b.{0,40}\b(?:Client|Pool)\b|\bfrom_pretrained\b|\bload_dataset\b|\bread_(?:csv|json|html)\(\s*["']https?/i;
/** A shell's own way to a socket. */
const SOCKET = /\/dev\/(?:tcp|udp)\//;

/** An address among a command's words: whoever is handed one may go there. */
const ADDRESS =
  /^(?:--?[\w-]+=)?(?:https?|wss?|ftps?|sftp|ssh|git|s3|gs|az|oci|docker|redis|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|amqps?):\/\/|^git@/i;
/** But not these: they look for it, print it or write it down. */
const NOTES_IT = new Set(
  "echo printf grep egrep fgrep rg ag ack sed awk gawk cat test [ [[ export set cd ls mkdir touch tee true false git jq yq open xdg-open".split(
    " ",
  ),
);

/** Whether a line prints what others wrote; `all` is the line as it stands, with what it hands over. */
export function hearsOthers(commands: readonly SimpleCommand[], all: string): boolean {
  return (
    SOCKET.test(all) ||
    commands.some(({ name, words }) =>
      hears(
        name,
        words.slice(1).map(({ text }) => text),
        all,
      ),
    )
  );
}

function hears(name: string, words: readonly string[], all: string): boolean {
  const isInterpreter = INTERPRETERS.test(name);
  if (isInterpreter && ASKS.test(all)) return true;
  const [module, ...given] = moduleRun(isInterpreter ? words : []);
  if (module !== undefined) return hears(module, given, all);
  if (!NOTES_IT.has(name) && words.some((word) => ADDRESS.test(word))) return true;
  const first = words.slice(0, WORDS_LOOKED_AT);
  if (isAtHome(name, words)) return false;
  if (PROGRAMS.has(name) || (name === "git" && printsRemote(words))) return true;
  const asked = Object.hasOwn(BY_WORD, name) ? BY_WORD[name] : undefined;
  return asked !== undefined && first.some((word) => asked.has(word)) && !isDetached(words);
}

/** `python -m pip …`, `python manage.py …`: what is run, and what it is handed. */
function moduleRun(words: readonly string[]): readonly string[] {
  const at = words.indexOf("-m");
  if (at >= 0) return words.slice(at + 1);
  const [script = ""] = words;
  return /(?:^|\/)(?:manage\.py|artisan)$/.test(script) ? [script.replace(/^.*\//, ""), ...words.slice(1)] : [];
}

function isAtHome(name: string, words: readonly string[]): boolean {
  const [first = ""] = words;
  const verb = words.find((word) => !word.startsWith("-")) ?? "";
  return OF_ITSELF.test(first) || (Object.hasOwn(AT_HOME, name) && AT_HOME[name]!.has(verb));
}

/** `docker compose up -d` prints nothing of what it starts. */
function isDetached(words: readonly string[]): boolean {
  return words.includes("up") && (words.includes("-d") || words.includes("--detach"));
}

function printsRemote(words: readonly string[]): boolean {
  const verb = words.find((word) => GIT_PRINTS.has(word));
  if (verb === undefined) return false;
  return words.some((word) => REMOTE.test(word) && !SINCE.test(word) && !(verb === "diff" && BASE.test(word)));
}

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
