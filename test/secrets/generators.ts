/**
 * Made-up secrets, one generator for each class, written from the vendors' published shapes and not from our patterns.
 * Prefixes are put together from pieces so that no scanner takes this file for a leak.
 */
import { alphabets, type Rng } from "./rng.ts";

/** One made-up secret, as it would be written down. */
export interface FakeSecret {
  readonly class: string;
  /** The name it stands under, for a class that is known only by its name. */
  readonly name?: string;
  /** What is written: a token, an address, a block of lines. */
  readonly value: string;
  /** The part of it that must not survive. */
  readonly secret: string;
  /** The class needs a boundary before it: glued text then ends in `+`, `/` or `=`. */
  readonly bounded?: true;
}

type Make = (rng: Rng) => Omit<FakeSecret, "class">;

const { digit, hex, lower, upper, letter, alnum, base64, url } = alphabets;

/** Pieces in turn: a literal, or an alphabet and how many (or from how many to how many) of it. */
type Piece = string | readonly [alphabet: string, least: number, most?: number];

function text(rng: Rng, pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return piece;
      const [alphabet, least, most = least] = piece;
      return rng.chars(alphabet, least + rng.int(most - least + 1));
    })
    .join("");
}

function token(...pieces: Piece[]): Make {
  return (rng) => {
    const value = text(rng, pieces);
    return { value, secret: value };
  };
}

function oneOf(...makes: Make[]): Make {
  return (rng) => rng.pick(makes)(rng);
}

function bounded(make: Make): Make {
  return (rng) => ({ ...make(rng), bounded: true });
}

function named(names: readonly string[], ...pieces: Piece[]): Make {
  return (rng) => ({ name: rng.pick(names), ...token(...pieces)(rng) });
}

/** A secret inside something longer that may stay. */
function within(before: readonly Piece[], pieces: readonly Piece[], after: readonly Piece[] = []): Make {
  return (rng) => {
    const secret = text(rng, pieces);
    return { value: text(rng, before) + secret + text(rng, after), secret };
  };
}

const uuid: Piece[] = [[hex, 8], "-", [hex, 4], "-", [hex, 4], "-", [hex, 4], "-", [hex, 12]];
const DASHES = "-".repeat(5);

/** A key block of the kind named, with lines of the length named. */
function keyBlock(kind: string, start: string, width: number): Make {
  return (rng) => {
    const body = start + rng.chars(base64, 200 + rng.int(1400)) + rng.pick(["", "=", "=="]);
    const lines = body.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
    const label = `${kind}PRIVATE KEY${kind.startsWith("PGP") ? " BLOCK" : ""}`;
    const headers = kind.startsWith("PGP") ? ["Version: GnuPG v2", ""] : [];
    return {
      value: [`${DASHES}BEGIN ${label}${DASHES}`, ...headers, ...lines, `${DASHES}END ${label}${DASHES}`].join("\n"),
      secret: lines.join("\n"),
    };
  };
}

const privateKey = oneOf(
  keyBlock("", "", 64),
  keyBlock("RSA ", "MIIE", 64),
  keyBlock("EC ", "MHcC", 64),
  keyBlock("ENCRYPTED ", "MIIF", 64),
  keyBlock("OPENSSH ", "", 70),
  keyBlock("PGP ", "", 64),
);

const serviceAccountKey: Make = (rng) => {
  const { value, secret } = keyBlock("", "MIIE", 64)(rng);
  const account = { type: "service_account", private_key: `${value}\n`, client_email: "a@b.example" };
  return { value: JSON.stringify(account), secret: JSON.stringify(secret).slice(1, -1) };
};

const discordBot: Make = (rng) => {
  const id = rng.pick(["1", "4", "8"]) + rng.chars(digit, 16 + rng.int(3));
  const value = text(rng, [Buffer.from(id).toString("base64url"), ".", [url, 6], ".", [url, rng.pick([27, 38])]]);
  return { value, secret: value };
};

const jwt: Make = (rng) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { sub: rng.chars(digit, 10), name: rng.chars(letter, 12), iat: 1_700_000_000 + rng.int(1e8) };
  const value = `${part({ alg: rng.pick(["HS256", "RS256"]), typ: "JWT" })}.${part(claims)}.${rng.chars(url, 43)}`;
  return { value, secret: value };
};

const password: Piece = [`${alnum}!*^~._-`, 12, 24];
const host: Piece[] = ["db", [digit, 2], ".internal.example"];

