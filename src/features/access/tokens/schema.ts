import * as z from "zod";
import { abilities } from "#domain/abilities";
import { at, distinct, query, requiredText, timestamp } from "#lib/fields";
import { Workspace } from "../workspaces/schema";

const Ability = z.enum(["*", ...abilities]);

export const MAX_TOKENS = 100;

export const TokenInput = z
  .object({
    name: requiredText(255),
    abilities: distinct(
      z
        .array(Ability)
        .min(1)
        .max(abilities.length + 1),
    )
      .nullish()
      .meta({
        description:
          "What the token may do. `*` means everything. Defaults to the abilities of your own " +
          "token. You can't grant more than these: 403.",
      }),
    expires_at: timestamp().meta({
      description: "When the token stops working. It can't outlive your own token: 403.",
    }),
  })
  .meta({
    id: "TokenInput",
    examples: [
      {
        name: "CRM sync",
        abilities: ["leads:read", "leads:write"],
        expires_at: "2027-01-01T00:00:00Z",
      },
    ],
  });

export const RevocationQuery = z.object({
  children: query.flag().meta({
    description:
      "`1` also revokes the tokens that it has created, those that they have created, and so on.",
  }),
});

export const Token = z
  .object({
    id: z.int(),
    name: z.string(),
    abilities: z.array(Ability).meta({ description: "What it may do; `*` is everything." }),
    made_by: z
      .int()
      .nullable()
      .meta({
        description:
          "The id of the token that created it. `null` if the operator did. If only that token " +
          "is revoked, its own creator takes its place.",
      }),
    expires_at: at.nullable().meta({ description: "Null if it never expires." }),
    last_used_at: at.nullable().meta({ description: "Precise to the minute." }),
    created_at: at,
  })
  .meta({ id: "Token", description: "An API token, without the secret." });

export const NewToken = Token.extend({
  token: z.string().meta({ description: "The token itself. It is shown only once." }),
}).meta({
  id: "NewToken",
  description: "A new token with its secret.",
});

export const Me = z
  .object({ workspace: Workspace, token: Token })
  .meta({ id: "Me", description: "Your token and its workspace." });

export type TokenInput = z.output<typeof TokenInput>;
export type Token = z.output<typeof Token>;
export type Me = z.output<typeof Me>;
