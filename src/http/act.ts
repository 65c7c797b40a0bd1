import type { Context } from "hono";
import type { App, AuditAction, AuditedAct } from "#env";
import { isId } from "#lib/is-id";
import { newRequestId } from "#lib/request-id";

/** The path parameters that do not bear the name of their kind. */
const PARAMETERS: Record<string, string> = {
  short_link: "shortLink",
  bulk_enrolment: "bulkEnrolment",
  webhook_endpoint: "endpoint",
};

/**
 * The act of a request. It concerns the row of its kind that the path names, or else the one that a
 * `*.created` creates.
 */
export function actOf(c: Context<App>, action: AuditAction): AuditedAct {
  const { tokenId, tokenName, workspaceId } = c.var.scope;
  const idOf = (kind: string) => {
    const id = c.req.param(PARAMETERS[kind] ?? kind);
    return id !== undefined && isId(id) ? Number(id) : null;
  };
  const [kind = "", verb] = action.split(".");
  const missing = verb === "created" ? "new" : null;
  const isOperator = tokenId === 0;
  return {
    action,
    workspaceId: isOperator ? (idOf("workspace") ?? "new") : workspaceId,
    targetId: idOf(kind) ?? missing,
    actor: isOperator
      ? { type: "operator", id: null, name: null }
      : { type: "token", id: tokenId, name: tokenName },
    requestId: c.var.requestId,
    nonce: newRequestId(),
  };
}
