// Prints demo.sql: npx node drizzle/demo/write.mjs > drizzle/demo/demo.sql
import { registerHooks } from "node:module";

// The sources import each other without the extension `.ts`, which Node requires.
registerHooks({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context);
    } catch (error) {
      if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
      return next(`${specifier}.ts`, context);
    }
  },
});

// workerd has this, but Node 24 does not.
Uint8Array.prototype.toHex ??= function toHex() {
  return Buffer.from(this).toString("hex");
};

const { demoSql } = await import("./generate.mjs");
process.stdout.write(demoSql());
