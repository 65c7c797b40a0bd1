import { readFileSync } from "node:fs";

/** The OpenAPI document as it is served: service.mjs has built it. */
export const readDocument = (): object =>
  JSON.parse(readFileSync("dist/assets/openapi.json", "utf8"));
