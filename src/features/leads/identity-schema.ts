import * as z from "zod";
import { type IdentitySource, identityKinds, identitySources, idTraits } from "#domain/platforms";
import { at } from "#lib/fields";

const SOURCES: Record<IdentitySource, string> = {
  message: "a message from it",
  report: "a report on a message",
  answer: "the platform's answer to a message",
  notice: "a notice that it has changed",
  contact_request: "the number that the person shared on request",
  api: "the API, which named the lead with it",
};
const sourceTexts = identitySources.map((source) => `\`${source}\`: ${SOURCES[source]}`).join("; ");

const kindTexts = identityKinds.map((kind) => `\`${kind}\`: ${idTraits[kind].is}`).join("; ");

export const Identity = z
  .object({
    kind: z.enum(identityKinds).meta({
      description: `${kindTexts}.`,
    }),
    value: z.string(),
    channel_id: z
      .int()
      .nullable()
      .meta({
        description:
          "The channel that learned it. A business-scoped id is an address for the channels of " +
          "that channel's business portfolio alone, an Instagram account for that channel alone. " +
          "`null` where that is not known: it fits any.",
      }),
    learned_from: z
      .enum(identitySources)
      .nullable()
      .meta({
        description: `${sourceTexts}.`,
      }),
    username: z.string().nullable().meta({
      description: "The person's username on the platform, as it was last reported.",
    }),
    profile: z
      .object({
        follower_count: z.int().nullable(),
        is_verified_user: z.boolean().nullable(),
        is_user_follow_business: z.boolean().nullable(),
        is_business_follow_user: z.boolean().nullable(),
      })
      .nullable()
      .meta({
        description:
          "Of an Instagram account, as Instagram gave it once after the first message. Its name " +
          "fills a lead without one.",
      }),
    profile_at: at.nullable().meta({ description: "When Instagram gave the profile." }),
    replaced_at: at.nullable().meta({
      description:
        "When another id took its place. Late messages from it are still the lead's, and none " +
        "is sent to it.",
    }),
    unreachable_at: at.nullable().meta({
      description:
        "When a provider reported that nobody is there. `null` once the lead writes again.",
    }),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "Identity",
    description: "What a platform knows the lead by. It is learned from messages.",
    examples: [
      {
        kind: "wa_id",
        value: "33639980142",
        channel_id: 4,
        learned_from: "message",
        username: "elodie.m",
        ...{ profile: null, profile_at: null },
        replaced_at: null,
        unreachable_at: null,
        created_at: "2026-11-12T08:30:00.000Z",
        updated_at: "2026-11-12T08:30:00.000Z",
      },
    ],
  });

export type Identity = z.output<typeof Identity>;
