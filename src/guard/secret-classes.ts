/**
 * The kinds of secret Cairn knows by name: one row each, the more exact ones first. A pattern is sticky and is tried
 * only where one of its keywords stands, and its repeats are bounded: the cost is linear in the text. No row needs a
 * boundary before it, but for those that say so: a token glued to other text is found too.
 */

import {
  ASSIGNED_PASSWORD,
  isAssignedPassword,
  isSaidAsPassword,
  PASSWORD_BEFORE_ITS_NAME,
  PASSWORD_NAMES,
} from "./assigned-password.ts";
import { ASSIGNS, isNamedAbove, isOrdinaryName, OF_WHAT, SAID, SAYS, valueFirst } from "./named-value.ts";
import { privateKeySpans } from "./private-key.ts";
import {
  isEncodedPair,
  isFiller,
  isJumbledLetters,
  isMixed,
  isPassword,
  isSecretPlaceholder,
  isSigned,
  isStrongPassword,
  isTypedPassword,
  isVaried,
  looksRandom,
} from "./randomness.ts";
import type { Span } from "./scan.ts";
import { commandsWithPasswords } from "./secret-commands-table.ts";
import { patternOf, prefixed, prefixesOf, shortPrefixed } from "./secret-prefixes-table.ts";
import { columnSpans } from "./secret-tables.ts";

export interface SecretClass {
  readonly class: string;
  /** Three characters or more; letter case counts unless the pattern has the flag `i`. */
  readonly keywords: readonly string[];
  /**
   * The whole match is replaced, or only its group `secret`; a group `before`, in a look-behind, belongs to it too.
   * A function sees the whole text once.
   */
  readonly pattern: RegExp | ((text: string) => Span[]);
  /** A boundary: no secret right after text that ends like this, but for the end of another secret. */
  readonly notAfter?: RegExp;
  /** Whether what would be replaced is a secret, seen in the whole match; without it, anything is that varies enough. */
  readonly check?: (secret: string, match: string, before: string) => boolean;
  /** Is never broken over lines. */
  readonly oneLine?: true;
  /** Where the keyword heads a column instead: what stands below it. */
  readonly below?: (text: string, at: number) => readonly Span[];
  /** Yields its name to any other class that overlaps it. */
  readonly generic?: true;
}

const HEX = [..."0123456789abcdef"];
const DIGITS = [..."0123456789"];

/** A value known only by the name it is given to. */
function named(name: string, value: string): RegExp {
  return new RegExp(`${name}${ASSIGNS}(?<secret>${value})`, "iyd");
}

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** In base64, the digits of a Discord user id: the first three characters of each group of four. */
const ENCODED_DIGITS = [..."MNO"].flatMap((a) =>
  [..."DTjz"].flatMap((b) => [..."AEIMQUYcgk"].map((c) => `${a}${b}${c}`)),
);

