import * as z from "zod";
import {
  kindOfPreset,
  MAX_KEEP_HOURS,
  MAX_OLD_KEYS,
  sourceKindNames,
  sourceMatches,
  sourcePresetNames,
  sourceUpdates,
} from "#domain/sources";
import { country } from "#features/access/workspaces/schema";
import { at, boolean, choice, idList, integer, requiredChoice, requiredText } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { SourceConnection } from "./calendly/connection-schema";
import { SourceConsent } from "./consent";
import { ShownForm, SourceForm } from "./forms/settings";
import { mappedAs, Path, SourceMapping, sourceTimes } from "./mapping";
import { SourceStages } from "./settings";
import { Verification } from "./verification";

const MAX_MAPPING = 65_536;

const secret = requiredText(255)
  .nullish()
  .describe(
    "That of the sender, or of your making. Without it, the stored one stays; where there is " +
      "none, one is made.",
  );

const matchBy = z.array(z.enum(sourceMatches)).min(1).max(sourceMatches.length);

const members = {
  name: requiredText(255),
  is_active: boolean()
    .optional()
    .describe("Defaults to `true`. `false` holds what comes until it is `true` again."),
  verification: Verification.optional().describe("By default, that of the preset or kind."),
  secret,
  mapping: SourceMapping.refine(
    (rows) => JSON.stringify(rows).length <= MAX_MAPPING,
    validationMessages.atMostCharacters(MAX_MAPPING),
  )
    .optional()
    .describe("By default, that of the preset or kind."),
  items: Path.nullish().describe("The list inside a body. A body that is a list is one."),
  match_by: matchBy.optional().describe("The fields that find a lead, in their order."),
  create: boolean().optional().describe("`false`: who is not known makes no lead."),
  update: choice(sourceUpdates).describe(
    "The fields of a known lead that are set: `all`, the empty ones (`fill`), or `none`. By " +
      "default `all` for `webhook`, `none` for `form`, otherwise `fill`.",
  ),
  tag_ids: idList(100).optional().describe("Added to each lead."),
  default_country: country("Of national numbers. By default, the workspace's."),
  dedupe: Path.nullish().describe(
    "The id of an item, which comes once in 30 days. Without it, the headers `webhook-id` and " +
      "`Idempotency-Key` name a body, and the same item is a duplicate for a day.",
  ),
  times: choice(sourceTimes).describe(
    "Of iClosed: the times that count. By default the local ones; contradictions are warnings.",
  ),
  stages: SourceStages.optional(),
  consent: SourceConsent.nullish(),
  form: SourceForm.nullish(),
};

export const SourceInput = z
  .object({
    kind: requiredChoice(sourceKindNames),
    preset: choice(sourcePresetNames).describe(
      "What the source begins with instead of the kind's own: see `GET /v1/sources/presets`.",
    ),
    ...members,
  })
  .superRefine(({ kind, preset }, { addIssue }) => {
    const needed = preset == null ? kind : kindOfPreset(preset);
    const message = validationMessages.onlyWith("kind", needed);
    if (needed !== kind) addIssue({ code: "custom", path: ["preset"], message });
  })
  .meta({
    id: "SourceInput",
    examples: [
      {
        kind: "webhook",
        name: "Landing page",
        verification: { scheme: "header", name: "X-Webhook-Secret" },
        mapping: [
          { to: "full_name", from: ["name"] },
          { to: "phone", from: ["contact.phone", "phone"], as: "phone" },
        ],
        tag_ids: [3],
      },
    ],
  });
export type SourceInput = z.output<typeof SourceInput>;

export const SourceReplacement = z.object(members).meta({
  id: "SourceReplacement",
  description:
    "Members that you leave out are reset. The kind, the preset, the keys and the secret stay.",
  examples: [
    { name: "Landing page", mapping: [{ to: "email", from: ["email"] }], is_active: false },
  ],
});
export type SourceReplacement = z.output<typeof SourceReplacement>;

const rows = z.array(
  z
    .object({
      to: z.string(),
      from: z.array(Path),
      as: z.enum(mappedAs).nullish(),
      default: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
    })
    .meta({ id: "MappedField" }),
);

