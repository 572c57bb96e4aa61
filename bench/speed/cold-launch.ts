/** Starts the cold program as the product starts: its compiled form is kept. `<bundle> <hash> <home> <words …>`. */

import { loadBundle } from "../../src/adapters/launch/code-cache.ts";

const [, , path = "", hash = "", home = ""] = process.argv;
const loaded = loadBundle<{ done: Promise<number> }>({ path, hash, home, command: "cold", flags: process.execArgv });
loaded.run(require).done.then(() => loaded.keep());
