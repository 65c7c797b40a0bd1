// Runs SQL on the D1 database and does nothing else: PUT /key tells it the statements of `key`, GET /key runs them in one batch.
const known = new Map();

export default {
  async fetch(request, { DB }) {
    const key = new URL(request.url).pathname;
    if (request.method === "PUT") known.set(key, await request.json());
    else await DB.batch(known.get(key).map(({ text, values }) => DB.prepare(text).bind(...values)));
    return new Response(null, { status: 204 });
  },
};
