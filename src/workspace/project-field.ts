/** The field by which another project is named, apart from what reads it: who asks about their own has no need of that. */

import { z } from "../model/schema.ts";

const Key = z.string().optional();
const cli = { value: "<key>" };

/** For recall, which names it to models; the others take it too. */
export const AnyProjectField = Key.describe("Another one, by key").meta({ cli });
export const ProjectField = Key.describe("Of another project, by its key").meta({ cli, mcp: { hidden: true } });
