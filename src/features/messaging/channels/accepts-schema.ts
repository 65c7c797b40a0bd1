import * as z from "zod";
import { USUAL_TYPES } from "#domain/gateways";
import { outgoingTypes } from "#domain/messaging";
import { distinct, requiredChoice } from "#lib/fields";

const usual = USUAL_TYPES.map((type) => `\`${type}\``).join(", ");

export const acceptsInput = distinct(
  z.array(requiredChoice(outgoingTypes)).min(1).max(outgoingTypes.length),
)
  .nullish()
  .describe(
    "For `webhook`: the types of messages that your gateway takes. Others are refused. Left out, " +
      `they are ${usual}, as far as the platform has them.`,
  );

export const acceptsShown = z
  .array(z.enum(outgoingTypes))
  .nullable()
  .meta({
    description:
      "The types of messages that your gateway takes. `null` for other providers, which take " +
      "all of the platform's.",
  });
