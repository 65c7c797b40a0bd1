import * as z from "zod";
import { consentScopes } from "#domain/consents";
import { suppressionResults } from "#domain/messaging";
import { type AccountKind, accountKinds, idTraits, suppressionKinds } from "#domain/platforms";
import { PageQuery } from "#http/page";
import { exactlyOne } from "#lib/exactly-one";
import { at, query, text } from "#lib/fields";

export const Suppression = z
  .object({
    id: z.int(),
    kind: z.enum(suppressionKinds).meta({
      description: "`phone` includes WhatsApp numbers. The value itself is not kept.",
    }),
    scope: z.enum(consentScopes).meta({
      description: "`all`: they get no messages. `marketing`: they get no marketing.",
    }),
    at: at.meta({ description: "When they unsubscribed." }),
    marketing_at: at.nullable().meta({
      description:
        "When they unsubscribed from marketing. That stays when a suppression of scope `all` " +
        "ends. `null` if they have not.",
    }),
    created_at: at,
  })
  .meta({
    id: "Suppression",
    description:
      "Somebody who has unsubscribed, known by a hash of a phone, an e-mail or a platform id.",
    examples: [
      {
        id: 7,
        kind: "phone",
        scope: "all",
        at: "2026-11-20T10:21:04.000Z",
        marketing_at: null,
        created_at: "2026-11-20T10:21:05.120Z",
      },
    ],
  });

const ids = Object.fromEntries(
  accountKinds.map((kind) => [kind, text(255).describe(idTraits[kind].suppressedBy)]),
) as Record<AccountKind, ReturnType<typeof text>>;

export const SuppressionInput = z
  .object({
    phone: text(255).describe(
      "An international number, or a national one of the workspace's `default_country`.",
    ),
    email: text(255),
    ...ids,
    scope: z
      .enum(consentScopes)
      .default("all")
      .describe(
        "`all` messages if left out, or `marketing` alone. The other scope stays as it is.",
      ),
  })
  .superRefine(
    exactlyOne(suppressionKinds, `One of :f, email, ${accountKinds.join(", ")} is required.`),
    { when: () => true },
  )
  .meta({ id: "SuppressionInput", examples: [{ phone: "+33639980142", scope: "all" }] });

export const MAX_SUPPRESSIONS = 1_000;

export const SuppressionBatchInput = z
  .object({ suppressions: z.array(SuppressionInput).min(1).max(MAX_SUPPRESSIONS) })
  .meta({
    id: "SuppressionBatchInput",
    examples: [{ suppressions: [{ phone: "+33639980142" }, { email: "stop@example.com" }] }],
  });

const BatchItem = z
  .object({
    index: z.int().meta({ description: "The place in the request, from 0." }),
    status: z.enum(suppressionResults).meta({
      description:
        "`created`; `exists`: it was suppressed before, or by an earlier item; `invalid`: it " +
        "can't be an address, and nothing was done.",
    }),
    id: z.int().nullable().meta({ description: "The suppression. `null` if it is invalid." }),
    errors: z.record(z.string(), z.array(z.string())).optional(),
  })
  .meta({ id: "SuppressionBatchItem" });

export const SuppressionBatch = z
  .object({
    data: z.array(BatchItem),
    meta: z.object({
      counts: z.object({ created: z.int(), exists: z.int(), invalid: z.int() }),
    }),
  })
  .meta({ id: "SuppressionBatch" });

export type BatchItem = z.output<typeof BatchItem>;
export type SuppressionBatch = z.output<typeof SuppressionBatch>;

const exact = (what: string) => query.exact(255).describe(`Whether this ${what} is suppressed.`);

export const SuppressionQuery = z.object({
  phone: exact("phone"),
  email: exact("e-mail"),
  ...PageQuery.shape,
});

export type Suppression = z.output<typeof Suppression>;
export type SuppressionInput = z.output<typeof SuppressionInput>;
export type SuppressedContact = Omit<SuppressionInput, "scope">;
export type SuppressionQuery = z.output<typeof SuppressionQuery>;
