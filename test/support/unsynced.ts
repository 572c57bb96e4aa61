/**
 * Runs before every test file: nobody waits until what Cairn wrote lies on the disk. No test cuts real power; whether
 * Cairn asks for it is seen at the gate before this. The processes that tests start do wait.
 */

import fs from "node:fs";

Object.assign(fs, { fsyncSync: () => undefined, fdatasyncSync: () => undefined });