const keysAndClouds: readonly SecretClass[] = [
  {
    class: "gcp-service-account-key",
    keywords: ["private_key"],
    pattern: /private_key\\{0,3}"\s{0,4}:\s{0,4}\\{0,3}"(?<secret>-----BEGIN[^"]{64,8000}[^"\\])/dy,
  },
  {
    class: "private-key",
    keywords: [
      "PRIVATE KEY",
      "PRIVATE+KEY",
      "Private-Lines:",
      "b3BlbnNzaC1rZXktdjE",
      "ANBgkqhkiG9w0BAQEFAAS",
      "AgEAMBMGByqGSM49AgEG",
      "MC4CAQAwBQYDK2Vw",
    ],
    pattern: privateKeySpans,
    check: () => true,
  },
  { class: "age-secret-key", keywords: ["AGE-SECRET-KEY-1"], pattern: /AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}/y },
  {
    class: "aws-access-key-id",
    keywords: ["AKIA", "ASIA"],
    pattern: /A[KS]IA[A-Z0-9]{16}/y,
    check: (secret) => !secret.endsWith("EXAMPLE") && isVaried(secret),
  },
  {
    class: "aws-secret-access-key",
    keywords: ["secret"],
    pattern: named("secret[_ -]?(?:access)?[_ -]?key(?:_id)?", "[A-Za-z0-9/+]{40,128}={0,2}"),
    check: (secret) => !isSecretPlaceholder(secret) && /[a-z]/.test(secret) && /[A-Z]/.test(secret),
  },
  {
    class: "aws-session-token",
    keywords: ["FwoGZXIvYXdz", "FQoGZXIvYXdz", "IQoJb3JpZ2lu"],
    pattern: /(?:F[wQ]oGZXIvYXdz|IQoJb3JpZ2lu)[A-Za-z0-9/+=]{80,2048}/y,
  },
  {
    class: "aws-bedrock-key",
    keywords: ["ABSKQmVkcm9ja0FQSUtleS"],
    pattern: /ABSKQmVkcm9ja0FQSUtleS[A-Za-z0-9+/]{60,300}={0,2}/y,
  },
  { class: "google-api-key", keywords: ["AIza"], pattern: /AIza[A-Za-z0-9_-]{35}/y },
  { class: "google-oauth-secret", keywords: ["GOCSPX-"], pattern: /GOCSPX-[A-Za-z0-9_-]{28}/y },
  { class: "google-oauth-token", keywords: ["ya29."], pattern: /ya29\.(?:[ac]\.)?[A-Za-z0-9_-]{30,1024}/y },
  {
    class: "azure-storage-key",
    keywords: ["AccountKey", "SharedAccessKey"],
    pattern: new RegExp(`(?:Account|SharedAccess)Key${ASSIGNS}(?<secret>[A-Za-z0-9+/]{43,120}={1,2})`, "dy"),
  },
  {
    class: "azure-client-secret",
    keywords: DIGITS.map((digit) => `${digit}Q~`),
    pattern: /(?<=(?<before>[A-Za-z0-9_~.]{3}))[0-9]Q~[A-Za-z0-9_~.-]{31,34}/dy,
  },
  {
    class: "azure-sas-signature",
    keywords: ["?sig=", "&sig="],
    pattern: /[?&]sig=(?<secret>[A-Za-z0-9+/%_-]{40,120}={0,2})/dy,
  },
  { class: "digitalocean-token", keywords: ["doo_v1_", "dop_v1_", "dor_v1_"], pattern: /do[opr]_v1_[a-f0-9]{64}/y },
  {
    class: "cloudflare-token",
    keywords: ["cfut_", "cfat_", "cfk_"],
    pattern: /cf(?:ut|at|k)_[A-Za-z0-9]{40,64}/y,
  },
  {
    class: "cloudflare-origin-key",
    keywords: ["v1.0-"],
    pattern: /v1\.0-[a-f0-9]{24}-[a-f0-9]{146}/y,
  },
  {
    class: "cloudflare-api-key",
    keywords: ["cloudflare", "cf_api", "cf-api"],
    pattern: named("(?:cloudflare[\\w .-]{0,20}|cf[_-]api[_-])(?:key|token)", "[A-Za-z0-9_-]{37,64}"),
    check: looksRandom,
  },
  { class: "heroku-key", keywords: ["HRKU-"], pattern: /HRKU-[A-Za-z0-9_-]{36,80}/y },
  { class: "heroku-api-key", keywords: ["heroku"], pattern: named("heroku[\\w .-]{0,20}(?:key|token)", UUID) },
  {
    class: "alibaba-access-key-id",
    keywords: ["LTAI"],
    pattern: /LTAI[A-Za-z0-9]{12,20}/y,
    check: (secret) => /[a-z]/.test(secret) && isMixed(secret.slice(4)),
  },
  { class: "linode-token", keywords: ["linode"], pattern: named("linode[\\w .-]{0,20}(?:key|token)", "[a-f0-9]{64}") },
  {
    class: "hetzner-token",
    keywords: ["hcloud", "hetzner"],
    pattern: named("(?:hcloud|hetzner)[\\w .-]{0,20}(?:key|token)", "[A-Za-z0-9]{64}"),
    check: looksRandom,
  },
  {
    class: "vercel-token",
    keywords: ["vcp_", "vci_", "vca_", "vcr_", "vck_"],
    pattern: /vc[piark]_[A-Za-z0-9]{24,80}/y,
  },
  { class: "netlify-token", keywords: ["nfp_"], pattern: /nfp_[A-Za-z0-9]{36,64}/y },
  {
    class: "supabase-key",
    keywords: ["sbp_", "sb_secret_"],
    pattern: /(?:sbp_(?:oauth_|v0_)?[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{22,64})/y,
  },
  {
    class: "planetscale-token",
    keywords: ["pscale_"],
    pattern: /pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_=.-]{32,64}/y,
  },
  {
    class: "fly-token",
    keywords: ["fo1_", "fm1a_", "fm1r_", "fm2_"],
    pattern: /(?:fo1_[\w-]{43}|fm(?:1[ar]|2)_[A-Za-z0-9+/]{100,2048}={0,3})/y,
  },
];

const modelsAndCodeHosts: readonly SecretClass[] = [
  { class: "anthropic-key", keywords: ["sk-ant-"], pattern: /sk-ant-[a-z]{2,8}[0-9]{2}-[A-Za-z0-9_-]{40,200}/y },
  {
    class: "openai-key",
    keywords: ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"],
    pattern: /sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{40,220}/y,
  },
  {
    class: "openai-legacy-key",
    keywords: ["T3BlbkFJ"],
    pattern: /(?<=(?<before>sk-[A-Za-z0-9]{20}))T3BlbkFJ[A-Za-z0-9]{20,64}/dy,
  },
  { class: "openrouter-key", keywords: ["sk-or-v1-"], pattern: /sk-or-v1-[a-f0-9]{64}/y },
  {
    // Other providers' keys. `task-`, `disk-` and `risk-` end like this too.
    class: "sk-api-key",
    keywords: ["sk-"],
    pattern: /sk-[A-Za-z0-9]{32,96}/y,
    notAfter: /[A-Za-z0-9_]$/,
    check: isMixed,
  },
  { class: "huggingface-token", keywords: ["hf_", "api_org_"], pattern: /(?:hf|api_org)_[A-Za-z0-9]{34,64}/y },
  { class: "groq-key", keywords: ["gsk_"], pattern: /gsk_[A-Za-z0-9]{48,64}/y },
  { class: "xai-key", keywords: ["xai-"], pattern: /xai-[A-Za-z0-9]{64,120}/y },
  { class: "replicate-token", keywords: ["r8_"], pattern: /r8_[A-Za-z0-9]{36,48}/y },
  { class: "perplexity-key", keywords: ["pplx-"], pattern: /pplx-[A-Za-z0-9]{40,64}/y },
  { class: "nvidia-key", keywords: ["nvapi-"], pattern: /nvapi-[A-Za-z0-9_-]{60,80}/y },
  { class: "cerebras-key", keywords: ["csk-"], pattern: /csk-[a-z0-9]{48}/y },
  { class: "together-key", keywords: ["tgp_v1_"], pattern: /tgp_v1_[A-Za-z0-9_-]{43}/y },
  { class: "pinecone-key", keywords: ["pcsk_"], pattern: /pcsk_[A-Za-z0-9]{5,8}_[A-Za-z0-9]{50,80}/y },
  { class: "langsmith-key", keywords: ["lsv2_"], pattern: /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/y },
  { class: "tavily-key", keywords: ["tvly-"], pattern: /tvly-(?:dev-|prod-)?[A-Za-z0-9]{32,48}/y },
  { class: "elevenlabs-key", keywords: HEX.map((digit) => `sk_${digit}`), pattern: /sk_[a-f0-9]{48}/y },
  {
    class: "github-token",
    keywords: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
    pattern: /gh[pousr]_[A-Za-z0-9]{36,255}/y,
  },
  { class: "github-fine-grained-token", keywords: ["github_pat_"], pattern: /github_pat_[A-Za-z0-9_]{40,255}/y },
  {
    class: "gitlab-token",
    keywords: [
      "glpat-",
      "gldt-",
      "glrt-",
      "glrtr-",
      "glcbt-",
      "glptt-",
      "glft-",
      "glsoat-",
      "glimt-",
      "glagent-",
      "gloas-",
      "glffct-",
      "glwt-",
    ],
    pattern: /gl(?:pat|dt|rtr?|cbt|ptt|ft|soat|imt|agent|oas|ffct|wt)-[A-Za-z0-9_.-]{20,300}/y,
  },
  { class: "gitlab-runner-token", keywords: ["GR1348941"], pattern: /GR1348941[A-Za-z0-9_-]{20}/y },
  { class: "bitbucket-token", keywords: ["ATCTT3"], pattern: /ATCTT3[A-Za-z0-9_=-]{60,300}/y },
  {
    // Four that base64 of WebAssembly is full of.
    class: "bitbucket-app-password",
    keywords: ["ATBB"],
    pattern: /ATBB[A-Za-z0-9]{28,64}/y,
    notAfter: /[A-Za-z0-9]$/,
    check: isMixed,
  },
  { class: "atlassian-token", keywords: ["ATATT3"], pattern: /ATATT3[A-Za-z0-9_=-]{100,300}/y },
  { class: "gitea-token", keywords: ["gitea"], pattern: named("gitea[\\w .-]{0,20}token", "[a-f0-9]{40}") },
  { class: "sourcegraph-token", keywords: ["sgp_"], pattern: /sgp_(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40}/y },
  { class: "azure-devops-token", keywords: ["AZDO"], pattern: /(?<=(?<before>[A-Za-z0-9]{76}))AZDO[A-Za-z0-9]{4}/dy },
];

