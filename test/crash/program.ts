/** What the crash suites use of Cairn, bundled by `build.ts`: as it is, or with something taken out of it. */

export { hook } from "../../src/adapters/hooks/hook.ts";
export { openCairn } from "../../src/cairn.ts";
export { fixedClock } from "../../src/disk/clock.ts";
export { setFaults } from "../../src/disk/faults.ts";
export { CairnError } from "../../src/model/error.ts";
export { invoke } from "../../src/operations/operation.ts";
export { operationRegistry as registry } from "../../src/operations/registry.ts";
export { settleIn } from "../../src/session/idle-work.ts";
export { sha256 } from "../../src/store/record.ts";
export { textAfter } from "../../src/store/undo.ts";
export { life } from "./seam.ts";
