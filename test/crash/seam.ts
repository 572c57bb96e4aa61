/**
 * What a test build knows of "this process": so that one Node process can live and die many times. Nothing in it is left
 * to chance: the same life lived again makes the same calls and leaves the same bytes.
 */

/** Above every real pid, so that whoever finds it later finds it dead. */
const FIRST_PID = 2 ** 22;
/** Those of lives that are lived again and again, behind all that are lived once. */
const AGAIN = FIRST_PID + 2 ** 22;

export const life = {
  pid: FIRST_PID,
  made: 0,
  /** Which start of the machine it lives in. */
  boot: "first",
  /** Stands for the module state of `disk/lock.ts`. */
  locks: new Map<string, never>(),
  atExit: (): void => {},
  /** The paths of what the last one did not close itself. */
  left: [] as readonly string[],
  /** Its open descriptors, and the paths they stand for. */
  descriptors: new Map<number, string>(),
  opened: (fd: number, path: string): number => {
    life.descriptors.set(fd, path);
    return fd;
  },
  closed: (fd: number): number => {
    life.descriptors.delete(fd);
    return fd;
  },
  /** As long as a real one, and none returns within a story. */
  token: (): string => `t${String(++life.made).padStart(11, "0")}`,
  /** A story begins that is told more than once. */
  again: (): void => {
    life.pid = AGAIN;
    life.made = AGAIN;
  },
};
