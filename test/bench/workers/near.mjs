// The same bundle, on a D1 database with a replica that lags behind until PUT has it catch up.
// Instead of the service's answer it returns the request's trips to each until it was answered, its
// bookmark and its data.
import service from "../../../dist/worker/index.js";
import { replicated } from "./replica.mjs";

let near;

export default {
  async fetch(request, env) {
    near ??= replicated(env.DB, env.REPLICA);
    const { database, trips, catchUp } = near;
    if (request.method === "PUT") {
      await catchUp();
      return new Response(null, { status: 204 });
    }
    Object.assign(trips, { primary: 0, replica: 0 });
    const behind = [];
    const context = { waitUntil: (promise) => behind.push(promise), passThroughOnException() {} };
    const answer = await service.fetch(request, { ...env, DB: database }, context);
    const answered = { ...trips };
    const { data } = await answer.json();
    while (behind.length > 0) await behind.shift();
    const bookmark = answer.headers.get("Bookmark");
    return Response.json({ status: answer.status, ...answered, bookmark, data });
  },
};
