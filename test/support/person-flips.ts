/** What differs by each setting about the person: what a session is told of them, and what is said aloud. */

import type { SettingKey } from "../../src/model/settings.ts";
import type { TestCairn } from "./cairn-with.ts";
import { HostSession } from "./session.ts";

type PersonKey = Extract<SettingKey, `person.${string}` | "notify.person">;

/** What an agent is answered that hands in the person's own words. */
async function keptAloud(cairn: TestCairn): Promise<unknown> {
  const session = new HostSession(cairn);
  await session.start();
  await session.prompt("From now on use camelCase everywhere.");
  const said = { kind: "user_profile", title: "preferences", text: "naming: camelCase" } as const;
  return cairn.ask("remember", said, { surface: "mcp", session: session.id });
}

export const personFlips: Readonly<
  Record<PersonKey, { readonly to: unknown; readonly see: (cairn: TestCairn) => Promise<unknown> }>
> = {
  "notify.person": { to: "review", see: keptAloud },
};
