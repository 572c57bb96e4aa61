/** A model that was reached and paid, and answered with no draft: asked about something else it may be of help. */

import { CairnError } from "../../model/error.ts";

export class BadAnswer extends CairnError {
  constructor(model: string, cause: CairnError) {
    const message = `${model} answered, but not with a draft. ${cause.message}`;
    super("SCRIBE_ERROR", message, { hint: "Try again, or with another model.", cause });
  }
}
