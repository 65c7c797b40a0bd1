// The same bundle in another workerd than its database `DB`, which it asks over HTTP (remote.mjs).
// `DB_1` is its own.
import service from "../../../dist/worker/index.js";

/** A D1 database whose queries run at an origin. It has no replicas and gives no bookmarks. */
function remoteDatabase(origin) {
  const originals = new WeakMap();
  async function ask(how, statements) {
    const body = JSON.stringify({ how, statements });
    const { result, error } = await (await fetch(origin, { method: "POST", body })).json();
    if (error !== undefined) throw new Error(error);
    return result;
  }
  function wrap(text, values = []) {
    const known = { text, values };
    const by = (how) => () => ask(how, [known]);
    const wrapped = { bind: (...bound) => wrap(text, bound) };
    for (const how of ["all", "run", "raw"]) wrapped[how] = by(how);
    wrapped.first = async (column) => {
      const row = await ask("first", [known]);
      return column === undefined ? row : (row?.[column] ?? null);
    };
    originals.set(wrapped, known);
    return wrapped;
  }
  const database = {
    prepare: (text) => wrap(text),
    batch: (statements) =>
      ask(
        "batch",
        statements.map((statement) => originals.get(statement)),
      ),
    withSession: () => database,
    getBookmark: () => null,
  };
  return database;
}

/** The service keeps what it knows of an environment by the environment. */
let own;

export default {
  fetch(request, env, context) {
    own ??= { ...env, DB: remoteDatabase(env.REMOTE) };
    return service.fetch(request, own, context);
  },
};
