/** Everything that can be asked for from outside: the operations, and what only hosts ask. */

import { operationRegistry as operations } from "../operations/registry.ts";

export const registry = {
  ...operations,
  hook: () => import("./hooks/hook.ts").then((file) => file.hook),
} as const;
