// The slow suites: crash sweeps, storms, whole processes in numbers. The last line counts.

import { conclude, runTests } from "./check.mjs";

conclude(runTests(["--passWithNoTests", ...process.argv.slice(2)], { CAIRN_SLOW: "1" }));
