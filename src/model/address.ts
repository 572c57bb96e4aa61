/** Where a model may be asked: over https, or in plain http on this machine. Pure. */

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Why an address is none; undefined if it is one. */
export function addressProblem(text: string): string | undefined {
  const url = parsedUrl(text);
  if (url === undefined) return "is no address";
  if (url.username !== "" || url.password !== "") return "must not hold a name or a password";
  if (url.search !== "" || url.hash !== "") return "must end with its path";
  if (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url))) return undefined;
  return "must begin with https:// (http:// only on this machine)";
}

export function isLoopback({ hostname }: Pick<URL, "hostname">): boolean {
  return LOOPBACK.test(hostname);
}

function parsedUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
