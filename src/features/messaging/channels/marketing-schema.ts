import * as z from "zod";
import { marketingEndpoints, marketingRoutes } from "#domain/messaging";
import { choice } from "#lib/fields";

export const marketingRouteInput = choice(marketingRoutes).describe(
  "For `whatsapp_cloud`: the endpoint of templates of the category `marketing`, at Meta's API: " +
    "`messages`, `marketing_messages`, or `auto`, the default, for that in `marketing_state`. " +
    "Where Meta takes none there, the other one is asked at once. All else goes to `messages`, " +
    "and gateways and sandboxes have no such endpoints.",
);

/** The members of a channel about its marketing templates. */
export const marketingShown = {
  marketing_route: z.enum(marketingRoutes).meta({
    description: "The endpoint that was chosen for marketing templates.",
  }),
  marketing_state: z
    .enum(marketingEndpoints)
    .nullable()
    .meta({
      description:
        "The endpoint at which Meta takes the account's marketing templates: " +
        "`marketing_messages` once the account is onboarded to it, which is read each hour, or " +
        "once Meta has refused such a template at `messages`. `null`, which means `messages`, " +
        "while nothing is known.",
    }),
};
