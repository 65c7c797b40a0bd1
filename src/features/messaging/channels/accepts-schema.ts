import * as z from "zod";
import { outgoingTypes } from "#domain/messaging";
import { distinct, requiredChoice } from "#lib/fields";

export const acceptsInput = distinct(
  z.array(requiredChoice(outgoingTypes)).min(1).max(outgoingTypes.length),
)
  .nullish()
  .describe(
    "For `webhook`: the types of messages that your gateway takes. Others are refused. Left out, " +
      "they are `text`, `template`, `buttons`, `list`, `request_phone`, `image`, `video`, " +
      "`audio`, `document` and `sticker`, as far as the platform has them.",
  );

export const acceptsShown = z
  .array(z.enum(outgoingTypes))
  .nullable()
  .meta({
    description:
      "The types of messages that your gateway takes. `null` for other providers, which take " +
      "all of the platform's.",
  });
