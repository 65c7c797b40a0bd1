// Runs SQL on the D1 database and does nothing else: PUT sets the statements, GET runs them in a
// batch.
let statements = [];

export default {
  async fetch(request, { DB }) {
    if (request.method === "PUT") statements = await request.json();
    else await DB.batch(statements.map(({ text, values }) => DB.prepare(text).bind(...values)));
    return new Response(null, { status: 204 });
  },
};
