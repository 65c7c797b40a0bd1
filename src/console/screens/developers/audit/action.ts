import type { AuditAction, AuditPattern } from "#client";

type Kind<Action> = Action extends `${infer Of}.${string}` ? Of : never;
type Verb<Action> = Action extends `${string}.${infer Did}` ? Did : never;

type ActionKind = Kind<AuditAction>;
type ActionVerb = Verb<AuditAction>;

/** The kinds, those that are asked for most first. */
export const kinds: Record<ActionKind, AuditPattern> = {
  token: "token.*",
  settings: "settings.*",
  lead: "lead.*",
  lead_duplicate: "lead_duplicate.*",
  scenario: "scenario.*",
  channel: "channel.*",
  webhook_endpoint: "webhook_endpoint.*",
  short_link: "short_link.*",
  tag: "tag.*",
  segment: "segment.*",
  suppression: "suppression.*",
  import: "import.*",
  export: "export.*",
  source: "source.*",
  template: "template.*",
  booking: "booking.*",
  canned_reply: "canned_reply.*",
  bulk_enrolment: "bulk_enrolment.*",
  media: "media.*",
  workspace: "workspace.*",
  backup: "backup.*",
};

export function partsOf(action: AuditAction) {
  const [kind, verb] = action.split(".");
  return { kind: kind as ActionKind, verb: verb as ActionVerb };
}
