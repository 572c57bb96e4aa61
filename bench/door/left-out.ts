/** Each project judged by weights that were learned without it. Pure. */

import type { Case } from "./cases.ts";
import { type FitHow, fitDoor } from "./fit-door.ts";
import { type Answered, answeredBy } from "./scored.ts";

export function leftOutInTurn(cases: readonly Case[], how: FitHow = {}): Answered[] {
  const projects = [...new Set(cases.map(({ project }) => project))];
  return projects.flatMap((name) => {
    const weights = fitDoor(
      cases.filter(({ project }) => project !== name),
      how,
    );
    return cases.filter(({ project }) => project === name).map((one) => answeredBy(weights, one));
  });
}
