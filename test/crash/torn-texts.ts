/** What a power cut can leave of bytes that were not synced: any beginning, zeros, or pages in the wrong order. */

/** Bytes put at an offset; none: cut to that length. */
export interface Write {
  readonly offset: number;
  readonly bytes?: Buffer;
}

/** A file with writes since its last sync. */
interface Unsynced {
  /** What the disk has for certain, and what everybody reads. */
  readonly safe: Buffer;
  readonly now: Buffer;
  readonly pending: readonly Write[];
}

export function written(bytes: Buffer, { offset, bytes: added }: Write): Buffer {
  if (added === undefined) return bytes.subarray(0, offset);
  const grown = Buffer.alloc(Math.max(bytes.length, offset + added.length));
  bytes.copy(grown);
  added.copy(grown, offset);
  return grown;
}

/** All of it and nothing of it come first. */
export function textsOf({ safe, now, pending }: Unsynced): Buffer[] {
  const texts = [now, safe];
  let before = safe;
  for (const write of pending) {
    texts.push(...tornTexts(before, write));
    before = written(before, write);
    texts.push(before);
  }
  return texts.filter((text, n) => texts.findIndex((other) => other.equals(text)) === n);
}

/** All and nothing stay in front; the others come in an order of chance, so that a few of them are not always the same. */
export function mixed(texts: readonly Buffer[], pick: (below: number) => number): Buffer[] {
  const rest = texts.slice(2);
  const order = [...texts.slice(0, 2)];
  while (rest.length > 0) order.push(...rest.splice(pick(rest.length), 1));
  return order;
}

/** A beginning, a beginning and zeros, zeros and an end, and a hole in the middle. */
function tornTexts(before: Buffer, write: Write): Buffer[] {
  const { offset, bytes } = write;
  if (bytes === undefined) return [];
  const end = offset + bytes.length;
  const whole = written(before, write);
  const cuts = cutsOf(offset, bytes.length);
  const page = cuts.find((cut) => cut % 4096 === 0) ?? end;
  return [
    ...cuts.map((cut) => written(before, { offset, bytes: bytes.subarray(0, cut - offset) })),
    ...cuts.map((cut) => zeroed(whole, cut, end)),
    ...cuts.map((cut) => zeroed(whole, offset, cut)),
    ...(page < end - 1 ? [zeroed(whole, page, end - 1)] : []),
  ];
}

/** Where sectors and pages end, and just before the end. */
function cutsOf(offset: number, length: number): number[] {
  const end = offset + length;
  const sector = (Math.floor(offset / 512) + 1) * 512;
  const page = (Math.floor(offset / 4096) + 1) * 4096;
  return [...new Set([offset, sector, page, end - 1])].filter((cut) => cut < end);
}

function zeroed(bytes: Buffer, from: number, to: number): Buffer {
  const copy = Buffer.from(bytes);
  return copy.fill(0, from, to);
}
