/**
 * A file held open. What was opened stays what it is, whatever happens to its name meanwhile.
 * A write puts out every byte or fails; after a failed sync the file is never synced again.
 */

import { getSystemErrorMap } from "node:util";
import * as calls from "./calls.ts";
import { codeOf } from "./errors.ts";
import { isWatched } from "./faults.ts";
import { syncTogether } from "./sync-together.ts";

/** So few are synced as fast one after the other: a thread takes as long to begin, and ten times the processor. */
const FEW = 16;

/** More bytes than the caller is ready to take. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
  readonly path: string;
  readonly size: number;
  readonly maxBytes: number;

  constructor(path: string, size: number, maxBytes: number) {
    super(`${size} bytes, more than the ${maxBytes} allowed`);
    this.path = path;
    this.size = size;
    this.maxBytes = maxBytes;
  }
}

const NEWLINE = 10;

/** A pipe, device, socket or folder where a file is expected. */
export class NotAFileError extends Error {
  override readonly name = "NotAFileError";
  /** It is found out where something was to be read. */
  readonly syscall = "read";
  readonly path: string;

  constructor(path: string) {
    super("not an ordinary file");
    this.path = path;
  }
}

export class OpenFile {
  readonly path: string;
  readonly #fd: number;
  #closed = false;
  #syncFailed = false;

  constructor(fd: number, path: string) {
    this.#fd = fd;
    this.path = path;
  }

  stat(): calls.Stat {
    return calls.fstat(this.#fd, this.path);
  }

  /** Another file has its name by now, or none has. A disk that does not say makes nothing that was written undone. */
  get isReplaced(): boolean {
    try {
      const { nlink, ino } = this.stat();
      return nlink === 0 && calls.stat(this.path, this.path)?.ino !== ino;
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      return false;
    }
  }

  /** Up to `length` bytes from `offset`; fewer only where the file ends. */
  read(offset: number, length: number): Buffer {
    const into = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const got = this.readInto(into.subarray(filled), offset + filled);
      if (got === 0) break;
      filled += got;
    }
    return into.subarray(0, filled);
  }

  /** True where the last byte is no line's end: whoever wrote that line was stopped in it. */
  endsHalf(size = this.stat().size): boolean {
    return size > 0 && this.read(size - 1, 1)[0] !== NEWLINE;
  }

  /** As many bytes as the disk gives at once, into the caller's own room; 0 is the end of the file. */
  readInto(into: Uint8Array, offset: number): number {
    try {
      return calls.read(this.#fd, this.path, into, offset);
    } catch (error) {
      // The system does not say which folder it was.
      throw codeOf(error) === "EISDIR" ? new NotAFileError(this.path) : error;
    }
  }

  /** From the first byte to the last, also when the file grows meanwhile. `stat`: where it was asked for already. */
  readAll(maxBytes: number, { kind, size } = this.stat()): Buffer {
    if (kind !== "file") throw new NotAFileError(this.path);
    if (size > maxBytes) throw new TooLargeError(this.path, size, maxBytes);
    let bytes = this.#readPast(size);
    while (bytes.length > size && bytes.length <= maxBytes) {
      const more = this.read(bytes.length, Math.min(65_536, maxBytes + 1 - bytes.length));
      if (more.length === 0) break;
      bytes = Buffer.concat([bytes, more]);
    }
    if (bytes.length > maxBytes) throw new TooLargeError(this.path, bytes.length, maxBytes);
    return bytes;
  }

  /** A byte more than there should be. Where the disk gives just what there should be, that is the end: none is asked for. */
  #readPast(size: number): Buffer {
    const into = Buffer.allocUnsafe(size + 1);
    const got = calls.read(this.#fd, this.path, into, 0);
    return got < size ? this.read(0, size + 1) : into.subarray(0, got);
  }

  /** Every byte or an error. Without `offset`: after what was written before, or at the end if opened to append. */
  write(bytes: Uint8Array, offset?: number): void {
    let done = 0;
    while (done < bytes.length) {
      const at = offset === undefined ? undefined : offset + done;
      const wrote = calls.write(this.#fd, this.path, bytes.subarray(done), at);
      if (wrote === 0) throw Object.assign(new Error("the disk takes no more bytes"), { code: "EIO" });
      done += wrote;
    }
  }

  truncate(size: number): void {
    calls.truncate(this.#fd, this.path, size);
  }

  chmod(mode: number): void {
    calls.chmod(this.#fd, this.path, mode);
  }

  sync(): void {
    this.#syncOnce(calls.sync);
  }

  /** All of them are on the disk, or an error: then none is synced again. */
  static syncAll(files: readonly OpenFile[]): void {
    const fds = files.map((file) => file.#fd);
    const errno = files.length < FEW || isWatched() ? undefined : syncTogether(fds);
    if (errno === 0) return;
    if (errno === undefined) return files.forEach((file) => void file.sync());
    for (const file of files) file.#syncFailed = true;
    const [code = "EIO"] = getSystemErrorMap().get(errno) ?? [];
    throw Object.assign(new Error(`${code}: sync of ${files.length} files`), { code, errno, syscall: "fsync" });
  }

  /** Contents and length only, not the times. */
  syncData(): void {
    this.#syncOnce(calls.syncData);
  }

  /** The second time it does nothing. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    calls.close(this.#fd, this.path);
  }

  /** After a failed sync the kernel forgets what it could not write: a second one would say "done" and lie. */
  #syncOnce(call: (fd: number, path: string) => void): void {
    if (this.#syncFailed) throw new Error("synced again after a failed sync");
    try {
      call(this.#fd, this.path);
    } catch (error) {
      this.#syncFailed = true;
      throw error;
    }
  }
}

/** What is done with something that is open, or with nothing where it is not there; it is closed then, whatever came of it. */
export function closing<T extends { close(): void } | undefined, R>(opened: T, work: (opened: T) => R): R {
  try {
    return work(opened);
  } finally {
    opened?.close();
  }
}
