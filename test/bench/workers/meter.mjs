/** A D1 database that records its queries. One `batch` is one round trip, as in production. */
export function metered(db) {
  const meter = { trips: 0, rowsRead: 0, rowsWritten: 0, statements: [] };
  const originals = new WeakMap();

  async function trip(asked, run) {
    meter.trips++;
    meter.statements.push(...asked.map(({ text, values }) => ({ text, values })));
    const results = await run();
    for (const { meta } of results) {
      meter.rowsRead += meta.rows_read;
      meter.rowsWritten += meta.rows_written;
    }
    return results;
  }

  function wrap(statement, text, values = []) {
    const known = { statement, text, values };
    const run = async () => (await trip([known], async () => [await statement.all()]))[0];
    // `raw` and `first` return no figures, so the statement runs a second time for these.
    const read = async (again) => {
      if (!/^\s*(select|with)\b/i.test(text))
        throw new Error(`Only reads can be metered twice: ${text}`);
      await run();
      return again();
    };
    const wrapped = {
      bind: (...bound) => wrap(statement.bind(...bound), text, bound),
      run,
      all: run,
      raw: (options) => read(() => statement.raw(options)),
      first: (column) => read(() => statement.first(column)),
    };
    originals.set(wrapped, known);
    return wrapped;
  }

  const session = (target) => ({
    prepare: (text) => wrap(target.prepare(text), text),
    batch: (statements) => {
      const asked = statements.map((statement) => originals.get(statement));
      return trip(asked, () => target.batch(asked.map(({ statement }) => statement)));
    },
  });
  return {
    meter,
    database: { ...session(db), withSession: (constraint) => session(db.withSession(constraint)) },
  };
}
