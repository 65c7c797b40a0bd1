import type { Credentials } from "#domain/credentials";
import type { Bindings } from "#env";
import { type Members, membersOf } from "../inbound/untrusted";
import { graphResult } from "../outbound/providers/answer";
import { ask } from "../outbound/providers/post";

const MAX_ANSWER_BYTES = 65_536;

/**
 * An answer of Meta's; or its reason for refusing, without secrets, with its codes; or why there is
 * none that says anything.
 */
export type MetaAnswer =
  | { kind: "body"; body: Members }
  | { kind: "refused"; detail: string; code: number | null; subcode: number | undefined }
  | { kind: "none"; detail: string };

/** Asks for a URL. Never throws, follows no redirect, and neither shows nor logs the URL. */
export async function askMeta(
  { SEND_TIMEOUT_MS }: Pick<Bindings, "SEND_TIMEOUT_MS">,
  url: string,
  credentials: Credentials,
  headers: Record<string, string> = { Authorization: `Bearer ${credentials.access_token}` },
): Promise<MetaAnswer> {
  const posted = await ask(() => ({ url, headers }), SEND_TIMEOUT_MS, MAX_ANSWER_BYTES);
  const body = posted.kind === "answered" ? membersOf(posted.body) : undefined;
  const result = graphResult(posted, credentials, () =>
    body ? { kind: "accepted", externalId: "" } : null,
  );
  if (result.kind === "accepted" && body) return { kind: "body", body };
  if (result.kind === "refused")
    return { kind: "refused", detail: result.detail, code: result.code, subcode: result.subcode };
  const isUnanswered = result.kind === "unknown" && result.isUnanswered;
  return {
    kind: "none",
    detail: isUnanswered ? "Meta does not answer." : "Meta's answer can't be read.",
  };
}
