/**
 * How a segment lies on disk: a header of fixed size that names its sections, the sections, and the magic again.
 * Little-endian, immutable. A header that does not check out means the segment is not there.
 */

import { analyserVersion } from "../../text/analyse.ts";
import { crcOf, Damaged, type Readable } from "./bytes.ts";

export const segmentFormat = 2;
const MAGIC = 0x6e726143; // "Carn"
const headerSize = 256;
const endSize = 8;

/** In the order they lie in the file; each starts at a multiple of 8. */
const sections = [
  "paths",
  "stamps",
  "docs",
  "strings",
  "sessions",
  "leaves",
  "groups",
  "ids",
  "links",
  "names",
  "sparse",
  "terms",
  "postings",
] as const;
export type SectionName = (typeof sections)[number];

interface Counts {
  readonly docs: number;
  readonly leaves: number;
  readonly groups: number;
  readonly terms: number;
}

interface Place {
  readonly offset: number;
  readonly length: number;
  readonly crc: number;
}

export interface Header extends Counts {
  readonly places: Readonly<Record<SectionName, Place>>;
}

export function printSegment(counts: Counts, contents: Readonly<Record<SectionName, Uint8Array>>): Uint8Array {
  let size = headerSize;
  const offsets = sections.map((name) => {
    const offset = size;
    size += Math.ceil(contents[name].length / 8) * 8;
    return offset;
  });
  const bytes = new Uint8Array(size + endSize);
  const view = new DataView(bytes.buffer);
  const fixed = [MAGIC, segmentFormat, analyserVersion, counts.docs, counts.leaves, counts.groups, counts.terms];
  for (const [i, value] of fixed.entries()) view.setUint32(i * 4, value, true);
  for (const [i, name] of sections.entries()) {
    const at = 32 + i * 12;
    bytes.set(contents[name], offsets[i]!);
    view.setUint32(at, offsets[i]!, true);
    view.setUint32(at + 4, contents[name].length, true);
    view.setUint32(at + 8, crcOf(contents[name]), true);
  }
  view.setUint32(headerSize - 4, crcOf(bytes.subarray(0, headerSize - 4)), true);
  view.setUint32(size, size + endSize, true);
  view.setUint32(size + 4, MAGIC, true);
  return bytes;
}

/** Throws `Damaged` where the file is torn, foreign, older or newer. */
export function readHeader(file: Readable): Header {
  if (file.size < headerSize + endSize) throw new Damaged("too short for a segment");
  const bytes = file.read(0, headerSize);
  const view = viewOf(bytes);
  const end = viewOf(file.read(file.size - endSize, endSize));
  const whole = view.getUint32(0, true) === MAGIC && end.getUint32(4, true) === MAGIC;
  if (!whole || end.getUint32(0, true) !== file.size) throw new Damaged("not a whole segment");
  if (view.getUint32(headerSize - 4, true) !== crcOf(bytes.subarray(0, headerSize - 4))) throw new Damaged("header");
  if (view.getUint32(4, true) !== segmentFormat || view.getUint32(8, true) !== analyserVersion)
    throw new Damaged("another version");
  const number = (i: number) => view.getUint32(i * 4, true);
  return { docs: number(3), leaves: number(4), groups: number(5), terms: number(6), places: placesIn(view) };
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function placesIn(view: DataView): Record<SectionName, Place> {
  const entries = sections.map((name, i) => {
    const at = 32 + i * 12;
    const place = {
      offset: view.getUint32(at, true),
      length: view.getUint32(at + 4, true),
      crc: view.getUint32(at + 8, true),
    };
    return [name, place] as const;
  });
  return Object.fromEntries(entries) as Record<SectionName, Place>;
}