const chatAndRegistries: readonly SecretClass[] = [
  {
    class: "slack-token",
    keywords: ["xoxa-", "xoxb-", "xoxe-", "xoxe.", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xoxc-", "xoxd-"],
    pattern: /xox(?:e\.xox[bp]|[abceoprsd])-[A-Za-z0-9%-]{18,300}/y,
  },
  { class: "slack-app-token", keywords: ["xapp-"], pattern: /xapp-[0-9]-[A-Z0-9]{8,16}-[0-9]{8,16}-[a-z0-9]{40,80}/y },
  {
    class: "slack-webhook",
    keywords: ["hooks.slack.com/"],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9+/]{40,120})/dy,
  },
  {
    class: "discord-bot-token",
    keywords: ENCODED_DIGITS,
    pattern:
      /(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){5,6}(?:[MNO][DTjz][AEIMQUYcgk]|[MNO][AQgw])?\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}/y,
  },
  {
    class: "azure-signed-key",
    keywords: ["AzFu", "AzSe", "AzCa", "AIoT", "ACDb", "+ASt", "+ABa", "+ACR", "+AMC", "APIM", "AZEG", "JQQJ99"],
    pattern:
      /(?<=(?<before>[A-Za-z0-9_+/-]{32,80}))(?:(?:AzFu|AzSe|AzCa|AIoT|ACDb|\+(?:ASt|ABa|ACR|AMC)|APIM|AZEG)[A-Za-z0-9_+/-]{5,8}(?![A-Za-z0-9])={0,2}|JQQJ99[A-Za-z0-9]{6,40})/dy,
  },
  {
    class: "pgpass-line",
    keywords: [":5432:", ":*:"],
    pattern: /(?::5432:[\w*-]{1,64}|(?<=:\d{2,5}):\*):[\w.*-]{1,64}:(?<secret>[^\s:"'`|*)]{6,128})/dy,
    check: isPassword,
  },
  {
    class: "discord-webhook",
    keywords: ["/webhooks/"],
    pattern: /\/webhooks\/[0-9]{17,20}\/(?<secret>[A-Za-z0-9_-]{60,80})/dy,
  },
  { class: "telegram-bot-token", keywords: [":AA"], pattern: /(?<=(?<before>[0-9]{8,10})):AA[A-Za-z0-9_-]{33}/dy },
  {
    class: "teams-webhook",
    keywords: [".webhook.office.com/"],
    pattern:
      /\.webhook\.office\.com\/webhookb2\/(?<secret>[a-z0-9@-]{32,80}\/IncomingWebhook\/[A-Za-z0-9/_-]{32,120})/dy,
  },
  { class: "npm-token", keywords: ["npm_"], pattern: /npm_[A-Za-z0-9]{36,64}/y },
  { class: "pypi-token", keywords: ["pypi-AgE"], pattern: /pypi-AgE[A-Za-z0-9_-]{50,1000}/y },
  { class: "rubygems-token", keywords: ["rubygems_"], pattern: /rubygems_[a-f0-9]{48}/y },
  {
    // Three letters are soon met inside any base64.
    class: "crates-io-token",
    keywords: ["cio"],
    pattern: /cio[A-Za-z0-9]{32}/y,
    notAfter: /[A-Za-z0-9]$/,
    check: isMixed,
  },
  { class: "nuget-key", keywords: ["oy2"], pattern: /oy2[a-z0-9]{43}/y, check: isMixed },
  { class: "docker-token", keywords: ["dckr_pat_", "dckr_oat_"], pattern: /dckr_[po]at_[A-Za-z0-9_-]{27,64}/y },
  {
    class: "artifactory-key",
    keywords: ["AKCp", "cmVmdGtu"],
    pattern: /(?:AKCp[A-Za-z0-9]{60,80}|cmVmdGtu[A-Za-z0-9]{50,64})/y,
  },
  {
    class: "registry-auth",
    keywords: ["_auth", '"auth'],
    pattern: new RegExp(`(?:_auth(?:Token)?|"auth)${ASSIGNS}(?<secret>[A-Za-z0-9+/_.-]{16,2000}={0,2})`, "dy"),
    check: (secret) => isEncodedPair(secret) || looksRandom(secret) || /^[0-9a-f]{8}-/.test(secret),
  },
];

const paymentAndMail: readonly SecretClass[] = [
  {
    class: "stripe-key",
    keywords: ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_org_"],
    pattern: /[sr]k_(?:live|test|org_live|org_test)_[A-Za-z0-9]{20,250}/y,
  },
  { class: "stripe-webhook-secret", keywords: ["whsec_"], pattern: /whsec_[A-Za-z0-9+/]{24,100}={0,2}/y },
  { class: "square-token", keywords: ["sq0atp-", "sq0csp-"], pattern: /sq0(?:atp|csp)-[A-Za-z0-9_-]{22,60}/y },
  {
    class: "braintree-token",
    keywords: ["access_token$"],
    pattern: /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}/y,
  },
  { class: "razorpay-key", keywords: ["rzp_live_", "rzp_test_"], pattern: /rzp_(?:live|test)_[A-Za-z0-9]{14,24}/y },
  {
    class: "shopify-token",
    keywords: ["shpat_", "shpca_", "shppa_", "shpss_", "shptka_"],
    pattern: /shp(?:at|ca|pa|ss|tka)_[a-fA-F0-9]{32}/y,
  },
  { class: "flutterwave-key", keywords: ["FLWSECK"], pattern: /FLWSECK(?:_TEST)?-[A-Za-z0-9]{32}-X/y },
  { class: "sendgrid-key", keywords: ["SG."], pattern: /SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/y },
  {
    // `cache-key-` and `monkey-` may stand before a hash.
    class: "mailgun-key",
    keywords: ["key-"],
    pattern: /key-[a-f0-9]{32}/y,
    notAfter: /[A-Za-z0-9_]$|\w-$/,
  },
  { class: "mailchimp-key", keywords: ["-us"], pattern: /(?<=(?<before>[a-f0-9]{32}))-us[0-9]{1,2}/dy },
  { class: "twilio-api-key", keywords: HEX.map((digit) => `SK${digit}`), pattern: /SK[a-f0-9]{32}/y },
  {
    class: "twilio-auth-token",
    keywords: HEX.map((digit) => `AC${digit}`),
    pattern: /AC[a-f0-9]{32}["'`:, \t/@\\&=A-Za-z_-]{1,40}(?<![a-f0-9])(?<secret>[a-f0-9]{32})/dy,
  },
  {
    class: "twilio-named-token",
    keywords: ["twilio"],
    pattern: named("twilio[\\w .-]{0,20}(?:token|secret)", "[a-f0-9]{32}"),
  },
  { class: "postmark-token", keywords: ["postmark"], pattern: named("postmark[\\w .-]{0,20}(?:key|token)", UUID) },
  {
    class: "brevo-key",
    keywords: ["xkeysib-", "xsmtpsib-"],
    pattern: /x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}/y,
  },
  {
    class: "resend-key",
    keywords: ["re_"],
    pattern: /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}/y,
    check: isMixed,
  },
];

