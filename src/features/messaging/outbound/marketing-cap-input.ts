import * as z from "zod";
import { integer } from "#lib/fields";

// WhatsApp limits how many marketing messages a person gets, whoever sends them (131049).

/** The longest time for which a message waits for the end of the limit. */
export const MAX_CAP_DAYS = 7;

const CapWait = z
  .object({
    retry: z
      .object({
        max_days: integer(1)
          .max(MAX_CAP_DAYS)
          .describe("The days after the first refusal in which it is tried again."),
      })
      .meta({ id: "MarketingCapRetry" }),
  })
  .meta({ id: "MarketingCapWait" });

export const OnMarketingCap = z
  .union([z.enum(["fail"]).meta({ id: "MarketingCapAction" }), CapWait])
  .nullish()
  .describe(
    "What to do if WhatsApp lets the person have no more marketing for now (131049): `fail`, or " +
      "try again 24, 48 and 96 hours later. Meanwhile the message is `queued`, holds no later " +
      "one back, and stops at an opt-out, at the end of its run and after `max_days`. Defaults " +
      "to `fail`. Messages to the United States always fail: people there get no marketing.",
  );

/** A message that is tried again, as it is stored. To fail is not stored. */
export type CapRetry = z.output<typeof CapWait>;
