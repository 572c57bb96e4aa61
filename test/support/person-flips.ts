/** What differs by each setting about the person: what a session is told of them, and what is said aloud. */

import type { SettingKey } from "../../src/model/settings.ts";
import type { TestCairn } from "./cairn-with.ts";
import { contextIn } from "./host.ts";
import { HostSession } from "./session.ts";

type PersonKey = Extract<SettingKey, `person.${string}` | "notify.person">;

/** The start of a session after a preference was stated at a terminal. */
async function toldAtStart(cairn: TestCairn): Promise<string> {
  const set = { detail: "short", naming: "camelCase in every language" };
  await cairn.ask("user", { action: "update", subject: "preferences", set });
  return contextIn(await new HostSession(cairn).start());
}

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
  "person.budgetTokens": { to: 0, see: toldAtStart },
  "notify.person": { to: "review", see: keptAloud },
};
