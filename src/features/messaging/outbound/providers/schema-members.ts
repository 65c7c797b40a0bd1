import * as z from "zod";

const target = { message_id: z.int(), external_id: z.string() };

/** The members of a request to a gateway that the types besides texts, files and choices have. */
export const ofMembers = {
  voice: z.boolean().optional().meta({ description: "For `audio`: true of a voice note." }),
  location: z
    .object({
      latitude: z.number(),
      longitude: z.number(),
      name: z.string().optional(),
      address: z.string().optional(),
    })
    .meta({ id: "OutgoingLocation" })
    .optional()
    .meta({ description: "For the type `location`." }),
  contacts: z
    .array(
      z
        .object({ name: z.string(), phones: z.array(z.string()), emails: z.array(z.string()) })
        .meta({ id: "OutgoingContact" }),
    )
    .optional()
    .meta({ description: "For the type `contacts`." }),
  reaction: z
    .object({ ...target, emoji: z.string().nullable() })
    .meta({ id: "OutgoingReaction" })
    .optional()
    .meta({
      description:
        "For the type `reaction`: to the lead's message of this `external_id`. With an `emoji` " +
        "of `null` it is taken back.",
    }),
  reply_to: z
    .object(target)
    .meta({ id: "OutgoingQuote" })
    .optional()
    .meta({ description: "The message that it quotes: our id, and the provider's." }),
};
