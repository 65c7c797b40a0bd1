import * as z from "zod";

/** A field that a write of a lead has left as it was, or has kept although it can't be used. */
export const LeadWarning = z
  .object({
    code: z.enum(["still_opted_out", "not_an_address", "stopped_at_meta"]).meta({
      id: "LeadWarningCode",
      description:
        "`still_opted_out`: the lead has unsubscribed, and the `false` in `field` was ignored. " +
        "`not_an_address`: the `phone` or `email` is kept as you sent it, but can't be an " +
        "address: it is never matched, and nothing is sent to it. An import leaves an address " +
        "that the lead has in its place. `stopped_at_meta`: the person has stopped marketing in " +
        "WhatsApp, which goes on refusing it.",
    }),
    message: z.string(),
    field: z.string(),
  })
  .meta({
    id: "LeadWarning",
    examples: [
      {
        code: "still_opted_out",
        message: "The lead has unsubscribed, and is_optout was ignored.",
        field: "is_optout",
      },
    ],
  });

export type LeadWarning = z.output<typeof LeadWarning>;
