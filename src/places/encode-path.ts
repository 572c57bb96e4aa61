/**
 * The name Claude Code gives a folder below `projects/`, character for character: both programs must meet in one folder.
 * Observed by running the client, versions 2.1.197 and 2.1.325 alike.
 */

const LONGEST = 200;

/** Every UTF-16 unit outside [A-Za-z0-9] becomes a hyphen, as the path is spelt: neither links nor NFC are resolved. */
export function encodePath(path: string): string {
  const name = path.replace(/[^A-Za-z0-9]/g, "-");
  return name.length <= LONGEST ? name : `${name.slice(0, LONGEST)}-${hashOfPath(path)}`;
}

/** The classic string hash in 32 bits, of the path and not of its encoding. */
function hashOfPath(path: string): string {
  let hash = 0;
  for (let i = 0; i < path.length; i++) hash = (Math.imul(hash, 31) + path.charCodeAt(i)) | 0;
  return Math.abs(hash).toString(36);
}
