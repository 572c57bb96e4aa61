/** Within one session: which of its decisions a later one took the place of. The earlier one is told as what was reversed. Pure. */

import { saysTurned, takesBack } from "../capture/scribe/session-words.ts";
import { disagree, leavesBehind, subjectOf } from "../master/subject.ts";
import { tagsFrom } from "../text/sentences.ts";

const reversedLabel = "Reversed";
const DECIDED = "Decision";

interface Labelled {
  readonly label: string;
  readonly text: string;
}

/** In the order in which they were said. */
export function withReversed<T extends Labelled>(points: readonly T[]): T[] {
  return points.map((point, n) => {
    if (point.label !== DECIDED) return point;
    const later = points.slice(n + 1).filter(({ label }) => label === DECIDED);
    const isTakenBack = later[0] !== undefined && takesBack(later[0].text);
    return isTakenBack || later.some((one) => takesPlaceOf(one, point)) ? { ...point, label: reversedLabel } : point;
  });
}

function takesPlaceOf(later: Labelled, earlier: Labelled): boolean {
  if (later.label !== DECIDED) return false;
  const [one, rival] = [subjectOf(later.text), subjectOf(earlier.text)];
  if (disagree(rival, one) || leavesBehind(one, rival)) return true;
  const words = new Set(tagsFrom(earlier.text, 30));
  return saysTurned(later.text) && tagsFrom(later.text, 30).some((word) => words.has(word));
}
