/**
 * `mode.capture auto` at the host's moments. Once a session, where work concludes, its agent is asked to start one
 * sub-agent; that is handed the session's page as it starts, and what it says last are its drafts. The session is told in
 * a line what became of them, instead of what the sub-agent said.
 */

import { pageFor, takeDrafts } from "../capture/page-drafts.ts";
import { captureNews, isNews, newsInShort } from "./capture-news.ts";
import type { Answer, Called } from "./moment.ts";

const NOTHING = "Nothing was settled in this session that a later one needs: answer [] and nothing else.";

export async function drafterStarted({ cairn, session, agent }: Called<"agent-start">): Promise<Answer> {
  return { context: (await pageFor(cairn, session, agent)) ?? NOTHING };
}

export async function drafterEnded({ cairn, session, trail, at, agent, lastMessage }: Called<"agent-stop">) {
  const news = await takeDrafts(cairn, session, { agent, said: lastMessage });
  if (news !== undefined && isNews(news)) trail.append({ is: "kept", at, ...news });
}

/** The drafts themselves need not stand in the session's context. */
export function drafterBack(called: Called<"after-tool">): Answer {
  const { cairn, deed, trail } = called;
  const { kept } = trail.state();
  const news = captureNews(called);
  const isTold = cairn.settings.get("notify.capture") !== "silent";
  const result = deed.is === "agent" ? deed.answered?.(isTold ? newsInShort(kept) : "Done.") : undefined;
  const isAnnounced = cairn.settings.get("notify.capture") === "announce" && news !== "";
  return {
    ...(result === undefined ? { context: news } : { result }),
    ...(isAnnounced ? { toPerson: news } : {}),
  };
}
