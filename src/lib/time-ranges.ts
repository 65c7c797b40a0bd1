import type { z } from "zod";
import { query } from "./fields";
import { validationMessages } from "./validation-messages";

// Filters of lists by times.

export const createdRange = {
  created_from: query.since().describe("Stored since this time or UTC day."),
  created_to: query.until().describe("Stored until this time or UTC day, included."),
};

export const updatedRange = (what: string) => ({
  updated_from: query.since().describe(`${what} last changed since this time or UTC day.`),
  updated_to: query.until().describe(`${what} last changed until this time or UTC day, included.`),
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
