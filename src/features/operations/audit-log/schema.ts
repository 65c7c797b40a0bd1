import * as z from "zod";
import { auditActions, auditActors, auditPatterns } from "#domain/audit";
import { PageQuery } from "#http/page";
import { at, query } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";

export const AuditLogQuery = PageQuery.extend({
  action: query
    .choices(auditPatterns)
    .describe("Any of these actions. `token.*` means all of a kind, `*` all actions."),
  target_id: query.integer(1).describe("Acts on the resource with this id: see `action`."),
  actor: query.choice(auditActors).describe("Acts of tokens, or of the operator."),
  token_id: query.integer(1).describe("Acts of this token, even if it has been revoked."),
  request_id: query.text(64).describe("The `X-Request-Id` of a request."),
  created_from: query.since().describe("Acts since this time or UTC day."),
  created_to: query.until().describe("Acts until this time or UTC day, included."),
}).superRefine(({ created_from: from, created_to: to }, context) => {
  if (from !== undefined && to !== undefined && to < from)
    context.addIssue({
      code: "custom",
      path: ["created_to"],
      message: validationMessages.notBefore("created_from"),
    });
});

export const AuditLogEntry = z
  .object({
    id: z.int(),
    action: z.enum(auditActions),
    target: z
      .object({ type: z.string(), id: z.int().nullable() })
      .meta({ description: "What was changed. The `id` is `null` for the settings." }),
    actor: z
      .object({
        type: z.enum(auditActors),
        id: z.int().nullable().meta({ description: "The token's id. `null` for the operator." }),
        name: z.string().nullable().meta({ description: "The token's name at that time." }),
      })
      .meta({ id: "AuditActor", description: "Who made the request." }),
    request_id: z.string().meta({ description: "The `X-Request-Id` of the request's answer." }),
    created_at: at,
  })
  .meta({
    id: "AuditLogEntry",
    description: "An act of a token or of the operator, without any values.",
    examples: [
      {
        id: 7,
        action: "channel.replaced",
        target: { type: "channel", id: 3 },
        actor: { type: "token", id: 12, name: "CRM sync" },
        request_id: "3f1c9d0e5b7a4c52b0a1d2e3f4a5b6c7",
        created_at: "2026-11-20T10:15:30.123Z",
      },
    ],
  });

export type AuditLogQuery = z.output<typeof AuditLogQuery>;
export type AuditLogEntry = z.output<typeof AuditLogEntry>;
