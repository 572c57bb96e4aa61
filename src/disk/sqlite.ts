/** SQLite databases of others, read with what Node itself brings: versions before 22.13 bring nothing. Never written to. */

/** As much as is used of `node:sqlite`. */
interface Sqlite {
  readonly DatabaseSync: new (path: string, options?: { readonly readOnly: boolean }) => Database;
}

export interface Database {
  prepare(sql: string): { all(...values: (string | number)[]): unknown[] };
  close(): void;
}

/** Undefined where this Node cannot. */
export function openSqlite(path: string): Database | undefined {
  const sqlite = builtIn();
  return sqlite && new sqlite.DatabaseSync(path, { readOnly: true });
}

export function readsSqlite(): boolean {
  return builtIn() !== undefined;
}

/** Node warns, on the person's screen, that it may change it some day. */
function builtIn(): Sqlite | undefined {
  const warn = process.emitWarning;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule?.("node:sqlite") as Sqlite | undefined;
  } finally {
    process.emitWarning = warn;
  }
}
