import type { z } from "zod";
import { validationMessages } from "./validation-messages";

/** A refinement: exactly one of the members is given. `missing` is the error if none is. */
export const exactlyOne =
  <Name extends string>(
    names: readonly [Name, ...Name[]],
    missing = validationMessages.oneOf(names),
  ) =>
  (given: Partial<Record<Name, unknown>>, context: z.RefinementCtx) => {
    // A refinement that always runs is given what is no object, too.
    if (typeof given !== "object" || given === null) return;
    const [first, ...others] = names.filter((name) => given[name] != null);
    if (!first) return context.addIssue({ code: "custom", path: [names[0]], message: missing });
    for (const other of others)
      context.addIssue({
        code: "custom",
        path: [other],
        message: validationMessages.notBeside(first),
      });
  };
