// The files of src/db/triggers that are made of tables in src, by their paths.
import { registerHooks } from "node:module";

/** Modules of src name each other without the ending that Node wants. */
registerHooks({
  resolve: (specifier, context, next) => {
    const isOurs = specifier.startsWith(".") && context.parentURL?.endsWith(".ts");
    return next(isOurs ? `${specifier}.ts` : specifier, context);
  },
});

const { counterTriggers } = await import("./counters.mjs");
const { leadUpdates } = await import("./lead-updates.mjs");

export const madeTriggers = () => ({
  "src/db/triggers/counters.sql": counterTriggers(),
  "src/db/triggers/lead-updates.sql": leadUpdates(),
});
