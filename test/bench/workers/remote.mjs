// Runs the queries of `elsewhere.mjs` on the D1 database, a round trip each.
export default {
  async fetch(request, { DB }) {
    const { how, statements } = await request.json();
    const prepared = statements.map(({ text, values }) => DB.prepare(text).bind(...values));
    const [one] = prepared;
    const run = {
      batch: () => DB.batch(prepared),
      all: () => one.all(),
      run: () => one.run(),
      raw: () => one.raw(),
      first: () => one.first(),
    };
    try {
      return Response.json({ result: await run[how]() });
    } catch (error) {
      return Response.json({ error: error.message });
    }
  },
};
