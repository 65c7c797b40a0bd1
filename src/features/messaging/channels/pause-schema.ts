import * as z from "zod";
import { pauseReasons } from "#domain/messaging";
import { at } from "#lib/fields";

export const ChannelPause = z
  .object({
    reason: z.enum(pauseReasons).meta({
      description:
        "`payment`: the account can't be billed, and its channels wait. `spam_rate`: too many " +
        "people have blocked or reported the number, and templates to people who have not " +
        "written for 24 hours wait; everything does once an answer was refused, too. " +
        "`template_misuse`: templates of the wrong category; templates wait. `page_restricted`: " +
        "the page may not send now. `outage`: the provider does not answer.",
    }),
    detail: z.string().nullable().meta({ description: "What the provider said." }),
    since: at,
    next_try_at: at.meta({
      description:
        "When one message is tried. It lies in the past while there is none: the next one is " +
        "tried at once.",
    }),
  })
  .meta({ id: "ChannelPause", description: "A pause of a channel, which keeps its queue." });

export const PausedChannel = z
  .object({
    channel_id: z.int(),
    name: z.string(),
    reason: z.enum(pauseReasons).meta({ description: "As `reason` of the channel's `pause`." }),
    next_try_at: at.meta({ description: "When one message is tried." }),
  })
  .meta({ id: "PausedChannel", description: "A channel whose messages wait." });

export type PausedChannel = z.output<typeof PausedChannel>;
