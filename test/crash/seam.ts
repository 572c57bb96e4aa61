/** What a test build knows of "this process": so that one Node process can live and die many times. */

export const life = {
  /** Above every real pid, so that whoever finds it later finds it dead. */
  pid: 2 ** 22,
  /** Which start of the machine it lives in. */
  boot: "first",
  /** Stands for the module state of `disk/lock.ts`. */
  locks: new Map<string, never>(),
  atExit: (): void => {},
};
