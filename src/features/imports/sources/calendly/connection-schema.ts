import * as z from "zod";
import { connectionScopes, connectionStates } from "#domain/sources";
import { at, boolean, requiredChoice, requiredText } from "#lib/fields";

const MAX_TOKEN = 4_096;

export const SourceConnection = z
  .object({
    state: z.enum(connectionStates).meta({
      description:
        "As it was last seen. `ended`: Calendly has disabled or deleted the subscription. " +
        "`refused`: it takes the token no more.",
    }),
    scope: z.enum(connectionScopes),
    keeps_token: z.boolean().meta({
      description: "The token is kept: each hour the subscription is looked at, and made again.",
    }),
    checked_at: at,
    error: z.string().nullable().meta({ description: "In Calendly's words." }),
  })
  .meta({ id: "SourceConnection", description: "Of `calendly`: its webhook subscription." });

export const ConnectInput = z
  .object({
    access_token: requiredText(MAX_TOKEN).describe("A personal access token of Calendly."),
    scope: requiredChoice(connectionScopes).describe(
      "Whose bookings come: the `user`'s whose token it is, or all of the `organization`, for " +
        "which Calendly wants an admin's token.",
    ),
    keep_token: boolean()
      .optional()
      .describe(
        "Keeps the token, sealed, to look each hour whether Calendly still sends. By default " +
          "`false`.",
      ),
  })
  .meta({
    id: "SourceConnect",
    examples: [{ access_token: "eyJraWQiOiIx", scope: "user", keep_token: true }],
  });
export type ConnectInput = z.output<typeof ConnectInput>;
