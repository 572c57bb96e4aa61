/**
 * What Cairn says when it refuses. `kind` is the short closed list every surface translates (exit code, HTTP status);
 * `code` is the more exact name, where there is one. Messages and hints never hold a secret or an absolute path of a
 * memory: they pass through the same redaction as every other sink.
 */

export const errorKinds = ["invalid-input", "not-found", "ambiguous", "conflict", "unavailable"] as const;
export type ErrorKind = (typeof errorKinds)[number];

export const errorCodes = [
  "ANTI_RESURRECTION_ERROR",
  "OCC_CONFLICT",
  "VALIDATION_ERROR",
  "MERGE_ERROR",
  "CREATE_OVERWRITE_ERROR",
  "UPDATE_ERROR",
  "RETIRE_ERROR",
  "ARCHIVE_ERROR",
  "UNARCHIVE_ERROR",
  "RESTORE_ERROR",
  "READ_ERROR",
  "INPUT_ERROR",
  "SECURITY_ERROR",
  "PATH_ERROR",
  "LOCK_TIMEOUT_ERROR",
  "UNDO_CONFLICT",
  "AMBIGUOUS_ID",
  "NOT_FOUND",
  "ROOT_UNAVAILABLE",
  "NOT_SAVED",
  "FORMAT_NEWER",
  "CONFIRMATION_NEEDED",
  "SCRIBE_ERROR",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

interface ErrorDetail {
  readonly hint?: string;
  readonly field?: string;
  readonly cause?: unknown;
}

/** A refused request: what happened in one sentence, and what to do next in another. */
export class CairnError extends Error {
  override readonly name = "CairnError";
  readonly kind: ErrorKind;
  readonly code: ErrorCode;
  readonly hint: string;
  readonly field: string | undefined;

  constructor(kind: ErrorKind, code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.kind = kind;
    this.code = code;
    this.hint = detail.hint ?? "";
    this.field = detail.field;
  }
}
