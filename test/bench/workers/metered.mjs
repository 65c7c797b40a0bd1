// The same bundle, on a D1 that is metered: instead of the service's answer it gives what the request asked of D1, up to the end of what
// ran behind that answer. Its Durable Objects are other Workers', and what they ask is not in the figures.
import service from "../../../dist/index.js";
import { metered } from "./meter.mjs";

export default {
  async fetch(request, env) {
    const { meter, database } = metered(env.DB);
    const behind = [];
    const context = { waitUntil: (promise) => behind.push(promise), passThroughOnException() {} };
    const { status } = await service.fetch(request, { ...env, DB: database }, context);
    while (behind.length > 0) await behind.shift();
    return Response.json({ status, ...meter });
  },
};