const example = {
  id: 6,
  kind: "webhook" as const,
  preset: null,
  name: "Landing page",
  is_active: true,
  inbound_url: "https://go.example.com/in/q3V9tZtQx7Lm2aWc81qR0g",
  old_keys_end_at: null,
  verification: { scheme: "header" as const, name: "X-Webhook-Secret" },
  has_secret: true,
  old_secrets_end_at: null,
  mapping: [{ to: "email", from: ["email"] }],
  items: null,
  match_by: ["lead_ref" as const, "email" as const],
  create: true,
  update: "all" as const,
  tag_ids: [3],
  default_country: null,
  dedupe: null,
  times: null,
  stages: SourceStages.parse({}),
  consent: null,
  form: null,
  connection: null,
  received_at: "2026-11-20T10:15:30.123Z",
  rejected_at: null,
  rejected_count: 0,
  created_at: "2026-11-20T10:15:30.123Z",
  updated_at: "2026-11-20T10:15:30.123Z",
};

export const Source = z
  .object({
    id: z.int(),
    kind: z.enum(sourceKindNames),
    preset: z.enum(sourcePresetNames).nullable(),
    name: z.string(),
    is_active: z.boolean(),
    inbound_url: z.string().nullable().meta({
      description:
        "Where senders POST to. Its key is shown with `sources:write`, that of a form to all.",
    }),
    old_keys_end_at: at.nullable().meta({ description: "When the last key of before ends." }),
    verification: Verification,
    has_secret: z.boolean(),
    old_secrets_end_at: at.nullable(),
    mapping: rows,
    items: Path.nullable(),
    match_by: z.array(z.enum(sourceMatches)),
    create: z.boolean(),
    update: z.enum(sourceUpdates),
    tag_ids: z.array(z.int()),
    default_country: z.string().nullable(),
    dedupe: Path.nullable(),
    times: z.enum(sourceTimes).nullable(),
    stages: SourceStages,
    consent: SourceConsent.nullable(),
    form: ShownForm.nullable(),
    connection: SourceConnection.nullable(),
    received_at: at.nullable().meta({ description: "When something came last." }),
    rejected_at: at.nullable().meta({ description: "When a request last failed verification." }),
    rejected_count: z.int().meta({ description: "At least so many failed verification." }),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "Source",
    description: "A way in for another service or for forms: what comes makes leads and bookings.",
    examples: [example],
  });
export type Source = z.output<typeof Source>;

const shownSecret = z.string().nullable().meta({
  description: "The secret that was made, shown only now. `null` if there is none, or you gave it.",
});

export const NewSource = Source.extend({ secret: shownSecret }).meta({
  id: "NewSource",
  examples: [{ ...example, secret: "mKf93kd0aQz1" }],
});
export type NewSource = z.output<typeof NewSource>;

const keepHours = integer()
  .max(MAX_KEEP_HOURS)
  .optional()
  .describe(
    `For how long those of before hold, 24 by default: ${MAX_OLD_KEYS} at most. 0 ends all of ` +
      "them.",
  );

export const KeyRotation = z
  .object({ keep_hours: keepHours })
  .meta({ id: "SourceKeyRotation", examples: [{ keep_hours: 24 }] });
export type KeyRotation = z.output<typeof KeyRotation>;

export const SecretRotation = z
  .object({
    secret: requiredText(255).nullish().describe("That of the sender. Without it, one is made."),
    keep_hours: keepHours,
  })
  .meta({ id: "SourceSecretRotation", examples: [{ keep_hours: 24 }] });
export type SecretRotation = z.output<typeof SecretRotation>;

export const RotatedKey = z
  .object({ inbound_url: z.string() })
  .meta({ id: "RotatedSourceKey", examples: [{ inbound_url: example.inbound_url }] });

export const RotatedSecret = z
  .object({ secret: shownSecret })
  .meta({ id: "RotatedSourceSecret", examples: [{ secret: "mKf93kd0aQz1" }] });

export const SourcePreset = z
  .object({
    name: z.enum(sourcePresetNames),
    label: z.string(),
    kind: z.enum(sourceKindNames),
    verification: Verification,
    makes_secret: z.boolean().meta({
      description: "True if the service makes the secret, once it has the URL.",
    }),
    mapping: rows,
    items: Path.nullable(),
    dedupe: Path.nullable(),
    steps: z.array(z.string()).meta({ description: "What to do there, in English." }),
  })
  .meta({ id: "SourcePreset", description: "What a source of another service begins with." });
export type SourcePreset = z.output<typeof SourcePreset>;
