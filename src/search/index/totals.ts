/** Counts and lengths of a collection: sums over groups, added and taken away one group at a time. Pure. */

interface Totals {
  count: number;
  length: number;
}

export interface SegmentTotals {
  readonly turns: Totals;
  readonly memories: Totals;
  /** Groups with turns; all groups. */
  readonly dialogues: Totals;
  readonly groups: Totals;
  /** What the user said, in groups where anyone is known to be one. */
  readonly userSpeech: Totals;
}

/** What one group adds. */
interface GroupCounts {
  readonly turnCount: number;
  readonly memoryCount: number;
  readonly turnLength: number;
  readonly memoryLength: number;
  readonly userLength: number;
}

export function noTotals(): SegmentTotals {
  const none = () => ({ count: 0, length: 0 });
  return { turns: none(), memories: none(), dialogues: none(), groups: none(), userSpeech: none() };
}

/** `times` is 1 to add, -1 to take away. */
export function addGroup(totals: SegmentTotals, group: GroupCounts, times: 1 | -1): void {
  const { turnCount, memoryCount, turnLength, memoryLength, userLength } = group;
  add(totals.turns, turnCount * times, turnLength * times);
  add(totals.memories, memoryCount * times, memoryLength * times);
  if (turnCount > 0) add(totals.dialogues, times, turnLength * times);
  if (turnCount + memoryCount > 0) add(totals.groups, times, (turnCount > 0 ? turnLength : memoryLength) * times);
  if (userLength > 0) add(totals.userSpeech, times, userLength * times);
}

export function addTotals(totals: SegmentTotals, more: SegmentTotals): void {
  for (const name of Object.keys(totals) as (keyof SegmentTotals)[])
    add(totals[name], more[name].count, more[name].length);
}

interface Columns {
  readonly start: Uint32Array;
  readonly turnEnd: Uint32Array;
  readonly turnLength: Uint32Array;
  readonly memoryLength: Uint32Array;
  readonly userLength: Uint32Array;
}

/** What a group of a segment adds as it lies there. */
export function groupCountsOf(groups: Columns, group: number): GroupCounts {
  return {
    turnCount: groups.turnEnd[group]! - groups.start[group]!,
    memoryCount: groups.start[group + 1]! - groups.turnEnd[group]!,
    turnLength: groups.turnLength[group]!,
    memoryLength: groups.memoryLength[group]!,
    userLength: groups.userLength[group]!,
  };
}

function add(totals: Totals, count: number, length: number): void {
  totals.count += count;
  totals.length += length;
}
