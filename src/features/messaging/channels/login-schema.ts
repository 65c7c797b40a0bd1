import * as z from "zod";
import { logins } from "#domain/platforms";
import { at, choice } from "#lib/fields";

export const loginInput = choice(logins).describe(
  "For `instagram`: how the account is connected. `facebook` (default): through the page that " +
    "it is linked to. `instagram`: by Instagram's own login, without a page.",
);

/** The members of a channel about its login and the token of that. */
export const loginShown = {
  login: z
    .enum(logins)
    .nullable()
    .meta({ description: "How the Instagram account is connected. `null` elsewhere." }),
  token_expires_at: at.nullable().meta({
    description:
      "When the access token expires at the latest, where it does: with the `login` " +
      "`instagram`. The service renews it each month, and shows here what Meta then says.",
  }),
  token_renewed_at: at.nullable().meta({
    description: "When the service has last renewed the token. It is no change of the channel.",
  }),
};
