/**
 * Secrets in base64 or hex: what a run of such characters says is decoded once, and looked at where it is text. Only what
 * has a known shape counts there: anything may be random. One pass over the text.
 */

import type { Span } from "./span.ts";

const SHORTEST = 28;
const LONGEST = 8192;
const isOfRun = new Uint8Array(128);
for (const sign of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-=")
  isOfRun[sign.charCodeAt(0)] = 1;
const HEX = /^(?:[0-9a-f]{2}){20,}$|^(?:[0-9A-F]{2}){20,}$/;
/** The first characters of what is text. */
const SAMPLE = 12;
const TEXT = /^[\t\n\r\x20-\x7e]+$/;

/** `holds`: whether a text that was encoded has a secret in it. */
export function encodedSpans(text: string, holds: (decoded: string) => boolean): Span[] {
  const spans: Span[] = [];
  // A run this long has a sign at every so many places: nothing between them is looked at.
  for (let at = SHORTEST - 1; at < text.length; at += SHORTEST) {
    if (!isInRun(text, at)) continue;
    let [from, to] = [at, at + 1];
    while (from > 0 && isInRun(text, from - 1)) from--;
    while (to < text.length && isInRun(text, to)) to++;
    if (to - from >= SHORTEST && holdsOne(text.slice(from, Math.min(to, from + LONGEST)), holds))
      spans.push([from, to]);
    at = Math.max(at, to - SHORTEST);
  }
  return spans;
}

function isInRun(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && isOfRun[code] === 1;
}

function holdsOne(run: string, holds: (decoded: string) => boolean): boolean {
  const decoded = decodedOf(run);
  return decoded !== undefined && holds(decoded);
}

function decodedOf(run: string): string | undefined {
  const encoding = HEX.test(run) ? "hex" : "base64";
  if (
    !TEXT.test(
      Buffer.from(run.slice(0, SAMPLE * 2), encoding)
        .toString("latin1")
        .slice(0, SAMPLE),
    )
  )
    return undefined;
  const decoded = Buffer.from(run, encoding).toString("latin1");
  return TEXT.test(decoded.slice(0, -2)) ? decoded : undefined;
}
