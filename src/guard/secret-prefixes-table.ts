/**
 * Tokens that are known by how they begin, whoever made them: the prefixes of the public rule sets that have no row of
 * their own. Long enough ones are found wherever they stand; short ones only where a word begins.
 */

/** Prefix, then what follows it. */
type Prefixed = readonly [prefix: string, body: string];

export const prefixed: readonly Prefixed[] = [
  ["CLOJARS_", "[a-z0-9]{50,70}"],
  ["pnu_", "[A-Za-z0-9]{34,40}"],
  ["pnb_", "[A-Za-z0-9]{34,40}"],
  ["rdme_", "[a-z0-9]{60,80}"],
  ["shippo_live_", "[a-fA-F0-9]{40}"],
  ["shippo_test_", "[a-fA-F0-9]{40}"],
  ["EZAK", "[A-Za-z0-9]{54}"],
  ["EZTK", "[A-Za-z0-9]{54}"],
  ["duffel_live_", "[A-Za-z0-9_=-]{40,46}"],
  ["duffel_test_", "[A-Za-z0-9_=-]{40,46}"],
  ["fio-u-", "[A-Za-z0-9_=-]{60,70}"],
  ["s-s4t2ud-", "[a-f0-9]{64}"],
  ["s-s4t2af-", "[a-f0-9]{64}"],
  ["tk-us-", "[\\w-]{46,50}"],
  ["sm_pat_", "[A-Za-z0-9]{16,40}"],
  ["sm_aat_", "[A-Za-z0-9]{16,40}"],
  ["sm_sat_", "[A-Za-z0-9]{16,40}"],
  ["p8e-", "[a-z0-9]{32}"],
  ["p8_e-", "[a-z0-9]{32}"],
  ["dnkey-", "[A-Za-z0-9_=-]{26}-[A-Za-z0-9_=-]{52}"],
  ["CFPAT-", "[A-Za-z0-9_-]{40,46}"],
  ["tfp_", "[A-Za-z0-9_.=-]{40,62}"],
  ["access-sandbox-", "[0-9a-f-]{36}"],
  ["access-development-", "[0-9a-f-]{36}"],
  ["access-production-", "[0-9a-f-]{36}"],
  ["amzn.mws.", "[0-9a-f-]{36}"],
  ["FLWSECK_TEST-", "[A-Za-z0-9]{12,40}"],
  ["FLWPUBK_TEST-", "[A-Za-z0-9]{32,40}(?:-X)?"],
  ["phx_", "[A-Za-z0-9]{36,48}"],
  ["sk-lf-", "[0-9a-f-]{36}"],
  ["jina_", "[a-f0-9]{32}[A-Za-z0-9_-]{24,32}"],
  ["esecret_", "[a-z0-9]{24,30}"],
  ["apify_api_", "[A-Za-z0-9]{34,40}"],
  ["aio_", "[A-Za-z0-9]{28}"],
  ["up:yeah:", "[A-Za-z0-9]{120,140}"],
  ["ctx7sk-", "[0-9a-f-]{36}"],
  ["napi_", "[a-z0-9]{60,70}"],
  ["xau_", "[A-Za-z0-9]{36,44}"],
  ["e2b_", "[a-f0-9]{40}"],
  ["bb_live_", "[A-Za-z0-9_-]{24,44}"],
  ["cal_live_", "[a-f0-9]{32}"],
  ["AQVN", "[A-Za-z0-9_-]{35,38}"],
  ["rnd_", "[A-Za-z0-9]{28,36}"],
  ["sk-cp-", "[A-Za-z0-9_-]{80,120}"],
  ["NRSP-", "[a-z]{2}[0-9]{2}[A-Za-z0-9]{28,34}"],
  ["NRRA-", "[a-f0-9]{42}"],
  ["EAACEdEose0cBA", "[A-Za-z0-9]{20,300}"],
  ["sl.u.", "[A-Za-z0-9_-]{100,1200}"],
  ["A3T", "[A-Z0-9]{17}"],
  ["eyJ2IjoxLC", "[A-Za-z0-9+/=_-]{40,400}"],
  ["gh_pat_", "[A-Za-z0-9_]{36,255}"],
  ["ABIA", "[A-Z0-9]{16}"],
  ["ACCA", "[A-Z0-9]{16}"],
  ["pubkey-", "[a-f0-9]{32}"],
  ["wakatime_", "[0-9a-f-]{36}"],
  ["waka_", "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"],
  ["hsp_", "[A-Za-z0-9]{36,44}"],
  ["zpka_", "[a-z0-9]{32}_[a-z0-9]{8}"],
  ["stytch_", "[A-Za-z0-9_=-]{40,80}"],
  ["secret-test-", "[A-Za-z0-9_=-]{30,46}"],
  ["secret-live-", "[A-Za-z0-9_=-]{30,46}"],
  ["ABSK", "[A-Za-z0-9+/]{100,270}={0,2}"],
  ["packagist_ort_", "[a-f0-9]{60,80}"],
  ["packagist_uut_", "[a-f0-9]{60,80}"],
  ["packagist_oat_", "[a-f0-9]{60,80}"],
  ["hcaik_", "[a-z0-9]{50,64}"],
  ["hcbik_", "[a-z0-9]{50,64}"],
  ["hcamk_", "[a-z0-9]{50,64}"],
  ["vercel_blob_rw_", "[A-Za-z0-9]{10,24}_[A-Za-z0-9]{24,48}"],
  ["hooks.zapier.com/hooks/catch/", "[0-9]{4,12}/[a-z0-9]{5,16}"],
  ["dG9rO", "[A-Za-z0-9_]{50,60}={0,2}"],
];

/** Words begin like this too: here nothing may stand before, and what follows must be well mixed. */
export const shortPrefixed: readonly Prefixed[] = [
  ["ico-", "[A-Za-z0-9]{32}"],
  ["A3-", "[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}"],
  ["API-", "[A-Z0-9]{25,27}"],
  ["da2-", "[a-z0-9]{26}"],
  ["fw_", "[A-Za-z0-9]{22,26}"],
  ["fc-", "[a-f0-9]{32}"],
  ["pat.", "[A-Za-z0-9_-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}"],
  ["sat.", "[A-Za-z0-9_-]{22}\\.[A-Za-z0-9]{24}\\.[A-Za-z0-9]{20}"],
  ["t1.", "[A-Za-z0-9_-]{20,60}={0,2}\\.[A-Za-z0-9_-]{86}={0,2}"],
  ["EAAA", "[A-Za-z0-9_-]{60}"],
  ["EAAC", "[A-Za-z0-9]{100,400}"],
  ["EAAM", "[A-Za-z0-9]{100,400}"],
  ["4b1d", "[A-Za-z0-9]{38}(?![A-Za-z0-9])"],
  ["cmVmd", "[A-Za-z0-9]{59}(?![A-Za-z0-9+/=])"],
  ["1//0", "[A-Za-z0-9_-]{40,120}"],
  ["sdk-", "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"],
  ["mob-", "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"],
  ["api-", "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"],
  ["secret-", "[A-Za-z0-9]{40,48}(?![A-Za-z0-9])"],
  ["st.", "[a-f0-9]{24}\\.[a-f0-9]{32}\\.[a-f0-9]{32}"],
  ["AQE", "[A-Za-z0-9+/]{60,200}={0,2}"],
];

export function patternOf(rows: readonly Prefixed[]): RegExp {
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?:${rows.map(([prefix, body]) => `${escaped(prefix)}${body}`).join("|")})`, "y");
}

export function prefixesOf(rows: readonly Prefixed[]): readonly string[] {
  return rows.map(([prefix]) => prefix);
}
