import { DurableObject } from "cloudflare:workers";

/**
 * A database of the tests. It answers D1's client as Miniflare's does (`d1.test.ts` compares them),
 * in one hop and without checks of the client's own requests: by these, Miniflare's takes twice as
 * long for a call, and the suite would take as long again.
 */

const CHANGES = "select total_changes() as total, last_insert_rowid() as last";
const COMMENT = /^\s+--.*/gm;

/** Bytes are arrays of numbers in JSON. */
const bound = (value) => (Array.isArray(value) ? new Uint8Array(value).buffer : value);
const shown = (value) => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value);

export class Database extends DurableObject {
  #run = ({ sql: text, params = [] }) => {
    const { sql } = this.ctx.storage;
    const [size, was] = [sql.databaseSize, sql.exec(CHANGES).one()];
    const cursor = sql.exec(text, ...params.map(bound));
    const columns = cursor.columnNames;
    const rows = Array.from(cursor.raw(), (row) => row.map(shown));
    const is = sql.exec(CHANGES).one();
    const changes = is.total - was.total;
    return {
      columns,
      rows,
      meta: {
        served_by: "miniflare.db",
        served_by_primary: true,
        total_attempts: 1,
        timings: { sql_duration_ms: 0 },
        duration: 0,
        changes,
        last_row_id: is.last,
        changed_db: changes !== 0 || is.last !== was.last || sql.databaseSize !== size,
        size_after: sql.databaseSize,
        rows_read: cursor.rowsRead,
        rows_written: cursor.rowsWritten,
      },
    };
  };

  async fetch(request) {
    const asked = await request.json();
    const inRows = request.url.endsWith("resultsFormat=ROWS_AND_COLUMNS");
    try {
      const queries = [asked].flat().filter(({ sql }) => sql.replace(COMMENT, "").trim() !== "");
      if (queries.length === 0) throw new Error("No SQL statements detected.");
      const results = this.ctx.storage.transactionSync(() => queries.map(this.#run));
      const bookmark = await this.ctx.storage.getCurrentBookmark();
      return Response.json(
        results.map(({ columns, rows, meta }) => ({
          success: true,
          results: inRows
            ? { columns, rows }
            : rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))),
          meta,
        })),
        { headers: { "x-cf-d1-session-commit-token": bookmark } },
      );
    } catch ({ message }) {
      return Response.json({ success: false, error: message });
    }
  }
}

export default {};
