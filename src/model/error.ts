/**
 * What Cairn says when it refuses. `code` is the exact name; `kind` follows from it, and is the short closed list every
 * surface translates (exit code, HTTP status). Messages and hints never hold a secret or an absolute path of a
 * memory: they pass through the same redaction as every other sink.
 */

export const errorKinds = ["invalid-input", "not-found", "ambiguous", "conflict", "unavailable"] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** The kind each code is of. */
const codes = {
  ANTI_RESURRECTION_ERROR: "conflict",
  OCC_CONFLICT: "conflict",
  VALIDATION_ERROR: "invalid-input",
  MERGE_ERROR: "conflict",
  CREATE_OVERWRITE_ERROR: "conflict",
  UPDATE_ERROR: "conflict",
  RETIRE_ERROR: "conflict",
  ARCHIVE_ERROR: "conflict",
  UNARCHIVE_ERROR: "conflict",
  RESTORE_ERROR: "conflict",
  READ_ERROR: "invalid-input",
  INPUT_ERROR: "invalid-input",
  SECURITY_ERROR: "conflict",
  PATH_ERROR: "invalid-input",
  /** A folder of Cairn's is a link or a file: whoever put it there has to look. */
  PLACE_ERROR: "conflict",
  LOCK_TIMEOUT_ERROR: "unavailable",
  UNDO_CONFLICT: "conflict",
  AMBIGUOUS_ID: "ambiguous",
  NOT_FOUND: "not-found",
  ROOT_UNAVAILABLE: "unavailable",
  NOT_SAVED: "unavailable",
  FORMAT_NEWER: "unavailable",
  CONFIRMATION_NEEDED: "conflict",
  SCRIBE_ERROR: "unavailable",
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof codes;
export const errorCodes = Object.keys(codes) as readonly ErrorCode[];

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

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.kind = codes[code];
    this.code = code;
    this.hint = detail.hint ?? "";
    this.field = detail.field;
  }
}
