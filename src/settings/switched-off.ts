/** What is said where Cairn is switched off and an agent wants something kept. */

import { CairnError } from "../model/error.ts";

export function switchedOff(): CairnError {
  return new CairnError("SECURITY_ERROR", "Cairn is switched off here: nothing was kept.", {
    hint: "Only the person switches it on again, with start.",
  });
}
