const WRITES = /^\s*(with\b[\s\S]*\)\s*)?(insert|update|delete|replace)\b/i;

/** A bookmark of D1 that says that so many writes were seen. */
const bookmarkOf = (writes) =>
  `${writes.toString(16).padStart(8, "0")}-00000000-00000000-${"0".repeat(32)}`;

/**
 * A D1 database with a replica, made of two. The replica has the writes that were made when it
 * caught up last. A session reads at the replica if its constraint or bookmark allows; all else
 * goes to the primary. Trips are counted.
 */
export function replicated(primary, replica) {
  const trips = { primary: 0, replica: 0 };
  const writes = [];
  const originals = new WeakMap();
  let seen = 0;

  function session(from) {
    let bookmark = from === undefined || from.startsWith("first-") ? null : from;

    const mayReadNear = () =>
      bookmark === null ? from === "first-unconstrained" : bookmark <= bookmarkOf(seen);

    async function ask(asked, run) {
      const isWrite = asked.some(({ text }) => WRITES.test(text));
      const isNear = !isWrite && mayReadNear();
      trips[isNear ? "replica" : "primary"]++;
      const result = await run(isNear ? replica : primary);
      if (isWrite) writes.push(asked);
      const now = bookmarkOf(isNear ? seen : writes.length);
      if (from !== undefined && (bookmark === null || now > bookmark)) bookmark = now;
      for (const { meta } of [result].flat()) if (meta) meta.served_by_primary = !isNear;
      return result;
    }

    function wrap(text, values = []) {
      const known = { text, values };
      const read = (run) => ask([known], (db) => run(statementOf(db, known)));
      const wrapped = {
        bind: (...bound) => wrap(text, bound),
        run: () => read((statement) => statement.run()),
        all: () => read((statement) => statement.all()),
        raw: (options) => read((statement) => statement.raw(options)),
        first: (column) => read((statement) => statement.first(column)),
      };
      originals.set(wrapped, known);
      return wrapped;
    }

    return {
      prepare: (text) => wrap(text),
      batch: (statements) => {
        const asked = statements.map((statement) => originals.get(statement));
        return ask(asked, (db) => runAll(db, asked));
      },
      getBookmark: () => bookmark,
    };
  }

  /** Repeats on the replica the writes that it has not seen. */
  async function catchUp() {
    while (seen < writes.length) await runAll(replica, writes[seen++]);
  }

  return { database: { ...session(), withSession: session }, trips, catchUp };
}

const statementOf = (db, { text, values }) => db.prepare(text).bind(...values);
const runAll = (db, asked) => db.batch(asked.map((one) => statementOf(db, one)));
