import type { Bindings } from "#env";
import { Problem, unauthenticated } from "#lib/problem";
import {
  OPENING,
  type Opening,
  type Refusal,
  STREAMS_PER_TOKEN,
  STREAMS_PER_WORKSPACE,
} from "./opening";

/** A client that has lost all of its streams gets them back as they end. */
const RETRY_AFTER_SECONDS = 10;

const tooMany = (message: string) =>
  new Problem("rate_limited", {
    message,
    headers: { "Retry-After": String(RETRY_AFTER_SECONDS) },
  });

const problemOf: Record<Refusal, () => Problem> = {
  unauthenticated,
  suspended: () => new Problem("suspended", { message: "The workspace is suspended." }),
  token_full: () => tooMany(`A token may have ${STREAMS_PER_TOKEN} streams open.`),
  workspace_full: () =>
    tooMany(`A workspace may have ${STREAMS_PER_WORKSPACE.toLocaleString("en")} streams open.`),
};

/** Opens a stream of the workspace. Throws the problem for which there is none. */
export async function openStream(env: Bindings, opening: Opening): Promise<WebSocket> {
  const stub = env.EVENT_STREAM.getByName(String(opening.workspaceId));
  const headers = { Upgrade: "websocket", [OPENING]: JSON.stringify(opening) };
  const response = await stub.fetch("https://stream/", { headers });
  if (response.webSocket) return response.webSocket;
  // The object answers with nothing else (object.ts).
  throw problemOf[(await response.text()) as Refusal]();
}
