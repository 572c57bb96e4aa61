/** The part of a memory that answers best: whole sentences around the words asked for, at most 300 characters. Pure. */

import { termsOf } from "../../text/analyse.ts";
import { splitAtStops } from "../../text/sentences.ts";
import { TURNED_DOWN, withTurnedDown } from "./turned-down.ts";

const snippetLength = 300;

export function snippetOf(text: string, asked: readonly string[], most = snippetLength): string {
  const sentences = sentencesOf(text);
  if (sentences.length === 0) return "";
  const wanted = new Set(asked);
  const held = sentences.map((sentence) => new Set(termsOf(sentence).filter((term) => wanted.has(term))));
  let best = { worth: -1, from: 0, to: 1 };
  // Where no word of it was asked for, it is told by how it begins.
  const last = held.some(({ size }) => size > 0) ? sentences.length : 1;
  for (let from = 0; from < last; from++) {
    const window = widest(sentences, held, from, most);
    if (window.worth > best.worth) best = window;
  }
  return shortened(sentences.slice(best.from, best.to).join(" "), most);
}

/** Those sentences of the text, cut as a snippet is. */
export function snippetAt(text: string, from: number, to: number, most = snippetLength): string {
  return shortened(sentencesOf(text).slice(from, to).join(" "), most);
}

/** Which sentences of the text a snippet is; undefined where it is none of it. */
export function placeOfSnippet(text: string, snippet: string): readonly [from: number, to: number] | undefined {
  const sentences = sentencesOf(text);
  for (let from = 0; from < sentences.length; from++) {
    for (let to = from + 1, length = 0; to <= sentences.length && length < snippetLength; to++) {
      length += sentences[to - 1]!.length + 1;
      if (shortened(sentences.slice(from, to).join(" "), snippetLength) === snippet) return [from, to];
    }
  }
  return undefined;
}

function sentencesOf(text: string): string[] {
  return splitAtStops(text.includes(TURNED_DOWN) ? withTurnedDown(text) : text)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "" && !/^#+ |^-{3,}$/.test(sentence));
}

/** As many sentences from here as fit; worth the distinct words they hold, a little less for each that holds none. */
function widest(sentences: readonly string[], held: readonly ReadonlySet<string>[], from: number, most: number) {
  const words = new Set(held[from]);
  let length = sentences[from]!.length;
  let to = from + 1;
  let empty = words.size === 0 ? 1 : 0;
  while (to < sentences.length && length + 1 + sentences[to]!.length <= most) {
    length += 1 + sentences[to]!.length;
    for (const word of held[to]!) words.add(word);
    if (held[to]!.size === 0) empty++;
    to++;
  }
  return { worth: words.size - empty * 0.01 - from * 0.001, from, to };
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(" ", most - 1);
  const end = space > most / 2 ? space : most - 1;
  const code = text.charCodeAt(end - 1);
  return `${text.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end)}…`;
}
