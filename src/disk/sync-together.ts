/**
 * Many open files synced at once: the disk takes them in one go instead of one after the other. The caller waits, as for
 * a single sync. A thread of its own asks for them, since this one may not let go while it holds a lock.
 */

import { Worker } from "node:worker_threads";

const LONGEST_MS = 60_000;

/** Two numbers shared with the thread: is it done, and the error of one that failed. */
const SYNCS = `
const { workerData: state, parentPort } = require("node:worker_threads");
const { fsync } = require("node:fs");
parentPort.on("message", (fds) => {
  let left = fds.length;
  let failed = 0;
  for (const fd of fds) fsync(fd, (error) => {
    if (error) failed = error.errno || -5;
    if (--left > 0) return;
    Atomics.store(state, 1, failed);
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
  });
});`;

interface Thread {
  readonly worker: Worker;
  readonly state: Int32Array;
}

let thread: Thread | undefined;

/** 0 where all of them are on the disk, else the error's number; undefined where no thread is to be had: sync each then. */
export function syncTogether(fds: readonly number[]): number | undefined {
  thread ??= newThread();
  if (thread === undefined) return undefined;
  const { worker, state } = thread;
  Atomics.store(state, 0, 0);
  worker.postMessage(fds);
  if (Atomics.wait(state, 0, 0, LONGEST_MS) !== "timed-out") return Atomics.load(state, 1);
  void worker.terminate();
  thread = undefined;
  return undefined;
}

function newThread(): Thread | undefined {
  try {
    const state = new Int32Array(new SharedArrayBuffer(8));
    const worker = new Worker(SYNCS, { eval: true, workerData: state, env: {}, execArgv: [] });
    worker.unref();
    return { worker, state };
  } catch {
    return undefined; // no room for a thread: the files are synced one by one
  }
}
