/** The statements of a round trip that took longest, with their milliseconds. */
const slowest = (asked, results) =>
  results
    .map(({ meta }, index) => [meta.duration, asked[index].text])
    .toSorted(([one], [other]) => other - one)
    .slice(0, 3)
    .map(([ms, text]) => [ms, text.replace(/\s+/g, " ").slice(0, 300)]);

/**
 * A D1 database that records its queries. One `batch` is one round trip, as in production. The
 * statements of the longest trip are kept: while it runs, every other query waits.
 */
export function metered(db) {
  const meter = {
    trips: 0,
    rowsRead: 0,
    rowsWritten: 0,
    longestMs: 0,
    slowest: [],
    statements: [],
  };
  const originals = new WeakMap();

  async function trip(asked, run) {
    meter.trips++;
    meter.statements.push(...asked.map(({ text, values }) => ({ text, values })));
    const results = await run();
    for (const { meta } of results) {
      meter.rowsRead += meta.rows_read;
      meter.rowsWritten += meta.rows_written;
    }
    const ms = results.reduce((sum, { meta }) => sum + meta.duration, 0);
    if (ms > meter.longestMs) {
      meter.longestMs = ms;
      meter.slowest = slowest(asked, results);
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
    getBookmark: () => target.getBookmark(),
  });
  return {
    meter,
    database: { ...session(db), withSession: (constraint) => session(db.withSession(constraint)) },
  };
}

/** Meters all databases of an environment. */
export function meteredIn(env) {
  const meters = Object.entries(env)
    .filter(([name]) => /^DB(_\d+)?$/.test(name))
    .map(([name, db]) => ({ name, ...metered(db) }));
  return {
    meters,
    databases: Object.fromEntries(meters.map(({ name, database }) => [name, database])),
  };
}

/** The figures of several meters as one. */
export function together(meters) {
  const all = meters.map(({ meter }) => meter);
  const sum = (figure) => all.reduce((total, meter) => total + meter[figure], 0);
  return {
    trips: sum("trips"),
    rowsRead: sum("rowsRead"),
    rowsWritten: sum("rowsWritten"),
    ...all
      .map(({ longestMs, slowest }) => ({ longestMs, slowest }))
      .toSorted((one, other) => other.longestMs - one.longestMs)[0],
    statements: all.flatMap(({ statements }) => statements),
  };
}
