/** What comes into a conversation by itself, as the clients write it in their records. Pure. */

import type { HostNotices } from "./host.ts";
import { hosts } from "./registry.ts";

/** Of clients without a folder of their own here. */
const HANDED_IN = /^\s*<subagent_notification/;

/** The words of another agent, or of another session. */
export function isHandedIn(text: string): boolean {
  return HANDED_IN.test(text) || notices().some(({ handedIn }) => handedIn.test(text));
}

/** What a task in the background tells; `task` is missing where it is not named. */
export function taskNotice(text: string): { readonly task: string | undefined } | undefined {
  const found = notices().find(({ task }) => task.begins.test(text));
  return found && { task: found.task.named.exec(text)?.[1] };
}

/** The command that the person ran in the conversation. */
export function ranByPerson(text: string): string | undefined {
  return notices().flatMap(({ ran }) => ran.exec(text)?.[1] ?? [])[0];
}

/** What such a command printed. */
export function isRunOutput(text: string): boolean {
  return notices().some(({ printed }) => printed.test(text));
}

/** The file into which the client put what was too long for a result; empty where it did not. */
export function savedTo(text: string): string {
  return notices().flatMap(({ saved }) => saved.exec(text)?.[1] ?? [])[0] ?? "";
}

function notices(): HostNotices[] {
  return hosts().flatMap((host) => host.notices ?? []);
}
