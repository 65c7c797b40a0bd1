// The same bundle, on a metered D1: instead of the service's answer it returns the request's D1
// queries, including those behind the answer. Its Durable Objects belong to other Workers, and
// their queries are not included.
import service from "../../../dist/worker/index.js";
import { meteredIn, together } from "./meter.mjs";

export default {
  async fetch(request, env) {
    const { meters, databases } = meteredIn(env);
    const behind = [];
    const context = { waitUntil: (promise) => behind.push(promise), passThroughOnException() {} };
    const { status } = await service.fetch(request, { ...env, ...databases }, context);
    while (behind.length > 0) await behind.shift();
    const tripsTo = Object.fromEntries(meters.map(({ name, meter }) => [name, meter.trips]));
    return Response.json({ status, ...together(meters), tripsTo });
  },
};
