/** Cairn as a library: one method for each operation, which returns its output or throws a `CairnError`. */

import { type OpenOptions as CoreOptions, openCairn as openCore } from "./cairn.ts";
import { CairnError } from "./model/error.ts";
import type { z } from "./model/schema.ts";
import { type InvokeOptions, invoke } from "./operations/operation.ts";
import { type operationRegistry, operationsOn } from "./operations/registry.ts";
import { camel } from "./text/name-case.ts";

export { CairnError, type ErrorCode, type ErrorKind } from "./model/error.ts";
export { getTeamMemDir, getTeamMemPath } from "./places/team-paths.ts";

export type OpenOptions = Omit<CoreOptions, "surface">;

type Operations = typeof operationRegistry;
type Loaded<K extends keyof Operations> = Awaited<ReturnType<Operations[K]>>;
type Offered<K extends keyof Operations> = "library" extends Loaded<K>["surfaces"][number] ? K : never;

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** What has no required field may be called without input. */
type MethodOf<Op> = Op extends {
  readonly input: infer I extends z.ZodObject;
  readonly output: infer O extends z.ZodType;
}
  ? Record<never, never> extends z.input<I>
    ? (input?: z.input<I>, options?: InvokeOptions) => Promise<z.output<O>>
    : (input: z.input<I>, options?: InvokeOptions) => Promise<z.output<O>>
  : never;

export type CairnLibrary = {
  readonly [K in keyof Operations as Camel<Offered<K>>]: MethodOf<Loaded<K>>;
} & { close(): Promise<void> };

/** Nothing runs, listens or is locked until a method is called. */
export async function openCairn(options: OpenOptions = {}): Promise<CairnLibrary> {
  const cairn = await openCore({ ...options, surface: "library" });
  let isClosed = false;
  const methods = (await operationsOn("library")).map((op) => {
    const method = async (input: unknown = {}, given: InvokeOptions = {}) => {
      if (isClosed) {
        throw new CairnError("ROOT_UNAVAILABLE", `${op.name} was called after close.`, {
          hint: "Open another Cairn with openCairn.",
        });
      }
      const outcome = await invoke(op, input, cairn, given);
      if (outcome.ok) return outcome.output;
      throw outcome.error;
    };
    return [camel(op.name), method] as const;
  });
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await cairn.close();
  };
  return { ...Object.fromEntries(methods), close } as unknown as CairnLibrary;
}