const makers: Readonly<Record<string, Make>> = {
  "gcp-service-account-key": serviceAccountKey,
  "private-key": privateKey,
  "age-secret-key": token("AGE-SECRET-", "KEY-1", ["QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58]),
  "aws-access-key-id": oneOf(
    token("AK", "IA", ["ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16]),
    token("AS", "IA", [upper, 16]),
  ),
  "aws-secret-access-key": named(["AWS_SECRET_ACCESS_KEY", "aws_secret_access_key", "SecretAccessKey"], [base64, 40]),
  "aws-session-token": oneOf(
    token("FwoGZXIv", "YXdz", "E", [base64, 200, 400], "=="),
    token("IQoJb3Jp", "Z2luX2Vj", "EJr//////////wEa", [base64, 300, 600], "="),
  ),
  "aws-bedrock-key": token("ABSK", "QmVkcm9ja0FQSUtleS", "1", [base64, 100, 120], "="),
  "google-api-key": token("AI", "za", "Sy", [url, 33]),
  "google-oauth-secret": token("GOC", "SPX-", [url, 28]),
  "google-oauth-token": token("ya", "29.", "a0", [url, 80, 200]),
  "azure-storage-key": within(
    ["DefaultEndpointsProtocol=https;AccountName=acct", [lower, 6], ";Account", "Key="],
    [[base64, 86], "=="],
    [";EndpointSuffix=core.windows.net"],
  ),
  "azure-client-secret": token([alnum, 3], [digit, 1], "Q", "~", [`${alnum}_.~-`, 31, 34]),
  "azure-sas-signature": within(
    ["https://acct.blob.core.windows.net/c/f?sv=2024-05-04&se=2030-01-01&", "sig="],
    [[alnum, 10, 20], "%2B", [alnum, 10, 20], "%2F", [alnum, 20], "%3D"],
  ),
  "azure-signed-key": token([alnum, 52], "Az", "Se", [alnum, 6], "=="),
  "digitalocean-token": oneOf(token("dop_", "v1_", [hex, 64]), token("doo_", "v1_", [hex, 64])),
  "cloudflare-token": oneOf(token("cf", "ut_", [alnum, 40], [hex, 8]), token("cf", "at_", [alnum, 40], [hex, 8])),
  "cloudflare-origin-key": token("v1", ".0-", [hex, 24], "-", [hex, 146]),
  "cloudflare-api-key": named(["CLOUDFLARE_API_TOKEN", "CF_API_KEY", "cloudflare_api_key"], [url, 40]),
  "heroku-key": token("HRKU", "-AA", [url, 58]),
  "heroku-api-key": named(["HEROKU_API_KEY", "heroku_api_token"], ...uuid),
  "alibaba-access-key-id": token("LT", "AI", "5t", [alnum, 18]),
  "linode-token": named(["LINODE_TOKEN", "linode_api_token"], [hex, 64]),
  "hetzner-token": named(["HCLOUD_TOKEN", "hetzner_api_token"], [alnum, 64]),
  "vercel-token": token("vc", "p_", [alnum, 56]),
  "netlify-token": token("nf", "p_", [alnum, 36]),
  "supabase-key": oneOf(token("sb", "p_", [hex, 40]), token("sb_", "secret_", [url, 31])),
  "planetscale-token": oneOf(token("pscale_", "tkn_", [url, 43]), token("pscale_", "pw_", [url, 43])),
  "fly-token": oneOf(token("fo", "1_", [url, 43]), token("fm", "2_", [base64, 300, 500], "==")),
  "anthropic-key": oneOf(
    token("sk-", "ant-", "api03-", [url, 93], "AA"),
    token("sk-", "ant-", "admin01-", [url, 93], "AA"),
    token("sk-", "ant-", "oat01-", [url, 86], "AA"),
  ),
  "openai-key": oneOf(
    token("sk-", "proj-", [url, 74], "T3Blbk", "FJ", [url, 74]),
    token("sk-", "svcacct-", [url, 58], "T3Blbk", "FJ", [url, 58]),
    token("sk-", "proj-", [alnum, 48]),
  ),
  "openai-legacy-key": token("sk-", [alnum, 20], "T3Blbk", "FJ", [alnum, 20]),
  "openrouter-key": token("sk-", "or-v1-", [hex, 64]),
  "sk-api-key": bounded(oneOf(token("sk-", [hex, 32]), token("sk-", [alnum, 48]))),
  "huggingface-token": oneOf(token("hf", "_", [letter, 34]), token("api_", "org_", [letter, 34])),
  "groq-key": token("gs", "k_", [alnum, 52]),
  "xai-key": token("xa", "i-", [alnum, 80]),
  "replicate-token": token("r8", "_", [alnum, 37]),
  "perplexity-key": token("pp", "lx-", [alnum, 48]),
  "nvidia-key": token("nv", "api-", [url, 64]),
  "cerebras-key": token("cs", "k-", [lower, 48]),
  "together-key": token("tgp", "_v1_", [url, 43]),
  "pinecone-key": token("pc", "sk_", [alnum, 5, 6], "_", [alnum, 62]),
  "langsmith-key": token("ls", "v2_", "pt_", [hex, 32], "_", [hex, 10]),
  "tavily-key": token("tv", "ly-", "dev-", [alnum, 32]),
  "elevenlabs-key": token("sk", "_", [hex, 48]),
  "github-token": (rng) => token(`gh${rng.pick([..."pousr"])}`, "_", [alnum, 36])(rng),
  "github-fine-grained-token": token("github", "_pat_", [alnum, 22], "_", [alnum, 59]),
  "gitlab-token": oneOf(
    token("gl", "pat-", [url, 20]),
    token("gl", "dt-", [url, 20]),
    token("gl", "rt-", "t3_", [url, 27], ".01.", [lower, 9]),
    token("gl", "ptt-", [hex, 40]),
  ),
  "gitlab-runner-token": token("GR", "1348941", [url, 20]),
  "bitbucket-token": token("AT", "CTT3", "xFfGN0", [url, 170], "=", [upper, 8]),
  "bitbucket-app-password": bounded(token("AT", "BB", [alnum, 32])),
  "atlassian-token": token("AT", "ATT3", "xFfGF0", [url, 170], "=", [upper, 8]),
  "gitea-token": named(["GITEA_TOKEN", "gitea_access_token"], [hex, 40]),
  "sourcegraph-token": oneOf(token("sg", "p_", [hex, 40]), token("sg", "p_", [hex, 16], "_", [hex, 40])),
  "azure-devops-token": token([alnum, 52], "JQQJ99", [alnum, 18], "AZ", "DO", [alnum, 4]),
  "slack-token": oneOf(
    token("xox", "b-", [digit, 12], "-", [digit, 12], "-", [alnum, 24]),
    token("xox", "p-", [digit, 12], "-", [digit, 12], "-", [digit, 12], "-", [hex, 32]),
    token("xox", "e.xox", "p-1-", [alnum, 164]),
  ),
  "slack-app-token": token("xa", "pp-1-", [upper, 11], "-", [digit, 13], "-", [hex, 64]),
  "slack-webhook": within(
    ["https://hooks.", "slack.com/services/"],
    ["T", [upper, 10], "/B", [upper, 10], "/", [alnum, 24]],
  ),
  "discord-bot-token": discordBot,
  "discord-webhook": within(["https://discord.com/api/", "webhooks/", [digit, 18], "/"], [[url, 68]]),
  "telegram-bot-token": token([digit, 8, 10], ":A", "A", [url, 33]),
  "teams-webhook": within(
    ["https://acme.webhook.", "office.com/webhookb2/"],
    [...uuid, "@", ...uuid, "/IncomingWebhook/", [hex, 32], "/", ...uuid],
  ),
  "npm-token": token("np", "m_", [alnum, 36]),
  "pypi-token": token("py", "pi-", "AgEIcHlwaS5vcmc", [url, 120, 160]),
  "rubygems-token": token("ruby", "gems_", [hex, 48]),
  "crates-io-token": bounded(token("ci", "o", [alnum, 32])),
  "nuget-key": token("oy", "2", [lower, 43]),
  "docker-token": token("dckr", "_pat_", [url, 27]),
  "artifactory-key": oneOf(token("AK", "Cp", [alnum, 69]), token("cmVmd", "Gtu", [alnum, 56])),
  "registry-auth": (rng) => {
    const secret = Buffer.from(`${rng.chars(lower, 6)}:${rng.chars(alnum, 20)}`).toString("base64");
    return { name: "_auth", value: secret, secret };
  },
  "stripe-key": oneOf(
    token("sk", "_live_", [alnum, 24]),
    token("sk", "_test_", "51", [alnum, 97]),
    token("rk", "_live_", [alnum, 24]),
  ),
  "stripe-webhook-secret": token("wh", "sec_", [alnum, 32]),
  "square-token": oneOf(token("sq0", "atp-", [url, 22]), token("sq0", "csp-", [url, 43])),
  "braintree-token": token("access_", "token$", "production$", [lower, 16], "$", [hex, 32]),
  "razorpay-key": token("rz", "p_live_", [alnum, 14]),
  "shopify-token": (rng) => token(`shp${rng.pick(["at", "ca", "pa", "ss"])}`, "_", [hex, 32])(rng),
  "flutterwave-key": token("FLW", "SECK-", [lower, 32], "-X"),
  "sendgrid-key": token("S", "G.", [url, 22], ".", [url, 43]),
  "mailgun-key": bounded(token("ke", "y-", [hex, 32])),
  "mailchimp-key": token([hex, 32], "-u", "s", [digit, 1, 2]),
  "twilio-api-key": token("S", "K", [hex, 32]),
  "twilio-auth-token": within(["A", "C", [hex, 32], ":"], [[hex, 32]]),
  "twilio-named-token": named(["TWILIO_AUTH_TOKEN", "twilio_api_secret"], [hex, 32]),
  "postmark-token": named(["POSTMARK_API_TOKEN", "X-Postmark-Server-Token"], ...uuid),
  "brevo-key": token("xkey", "sib-", [hex, 64], "-", [alnum, 16]),
  "resend-key": token("re", "_", [alnum, 8], "_", [alnum, 24]),
  "vault-token": oneOf(
    token("hv", "s.", [url, 90, 110]),
    token("hv", "b.", [url, 140, 200]),
    token("hv", "s.", [alnum, 24]),
  ),
  "terraform-token": token([alnum, 14], ".atlas", "v1.", [url, 67]),
  "datadog-key": oneOf(named(["DD_API_KEY", "datadog_api_key"], [hex, 32]), named(["DD_APP_KEY"], [hex, 40])),
  "new-relic-key": token("NR", "AK-", [upper, 27]),
  "sentry-token": (rng) => {
    const claims = Buffer.from(JSON.stringify({ iat: 1.7e9, url: "", region_url: "https://us.sentry.io", org: "a" }));
    return oneOf(
      token("sn", "tryu_", [hex, 64]),
      token("sn", "trys_", claims.toString("base64"), "_", [base64, 43]),
    )(rng);
  },
  "grafana-token": oneOf(token("gl", "sa_", [alnum, 32], "_", [hex, 8]), token("gl", "c_", "eyJvIjoi", [base64, 100])),
  "linear-key": token("lin", "_api_", [alnum, 40]),
  "notion-token": token("nt", "n_", [digit, 11], [alnum, 35]),
  "notion-legacy-token": token("sec", "ret_", [alnum, 43]),
  "figma-token": token("fig", "d_", [url, 40]),
  "postman-key": token("PM", "AK-", [hex, 24], "-", [hex, 34]),
  "doppler-token": oneOf(token("dp", ".pt.", [alnum, 43]), token("dp", ".st.", "prd.", [alnum, 43])),
  "databricks-token": token("da", "pi", [hex, 32]),
  "pulumi-token": token("pu", "l-", [hex, 40]),
  "dynatrace-token": token("dt0", "c01.", [upper, 24], ".", [upper, 64]),
  "circleci-token": token("CCI", "PAT_", [alnum, 22], "_", [hex, 40]),
  "buildkite-token": token("bk", "ua_", [hex, 40]),
  "sonar-token": token("sq", "u_", [hex, 40]),
  "tailscale-key": token("ts", "key-auth-", "k", [alnum, 11], "CNTRL-", [alnum, 32]),
  "onepassword-token": token("ops", "_eyJ", [base64, 400, 700], "="),
  "airtable-token": token("pa", "t", [alnum, 14], ".", [hex, 64]),
  "hubspot-token": token("pa", "t-na1-", ...uuid),
  "maxmind-key": token([alnum, 6], "_", [alnum, 29], "_m", "mk"),
  "twitter-bearer-token": bounded(token("A".repeat(22), [alnum, 80, 92])),
  "openshift-token": token("sha", "256~", [url, 43]),
  "mapbox-secret-token": token("sk", ".eyJ1Ijoi", [url, 60], ".", [url, 22]),
  jwt,
  "database-url": (rng) => {
    const scheme = rng.pick(["postgres", "postgresql", "mysql", "mongodb+srv", "redis", "rediss", "amqp", "mssql"]);
    return within([`${scheme}:`, "//app", [lower, 3], ":"], [password], ["@", ...host, "/main"])(rng);
  },
  "url-basic-auth": within(["https:", "//bot", [lower, 3], ":"], [password], ["@git.example/a.git"]),
  "connection-string-password": within(["Server=db;User Id=app;Pass", "word="], [password], [";Encrypt=true"]),
  "authorization-header": (rng) => {
    const pair = Buffer.from(`${rng.chars(lower, 8)}:${rng.chars(alnum, 16)}`).toString("base64");
    const secret = rng.pick([rng.chars(url, 40), pair]);
    return { name: "Authorization", value: `${secret === pair ? "Basic" : "Bearer"} ${secret}`, secret };
  },
  "session-cookie": within(["Coo", "kie: theme=dark; session_id="], [[alnum, 40]]),
  "netrc-password": within(["machine git.example.com login bob pass", "word "], [[alnum, 18]]),
  "pgpass-line": within([":5432", ":shop:bob:"], [[alnum, 18]]),
  "bearer-token": within(["Bear", "er "], [[alnum, 40]]),
  "command-line-password": (rng) => {
    const secret = `${rng.chars(lower, 6)}${rng.chars(digit, 3)}${rng.chars(upper, 2)}`;
    const command = rng.pick([
      ...["curl -s -u bob:", "curl --user bob:", "mysql -uroot -p", "sshpass -p ", "docker login -u bob -p "],
      ...["lftp -u bob,", "smbclient //host/share -U bob%", "mongosh -u bob -p ", "unzip -P ", "ldapsearch -x -w "],
      ...["redis-cli -h cache -a ", "openssl pkcs12 -in a.p12 -passin pass:", "gh secret set DEPLOY --body "],
    ]);
    return { value: `${command}${secret}`, secret };
  },
  "piped-password": within(["echo "], [[alnum, 18]], [" | docker login -u bob --pass", "word-stdin"]),
  "credential-pair": within(
    ["creden", "tials: bob:"],
    [
      [lower, 6],
      [digit, 3],
      [upper, 2],
    ],
  ),
  "assigned-key": named(["OPENAI_KEY", "ACME2_KEY"], [alnum, 32, 48]),
  "assigned-password": (rng) => {
    const typed = `${rng.chars(lower, 5 + rng.int(6))}${rng.chars(digit, 1 + rng.int(3))}${rng.pick(["", "!", "&", "$x"])}`;
    const name = rng.pick(["password", "DB_PASSWORD", "userPasswd", "the_passphrase", "dbPwd", "DB_PW", "Passwort"]);
    return { name, value: typed, secret: typed };
  },
  "prefixed-token": oneOf(
    token("CLO", "JARS_", [lower + digit, 60]),
    token("pn", "u_", [lower + digit, 36]),
    token("rd", "me_", [lower + digit, 70]),
    token("ship", "po_live_", [hex, 40]),
    token("EZ", "AK", [lower + digit, 54]),
    token("duf", "fel_test_", [lower + digit, 43]),
    token("fio", "-u-", [url, 64]),
    token("sm_", "pat_", [alnum, 16]),
    token("CF", "PAT-", [url, 43]),
    token("access", "-production-", ...uuid),
    token("ph", "x_", [alnum, 43]),
    token("apify", "_api_", [alnum, 36]),
    token("dn", "key-", [upper, 26], "-", [upper, 52]),
  ),
  "short-prefixed-token": bounded(
    oneOf(
      token("ic", "o-", [alnum, 32]),
      token("A", "3-", [upper, 6], "-", [upper, 11], "-", [upper, 5], "-", [upper, 5], "-", [upper, 5]),
      token("AP", "I-", [upper + digit, 26]),
      token("da", "2-", [lower + digit, 26]),
    ),
  ),
  "assigned-secret": oneOf(
    named(["DB_PASSWORD", "clientSecret", "APP_SECRET", "session_token", "API_KEY", "api-key"], [alnum, 32, 48]),
    named(["internalApiKey", "SIGNING_KEY", "webhook_secret"], [hex, 32, 64]),
    named(["SNYK_TOKEN", "clientSecret", "POSTMARK_API_KEY", "auth_token", "deploy-key"], ...uuid),
    named(["passphrase", "auth_token", "encryption_key"], [base64, 43], "="),
  ),
};

export const secretClasses: readonly string[] = Object.keys(makers);

export function generateSecret(secretClass: string, rng: Rng): FakeSecret {
  return { class: secretClass, ...makers[secretClass]!(rng) };
}
