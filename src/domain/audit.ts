/** The acts that the audit log records: what they concern, and what was done to it. */
export const auditActions = [
  "workspace.created",
  "workspace.updated",
  "workspace.suspended",
  "workspace.resumed",
  "workspace.deleted",
  "workspace.move_started",
  "workspace.move_abandoned",
  "workspace.default_secret_rotated",
  "backup.created",
  "backup.deleted",
  "backup.restore_started",
  "settings.updated",
  "token.created",
  "token.revoked",
  "tag.created",
  "tag.replaced",
  "tag.deleted",
  "lead.deleted",
  "lead.merged",
  "lead.erased",
  "suppression.created",
  "suppression.deleted",
  "suppression.batch_created",
  "import.created",
  "import.started",
  "import.cancelled",
  "import.undone",
  "export.created",
  "export.deleted",
  "scenario.created",
  "scenario.replaced",
  "scenario.deleted",
  "scenario.leads_enrolled",
  "scenario.leads_removed",
  "scenario.lead_removed",
  "scenario.runs_migrated",
  "bulk_enrolment.cancelled",
  "channel.created",
  "channel.replaced",
  "channel.deleted",
  "media.deleted",
  "short_link.created",
  "short_link.replaced",
  "short_link.deleted",
  "webhook_endpoint.created",
  "webhook_endpoint.replaced",
  "webhook_endpoint.deleted",
  "webhook_endpoint.secret_rotated",
  "webhook_endpoint.events_replayed",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The patterns that select actions: all, all of a kind such as `token.*`, or one. */
export const auditPatterns = [
  "*",
  ...new Set(auditActions.map((action) => `${action.split(".")[0]}.*`)),
  ...auditActions,
] as const;

/** Who acts on the audit log: a token of the workspace, or the operator of the service. */
export const auditActors = ["token", "operator"] as const;
export type AuditActor = (typeof auditActors)[number];
