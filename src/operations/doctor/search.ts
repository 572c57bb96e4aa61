/** Does the search know every memory? */

import { CairnError } from "../../model/error.ts";
import { counted } from "../../text/counted.ts";
import { type Checking, ok, warning } from "./check.ts";

export const checkSearch: Checking = async (cairn) => {
  try {
    const { finder, caughtUp } = await cairn.finder();
    const known = counted(
      finder.roots.reduce((sum, { index }) => sum + index.documents, 0),
      "memory",
      "memories",
    );
    return caughtUp
      ? [ok("search", `knows ${known}`)]
      : [warning("search", `knows ${known}, and is behind`, "Run rebuild, or ask again.")];
  } catch (error) {
    // A root that is gone is told by its own check.
    if (error instanceof CairnError) return [];
    throw error;
  }
};