const infrastructure: readonly SecretClass[] = [
  { class: "vault-token", keywords: ["hvs.", "hvb.", "hvr."], pattern: /hv[sbr]\.[A-Za-z0-9_-]{24,300}/y },
  {
    class: "terraform-token",
    keywords: [".atlasv1."],
    pattern: /(?<=(?<before>[A-Za-z0-9]{14}))\.atlasv1\.[A-Za-z0-9_=-]{60,80}/dy,
  },
  {
    class: "datadog-key",
    keywords: ["datadog", "dd_api", "dd_app", "dd-api", "dd-app"],
    pattern: named("(?:datadog[\\w .-]{0,20}|dd[_-]ap[ip][_-])key", "[a-f0-9]{32,40}"),
  },
  {
    class: "new-relic-key",
    keywords: ["NRAK-", "NRII-", "NRIQ-", "NRJS-", "NRAL"],
    pattern: /NR(?:AK|II|IQ|JS)-[A-Za-z0-9_-]{19,32}|(?<=(?<before>[a-f0-9]{36}))NRAL/dy,
  },
  {
    class: "sentry-token",
    keywords: ["sntrys_", "sntryu_"],
    pattern: /(?:sntryu_[a-f0-9]{64}|sntrys_eyJ[A-Za-z0-9+/=_-]{60,500})/y,
  },
  {
    class: "grafana-token",
    keywords: ["glsa_", "glc_", "eyJrIjoi"],
    pattern:
      /(?:glsa_[A-Za-z0-9]{32}_[a-fA-F0-9]{8}|glc_[A-Za-z0-9+/]{32,400}={0,3}|eyJrIjoi[A-Za-z0-9+/]{60,400}={0,3})/y,
  },
  { class: "linear-key", keywords: ["lin_api_", "lin_oauth_"], pattern: /lin_(?:api|oauth)_[A-Za-z0-9]{40,64}/y },
  { class: "notion-token", keywords: ["ntn_"], pattern: /ntn_[0-9]{9,12}[A-Za-z0-9]{32,40}/y },
  { class: "notion-legacy-token", keywords: ["secret_"], pattern: /secret_[A-Za-z0-9]{43}/y, check: isMixed },
  { class: "figma-token", keywords: ["figd_", "figu_"], pattern: /fig[du]_[A-Za-z0-9_-]{40,64}/y },
  { class: "postman-key", keywords: ["PMAK-"], pattern: /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/y },
  {
    class: "doppler-token",
    keywords: ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
    pattern: /dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}/y,
  },
  { class: "databricks-token", keywords: ["dapi"], pattern: /dapi[a-f0-9]{32}(?:-[0-9])?/y },
  { class: "pulumi-token", keywords: ["pul-"], pattern: /pul-[a-f0-9]{40}/y },
  {
    class: "dynatrace-token",
    keywords: ["dt0c01.", "dt0s01.", "dt0s16."],
    pattern: /dt0[cs](?:01|16)\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}/y,
  },
  {
    class: "circleci-token",
    keywords: ["CCIPAT_", "CCIPRJ_"],
    pattern: /CCIP(?:AT|RJ)_[A-Za-z0-9]{16,32}_[a-f0-9]{40}/y,
  },
  { class: "buildkite-token", keywords: ["bkua_", "bkaj_", "bkct_"], pattern: /bk(?:ua|aj|ct)_[A-Za-z0-9]{40,64}/y },
  { class: "sonar-token", keywords: ["sqp_", "squ_", "sqa_"], pattern: /sq[pua]_[a-f0-9]{40}/y },
  {
    class: "tailscale-key",
    keywords: ["tskey-"],
    pattern: /tskey-(?:auth|api|client|scim|webhook)-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{20,64}/y,
  },
  { class: "onepassword-token", keywords: ["ops_eyJ"], pattern: /ops_eyJ[A-Za-z0-9+/_-]{200,2048}={0,3}/y },
  { class: "airtable-token", keywords: ["pat"], pattern: /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/y },
  {
    class: "hubspot-token",
    keywords: ["pat-na", "pat-eu"],
    pattern: /pat-(?:na|eu)[0-9]-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}/y,
  },
  {
    class: "maxmind-key",
    keywords: ["_mmk"],
    pattern: /(?<=(?<before>[A-Za-z0-9]{6}_[A-Za-z0-9]{29}))_mmk/dy,
  },
  {
    class: "twitter-bearer-token",
    keywords: ["AAAAAAAAAAAAAAAAAAAA"],
    pattern: /A{20}[A-Za-z0-9%]{76,120}/y,
    notAfter: /[A-Za-z0-9]$/,
    check: (secret) => isMixed(secret.replace(/^A+/, "")),
  },
  { class: "openshift-token", keywords: ["sha256~"], pattern: /sha256~[A-Za-z0-9_-]{43}/y },
  {
    class: "mapbox-secret-token",
    keywords: ["sk.eyJ"],
    pattern: /sk\.eyJ[A-Za-z0-9_-]{40,200}\.[A-Za-z0-9_-]{20,40}/y,
  },
  {
    class: "jwt",
    keywords: [".eyJ", ".eyA"],
    pattern: /(?<=(?<before>[A-Za-z0-9_-]{16,8192}))\.ey[JA][A-Za-z0-9_-]{8,16384}\.[A-Za-z0-9_-]{16,4096}/dy,
  },
];

