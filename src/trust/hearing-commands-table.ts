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
    "gh glab hub tea jira acli sentry-cli slack linear " +
    "psql pgcli mysql mycli mariadb sqlite3 litecli duckdb mongosh mongo mongoexport redis-cli valkey-cli cqlsh influx " +
    "clickhouse clickhouse-client snowsql bq sqlcmd usql pg_dump mysqldump cypher-shell etcdctl consul kcat kafkacat " +
    "aws gcloud az doctl heroku fly flyctl vercel netlify wrangler firebase supabase railway render oci ibmcloud linode-cli " +
    "hcloud scw vault op bw doppler terraform tofu pulumi ansible ansible-playbook nomad eksctl argocd flux " +
    "kubectl oc k9s stern helm crictl journalctl dmesg last mail mutt neomutt notmuch himalaya " +
    "apt-cache brew port winget choco scoop flatpak snap iwr irm Invoke-WebRequest Invoke-RestMethod"
  ).split(" "),
);

const PACKAGES =
  "add audit ci deprecated download explain fetch fund get help-search i info install outdated require search show up update upgrade v view why";

/** Only where one of these words stands among the first of them. */
const BY_WORD: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    git: "clone fetch pull ls-remote submodule subtree request-pull svn p4 archive",
    "npm pnpm yarn bun cnpm rush": PACKAGES,
    "npx pnpx bunx": "degit tiged npm-check-updates",
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
    "docker podman nerdctl": "build compose exec history inspect logs pull run search start attach scout",
    "docker-compose podman-compose": "exec logs pull run up",
    "pm2 systemctl supervisorctl": "logs log status tail monit",
    openssl: "s_client",
  }).flatMap(([names, words]) => names.split(" ").map((name) => [name, new Set(words.split(" "))] as const)),
);
const WORDS_LOOKED_AT = 4;

const INTERPRETERS =
  /^(?:python[\d.]*|pypy3?|node|nodejs|deno|bun|tsx|ts-node|ruby|perl|php|lua|Rscript|osascript|pwsh|powershell)$/;
/** Code that asks somebody: the names the libraries of many languages have for it, or an address. */
const ASKS =
  /https?:\/\/|wss?:\/\/|\burl(?:open|lib|retrieve)|\brequests\.|\bhttpx\b|\baiohttp\b|\bfetch\s*\(|\baxios\b|\bundici\b|\bgot\s*\(|\bhttps?\.(?:get|request|client)|\bnet\.(?:connect|createConnection|Socket)|\bsocket\b|\bimaplib\b|\bpoplib\b|\bfeedparser\b|Net::HTTP|open-uri|URI\.open|\bLWP\b|HTTP::Tiny|file_get_contents|curl_(?:init|exec)|fsockopen|Invoke-(?:WebRequest|RestMethod)|\b(?:iwr|irm)\b|WebClient|\bpsycopg|\bpymysql|\bsqlalchemy|\bsqlite3\b|\bpymongo|\bMongoClient|\bboto3?\b|\bioredis\b|\bredis\.|\bpg\b.{0,40}\b(?:Client|Pool)\b|\bfrom_pretrained\b|\bload_dataset\b|\bread_(?:csv|json|html)\(\s*["']https?/i;
/** A shell's own way to a socket. */
const SOCKET = /\/dev\/(?:tcp|udp)\//;

/** Whether a line prints what others wrote; `all` is the line as it stands, with what it hands over. */
export function hearsOthers(commands: readonly SimpleCommand[], all: string): boolean {
  if (SOCKET.test(all)) return true;
  return commands.some(({ name, words }) => {
    if (PROGRAMS.has(name) || (INTERPRETERS.test(name) && ASKS.test(all))) return true;
    const first = words.slice(1, 1 + WORDS_LOOKED_AT * 2).map(({ text }) => text);
    const asked = Object.hasOwn(BY_WORD, name) ? BY_WORD[name] : undefined;
    return asked !== undefined && first.slice(0, WORDS_LOOKED_AT).some((word) => asked.has(word));
  });
}

/** Where what others wrote lies within a project: its dependencies, by the names their tools give the folders. */
const DEPENDENCIES =
  /(?:^|\/)(?:node_modules|bower_components|jspm_packages|site-packages|dist-packages|\.?venv|virtualenv|vendor|third[_-]party|Pods|Carthage|\.yarn|\.pnpm-store|\.gradle|\.m2|\.cargo|\.bundle|elm-stuff|\.dart_tool|\.terraform)(?:\/|$)/;

/** `path`: below the project, without what it has above. */
export function isDependency(path: string): boolean {
  return DEPENDENCIES.test(path);
}
