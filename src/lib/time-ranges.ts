import type { z } from "zod";
import { query } from "./fields";
import { validationMessages } from "./validation-messages";

// Filters of lists by times.

export const createdRange = {
  created_from: query.timestamp().describe("Stored at or after this."),
  created_to: query.timestamp().describe("Stored at or before this."),
};

export const updatedRange = (what: string) => ({
  updated_from: query.timestamp().describe(`${what} last changed at or after this.`),
  updated_to: query.timestamp().describe(`${what} last changed at or before this.`),
});

/** Refuses a range that ends before it starts: names such as `created` have `_from` and `_to`. */
export const rangesInOrder =
  (...names: string[]) =>
  (input: Record<string, unknown>, context: z.RefinementCtx) => {
    for (const name of names) {
      const [from, to] = [input[`${name}_from`], input[`${name}_to`]];
      if (typeof from === "number" && typeof to === "number" && to < from)
        context.addIssue({
          code: "custom",
          path: [`${name}_to`],
          message: validationMessages.notBefore(`${name}_from`),
        });
    }
  };