const NOT_A_CREDENTIAL =
  "(?<!(?:page|next|prev|previous|continuation|csrf|xsrf|sync|cancel|cancellation|pad|eos|bos|unk|stop|special)[_-]?)";
const CREDENTIAL_NAME =
  "(?:pass(?:word|wd|phrase|code)|pwd|secret|token|credential|(?:otp|2fa|mfa)[_ -]?seed|(?:api|access|auth|secret|private|signing|encryption|master|account|client|license|shared|webhook|deploy|ssh|admin|service|hmac|storage|session|cookie|app|crypto|root|role)[_ -]?key|(?:[_-]|db[_ -]?)pass(?![a-z]))";

/** What may follow such a name: `SECRET_KEY_BASE`, `TOKEN_2`, `apiKeyProd`. */
const WHICH = "(?:[_ -]?(?:[0-9]{1,2}|base|value|id|string|raw|prod|production|staging|live|test|dev)){0,2}";

/** The head of a column that holds secrets. */
export const TELLING_HEAD = new RegExp(
  `${NOT_A_CREDENTIAL}(?:${CREDENTIAL_NAME}s?${WHICH}|_auth|[a-z0-9]{2,20}[_-]key|twilio.{0,20}|[a-z]_pw|passwort|kennwort|(?:access|account)key(?:_id)?|key_id|heroku.{0,20}key|authorization)["'\\x60*]{0,4}$`,
  "i",
);
const CREDENTIAL_KEYWORDS = [
  "passw",
  "passphrase",
  "passcode",
  "pwd",
  "secret",
  "token",
  "credential",
  "_pass",
  "-pass",
  "db pass",
  "dbpass",
  ...["otp", "2fa", "mfa"].flatMap((word) => ["seed", "_seed", "-seed", " seed"].map((seed) => word + seed)),
  ...[
    "api",
    "access",
    "auth",
    "private",
    "signing",
    "encryption",
    "master",
    "account",
    "client",
    "license",
    "shared",
    "webhook",
    "deploy",
    "ssh",
    "admin",
    "service",
    "hmac",
    "storage",
    "session",
    "cookie",
    "app",
    "crypto",
    "root",
    "role",
  ].flatMap((word) => ["_key", "-key", "key", " key"].map((key) => word + key)),
];

const WHOLE_UUID = new RegExp(`^${UUID}$`, "i");

