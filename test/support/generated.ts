/** Runs before every test file: generated values come from the one seed. */

import { configureGlobal } from "fast-check";
import { seed } from "./seed.ts";

configureGlobal({ seed });
