import * as z from "zod";
import { requiredText } from "#lib/fields";

export const Suspension = z
  .object({
    reason: requiredText(255).describe("The reason that the workspace's tokens get with each 403."),
  })
  .meta({ id: "Suspension", examples: [{ reason: "The invoice of October is not paid." }] });

export type Suspension = z.output<typeof Suspension>;