/** Beside a telling name: noise, a strong password, or a UUID, which is elsewhere the name of any thing. */
function isNamedSecret(secret: string, said = "", before = ""): boolean {
  if (isOrdinaryName(secret, said, before)) return false;
  const bare = secret.replace(/[*.!?]+$/, "");
  return looksRandom(bare) || isStrongPassword(bare) || (WHOLE_UUID.test(bare) && isVaried(bare));
}

/** Where a word may stand as well: a digit and a sign, or two digits and both cases. */
function isUnlikeWords(secret: string): boolean {
  const isMade = HAS_DIGIT_AND_SIGN.test(secret) && !/^\d+(?:[.,]\d+)?%/.test(secret);
  return isTypedPassword(secret) && (isMade || /^(?=.*[a-z])(?=.*[A-Z])(?:.*[0-9]){2}/.test(secret));
}

const HAS_DIGIT_AND_SIGN = /[0-9].*[!@#$%^&*~]|[!@#$%^&*~].*[0-9]/;

/** Behind a slash a page or a program may stand as well: `SAML2.0Provider`, `GetUser2FA3`, `Error404Page`. */
function isBesideUser(secret: string, said: string): boolean {
  if (!isUnlikeWords(secret)) return false;
  if (HAS_DIGIT_AND_SIGN.test(secret) || /[ \t](?:pass|pw)[ \t]/i.test(said)) return true;
  return /\d{2}|[a-z]\d[a-z]/.test(secret) && !/\d[A-Z][a-z]/.test(secret);
}

/** A flag that is glued to its value may be any other flag of that program; some commands are words of prose, too. */
const MAY_BE_ELSE =
  /^(?:m|7z|rar|unrar|net|http|xh|AUTH|sqlplus|enable secret|(?:snmp|radius|tacacs)-server|Pass |on >)/;

function isHandedPassword(secret: string, match: string): boolean {
  return (
    isPassword(secret) &&
    !isFiller(secret) &&
    (!MAY_BE_ELSE.test(match) || isSigned(secret) || isJumbledLetters(secret))
  );
}

/** `bob/…` may be a path, `bob / …` and `bob:…` behind such a name are none. */
function isPairOf(secret: string, said: string): boolean {
  return /^\/|[\w"'\x60][ \t]{1,3}\/[ \t]|:[^\s]*$/.test(said) ? isTypedPassword(secret) : isBesideUser(secret, said);
}

const NO_SECRET_KEYS = [
  ...["CACHE", "PRIMARY", "FOREIGN", "PUBLIC", "SORT", "PARTITION", "UNIQUE", "REGISTRY", "HOST", "LOOKUP", "ROUTING"],
  ...["INDEX", "GROUP", "OBJECT", "IDEMPOTENCY"],
];

/** Whose keys people speak of by name. */
const VENDORS = "openai anthropic claude gemini mistral groq deepseek stripe sendgrid mailgun algolia maps".split(" ");

const PREFIXED = patternOf(prefixed);
const SHORT_PREFIXED = patternOf(shortPrefixed);

const structures: readonly SecretClass[] = [
  { class: "prefixed-token", keywords: prefixesOf(prefixed), pattern: PREFIXED },
  {
    class: "short-prefixed-token",
    keywords: prefixesOf(shortPrefixed),
    pattern: SHORT_PREFIXED,
    notAfter: /[A-Za-z0-9_]$|\w-$/,
    check: isMixed,
  },
  {
    class: "database-url",
    keywords: [
      "postgres",
      "mysql",
      "mariadb",
      "mongodb",
      "redis",
      "valkey",
      "amqp",
      "mssql",
      "sqlserver",
      "clickhouse",
      "cockroach",
      "oracle",
      "nats",
      "neo4j",
    ],
    pattern:
      /(?:postgres(?:ql)?|mysqlx?|mariadb|mongodb|rediss?|valkeys?|amqps?|mssql|sqlserver|clickhouse|cockroach(?:db)?|oracle|nats|neo4j)(?:\+[a-z0-9]{1,20})?:\/{1,2}[^\s:@/?#"'`<>]{0,128}:(?<secret>[^\s/?"'`<>[\],]{1,256})@/diy,
    check: isPassword,
  },
  {
    class: "url-basic-auth",
    // One slash is left where an address was taken for a path.
    keywords: ["://", "http:/", "https:/", "ssh:/", "ftp:/"],
    pattern:
      /(?:(?:https?|ssh|ftp):\/|:\/\/)\/?[^\s:@/?#"'`<>[\]]{0,128}:(?!\d{2,5}#)(?<secret>[^\s/?"'`<>[\],]{3,256})@(?!sha256:)/dy,
    check: isPassword,
    generic: true,
  },
  {
    class: "connection-string-password",
    keywords: ["password=", "pwd="],
    pattern: /(?:password|pwd)=(?<secret>[^\s;"'`<>[\]{}$]{6,128});/diy,
    check: (secret) => isPassword(secret) && !secret.startsWith("/"),
    generic: true,
  },
  {
    class: "authorization-header",
    keywords: ["authorization"],
    pattern: new RegExp(
      `authorization${ASSIGNS}(?:bearer|basic|token|bot|apikey|key)[ \\t+]{1,3}(?<secret>[A-Za-z0-9._~+/=-]{8,4096})`,
      "iyd",
    ),
    check: (secret) => looksRandom(secret) || isEncodedPair(secret) || (secret.length >= 16 && isTypedPassword(secret)),
    generic: true,
  },
  {
    class: "session-cookie",
    keywords: ["cookie:", "cookie'", 'cookie"', "_session="],
    pattern:
      /(?:cookie["']?:[^\n]{0,400}?(?:sess(?:ion)?(?:[_-]?id)?|sid|auth|token|jwt|remember)[\w.-]{0,30}|_session)=(?<secret>[A-Za-z0-9%._~+/=-]{16,4096})/diy,
    check: looksRandom,
    generic: true,
  },
  {
    class: "netrc-password",
    keywords: ["machine "],
    pattern:
      /machine[ \t]{1,4}[\w.:-]{1,120}[ \t]{1,4}login[ \t]{1,4}[\w.@+-]{1,64}[ \t]{1,4}password[ \t]{1,4}(?<secret>[^\s"'`]{4,256})/dy,
    check: isPassword,
    generic: true,
  },
  {
    class: "bearer-token",
    keywords: ["bearer "],
    pattern: /bearer[ \t]{1,3}(?<secret>[A-Za-z0-9._~+/=-]{20,4096})/diy,
    check: looksRandom,
    generic: true,
  },
  {
    class: "command-line-password",
    keywords: commandsWithPasswords.map(([keyword]) => keyword),
    pattern: new RegExp(
      `(?:${commandsWithPasswords.map(([, pattern]) => pattern).join("|")})["']?(?<secret>[^\\s"'\x60]{4,256})`,
      "dy",
    ),
    check: isHandedPassword,
    oneLine: true,
    generic: true,
  },
  {
    class: "piped-password",
    keywords: ["echo ", "printf "],
    pattern: new RegExp(
      `(?:echo|printf)[ \\t]{1,3}(?:-n[ \\t]{1,3}|'%s'[ \\t]{1,3})?["']?(?:[\\w.-]{1,40}:)?(?<secret>[^\\s"'\x60|]{6,256})["']?[ \\t]{0,3}\\|[^\\n|;&]{0,200}?(?:--password-stdin|sudo[ \\t]+-S|\\b(?:kinit|chpasswd|passwd|cryptsetup)\\b|${CREDENTIAL_NAME}(?![\\w-]*[ \\t]+(?:put|set|add|create)\\b))`,
      "dyi",
    ),
    check: (secret, match) =>
      isPassword(secret) &&
      !isFiller(secret) &&
      (match.endsWith("--password-stdin") || isTypedPassword(secret) || looksRandom(secret) || WHOLE_UUID.test(secret)),
    oneLine: true,
    generic: true,
  },
  {
    // `"value": "…", "name": "DB_PASSWORD"`.
    class: "assigned-secret",
    keywords: ['value"', "value'", "value:", "value="],
    pattern: new RegExp(
      `value["'\x60]{0,2}[ \\t]{0,2}[:=][ \\t]{0,2}["'\x60]{0,2}(?<secret>[A-Za-z0-9+/=_.~!@#$%^&*?-]{6,256})["'\x60]{0,2},?\\s{1,12}["'\x60]?(?:name|key)["'\x60]?[ \\t]{0,2}[:=][ \\t]{0,2}["'\x60]?[\\w./-]{0,60}?${CREDENTIAL_NAME}s?${WHICH}["'\x60\\s,]`,
      "iyd",
    ),
    check: (secret) => isTypedPassword(secret) || isNamedSecret(secret),
    oneLine: true,
    generic: true,
  },
  {
    class: "credential-pair",
    keywords: ["credential"],
    pattern: new RegExp(`credentials?${ASSIGNS}[\\w.@+-]{1,64}:(?<secret>[^\\s"'\x60,;/]{6,128})`, "iyd"),
    check: isTypedPassword,
    generic: true,
  },
  {
    // `auth=("bob", "…")`, `login("bob", "…")`.
    class: "credential-pair",
    keywords: ["auth(", "auth=(", "auth =", "login("],
    pattern:
      /(?:auth|login)[ \t]?=?[ \t]?\(\s{0,2}["'`][^"'`\n]{1,80}["'`]\s{0,2},\s{0,2}["'`](?<secret>[^\s"'`]{6,128})["'`]/diy,
    check: isTypedPassword,
    oneLine: true,
    generic: true,
  },
  {
    class: "assigned-password",
    keywords: [
      ...PASSWORD_NAMES,
      ...[
        "pw=",
        "pw:",
        "pw ",
        'pw"',
        "pw'",
        "pw\\",
        "pass=",
        "pass:",
        'pass"',
        "pass'",
        "-pass ",
        "pass ->",
        "pass =>",
      ],
    ],
    pattern: ASSIGNED_PASSWORD,
    check: isAssignedPassword,
    generic: true,
  },
  {
    // The value stands before its name.
    class: "assigned-password",
    keywords: [...PASSWORD_NAMES, " pw"],
    pattern: PASSWORD_BEFORE_ITS_NAME,
    check: isSaidAsPassword,
    oneLine: true,
    generic: true,
  },
  {
    class: "assigned-secret",
    keywords: CREDENTIAL_KEYWORDS,
    pattern: new RegExp(
      `${NOT_A_CREDENTIAL}${CREDENTIAL_NAME}s?${WHICH}(?:${OF_WHAT}(?:${ASSIGNS}|${SAYS})|[ \\t]{1,4}["'\x60]?)(?:base64:)?(?<secret>[A-Za-z0-9+/=_.~!@#$%^*?-]{10,256})`,
      "iyd",
    ),
    check: isNamedSecret,
    below: (text, at) => columnSpans(text, at, TELLING_HEAD),
    generic: true,
  },
  {
    // `use 4f9c… as the api key`.
    class: "assigned-secret",
    keywords: CREDENTIAL_KEYWORDS,
    pattern: new RegExp(`${valueFirst("[A-Za-z0-9+/=_.~!@#$%^*?-]", 16)}${CREDENTIAL_NAME}${WHICH}${SAID}`, "iyd"),
    check: isNamedSecret,
    oneLine: true,
    generic: true,
  },
  {
    // `login bob pass …`, `log in with bob / …`: beside a user's name, and nothing but a password looks like that.
    class: "credential-pair",
    keywords: ["login", "log in", "sign in", "username", "user:", "user="],
    pattern:
      /(?:log ?in|sign in|username|user(?=[:=]))(?:[ \t]{1,3}(?:with|as|is)|[ \t]{0,2}[:=])?[ \t]{1,3}["'`]?[\w.@+-]{1,64}["'`]?(?:[ \t]{1,3}(?:and[ \t]{1,3})?(?:pass|pw|with|using)|[ \t]{0,3}\/)[ \t]{1,3}["'`]?(?<secret>[^\s"'`,;()/]{8,128})/diy,
    check: isBesideUser,
    oneLine: true,
    generic: true,
  },
  {
    // `creds: bob / …`, `login: bob/…`, `user/pass = bob/…`, `Zugangsdaten: bob:…`.
    class: "credential-pair",
    keywords: ["creds", "credential", "zugangsdaten", "login:", "/pass", "/pw"],
    pattern: new RegExp(
      `(?:creds|credentials?|zugangsdaten|login(?=:)|/(?:pass(?:word)?|pw))(?:${OF_WHAT}[ \\t]{0,2}[:=]|${OF_WHAT}[ \\t]{1,3}(?:is|are|sind))[ \\t]{0,3}["'\x60]?[\\w.@+-]{1,64}["'\x60]?[ \\t]{0,3}[/:|][ \\t]{0,3}["'\x60]?(?<secret>[^\\s"'\x60,;()/]{8,128})`,
      "diy",
    ),
    check: isPairOf,
    oneLine: true,
    generic: true,
  },
  {
    // `mysqli("host", "bob", "…")`, `getConnection(url, "bob", "…")`.
    class: "credential-pair",
    keywords: ["mysqli(", "mysqli_connect(", "PDO(", "getConnection("],
    pattern:
      /(?:mysqli|mysqli_connect|PDO|getConnection)\(\s{0,4}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[\w$.]{1,60})\s{0,4},\s{0,4}["'][^"'\n]{1,80}["']\s{0,4},\s{0,4}["'](?<secret>[^\s"']{6,128})["']/dy,
    check: isTypedPassword,
    oneLine: true,
    generic: true,
  },
  {
    // Made into a header by the code: `btoa("bob:…")`, `b64encode(b"bob:…")`.
    class: "credential-pair",
    keywords: ["btoa(", "b64encode(", "Buffer.from("],
    pattern: /(?:btoa|b64encode|Buffer\.from)\(\s{0,4}b?["'`][\w.@+-]{1,64}:(?<secret>[^\s"'`]{6,128})["'`]/dy,
    check: (secret) => isTypedPassword(secret) || looksRandom(secret),
    oneLine: true,
    generic: true,
  },
  {
    // A driver's address without a scheme: `bob:…@tcp(host:3306)/shop`.
    class: "database-url",
    keywords: ["@tcp(", "@unix("],
    pattern: /(?<=(?<![\w.-])[\w.-]{1,64}:(?<secret>[^\s:@/"'`<>[\]]{3,128}))@(?:tcp|unix)\(/dy,
    check: isPassword,
    oneLine: true,
  },
  {
    // `OPENAI key …`, where no vendor's own prefix tells.
    class: "assigned-key",
    keywords: VENDORS.flatMap((vendor) => [`${vendor} key`, `${vendor}-key`]),
    pattern: new RegExp(
      `(?:${VENDORS.join("|")})[ -]key(?:${ASSIGNS}|${SAYS}|[ \\t]{1,3})["'\x60]?(?<secret>[A-Za-z0-9+/=_.~-]{20,256})`,
      "diy",
    ),
    check: looksRandom,
    oneLine: true,
    generic: true,
  },
  {
    // `the pass is …`
    class: "assigned-password",
    keywords: ["pass is "],
    pattern:
      /(?<=(?:^|[^\w-])(?:the|my|your|our|its|root|admin|db|new|old)[ \t])pass is (?:now[ \t]{1,3})?["'`]?(?<secret>[^\s"'`,;()]{8,128})/diy,
    check: isUnlikeWords,
    oneLine: true,
    generic: true,
  },
  {
    // Alone on its line, below a line that does nothing but name it, in a block of code or not.
    class: "assigned-secret",
    keywords: CREDENTIAL_KEYWORDS,
    pattern: new RegExp(
      `${NOT_A_CREDENTIAL}${CREDENTIAL_NAME}s?${WHICH}[ \\t]{0,4}(?:[:*"'\x60)#]|[ \\t]){0,8}(?:\\r?\\n[ \\t]{0,8}){1,2}(?:\x60{3}[\\w-]{0,12}[ \\t]{0,4}\\r?\\n[ \\t]{0,8})?\x60?(?<secret>[A-Za-z0-9+/=_.~!@#$%^*?-]{16,256})\x60?(?=[ \\t]{0,8}(?:\\r?\\n|$))`,
      "iyd",
    ),
    check: (secret, said, before) => isNamedSecret(secret, said, before) && isNamedAbove(secret, said, before),
    oneLine: true,
    generic: true,
  },
  {
    // `OPENAI_KEY=`, as a variable of the environment is written; `PRIMARY_KEY` and its like name no secret.
    class: "assigned-key",
    keywords: ["_KEY"],
    pattern: new RegExp(
      `(?<=[A-Z0-9])(?<!${NO_SECRET_KEYS.join("|")})_KEY${ASSIGNS}(?<secret>[A-Za-z0-9+/=_.~-]{20,256})`,
      "dy",
    ),
    check: looksRandom,
    generic: true,
  },
];

export const secretClasses: readonly SecretClass[] = [
  ...keysAndClouds,
  ...modelsAndCodeHosts,
  ...chatAndRegistries,
  ...paymentAndMail,
  ...infrastructure,
  ...structures,
];
