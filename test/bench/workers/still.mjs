// Databases that stand still at a call, so that workerd can be killed right there.

const FOREVER_MS = 3_600_000;
let isStill = false;

export const standsStill = () => isStill;

/**
 * A database whose calls take so many milliseconds more, before they are made and before they are
 * answered, and whose nth batch never goes on from there: `when` is "before" or "after".
 */
export function stilled(db, { ms = 0, nth = 0, when = "before" }) {
  let batches = 0;
  async function pause(isThere) {
    isStill ||= isThere;
    await scheduler.wait(isThere ? FOREVER_MS : ms);
  }
  return {
    ...db,
    batch: async (statements) => {
      const isNth = ++batches === nth;
      await pause(isNth && when === "before");
      const results = await db.batch(statements);
      await pause(isNth && when === "after");
      return results;
    },
  };
}
