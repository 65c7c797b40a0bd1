// The same bundle, on a metered D1: instead of the service's answer it returns the request's D1
// queries, including those behind the answer. Its Durable Objects belong to other Workers, and
// their queries are not included.
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
