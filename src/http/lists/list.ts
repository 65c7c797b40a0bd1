import type { Context } from "hono";
import type { App } from "#env";
import type { Cursor, Page, PageRequest } from "#lib/cursor";
import { describeError, log } from "#lib/log";
import { invalid, unauthenticated } from "#lib/problem";
import { itemMemberNames } from "#lib/unknown-members";
import { fieldMessage, validationMessages } from "#lib/validation-messages";
import type { Kept } from "../ignored-members";
import { envelope, pageRequest } from "../page";
import { limitedStream } from "../slots";
import { type ListType, listTypeOf } from "./accept";
import { BYTE_ORDER_MARK, csvHeader, csvRow } from "./csv";
import { type RowFormat, STREAM_BOUNDS, streamRows } from "./stream";

type ListQuery = {
  cursor?: Cursor | undefined;
  per_page?: number | undefined;
  bom?: boolean | undefined;
};

/**
 * The layout of a CSV. `hasBom` counts where the request doesn't say whether it begins with one.
 */
type CsvLayout = { columns: readonly string[]; delimiter?: string; hasBom?: boolean };

/** The CSV of a list whose columns are not the members of its items. */
export type CsvForm<T> = {
  /**
   * `first`: the items of the first page; `members`: those of an item in the operation's answer.
   */
  layout: (first: readonly T[], members: readonly string[]) => Promise<CsvLayout>;
  row: (item: T, columns: readonly string[]) => object;
};

type ListOptions<T> = {
  /** The rows that a stream reads at once: fewer where long rows don't end a page (`maxBytes`). */
  pageRows?: number;
  /** Of a CSV: by default the members of an item in the operation's answer. */
  columns?: readonly string[];
  csv?: CsvForm<T>;
};

/**
 * Answers a list: a page of it as JSON, or all of it as a stream of the type that `Accept` names.
 * `read` reads a page.
 */
export async function list<Query extends ListQuery, T extends object>(
  c: Context<App, string, { out: { query: Query } }>,
  read: (page: PageRequest, query: Query) => Promise<Page<T>>,
  { pageRows = STREAM_BOUNDS.pageRows, columns = columnsOf(c), csv }: ListOptions<T> = {},
) {
  const query = c.req.valid("query");
  const type = listTypeOf(c);
  if (type === "application/json")
    return c.json(envelope(c.req.url, await read(pageRequest(query), query)));
  const start = startOf(query);
  const rows = () =>
    streamRows({
      read: async (page) => {
        if (page.cursor !== start) await requireCaller(c);
        return read(page, query);
      },
      cursor: start,
      formatOf: (first) =>
        formatOf(type, first, {
          bom: query.bom,
          columns,
          csv: csv ?? { layout: async () => ({ columns }), row: (item) => item },
        }),
      bounds: { ...STREAM_BOUNDS, pageRows },
      onError: (error) =>
        log("error", "list broken off", { request_id: c.var.requestId, ...describeError(error) }),
    });
  const stream = await limitedStream(c, rows);
  return c.newResponse(stream, 200, {
    "Content-Type": type === "text/csv" ? `${type}; charset=utf-8` : type,
    "Content-Disposition": `attachment; filename="${fileName(c.req.path, type)}"`,
  });
}

/** A stream only goes on: what lies before a cursor is no start of a list. */
function startOf({ cursor }: ListQuery) {
  if (cursor?.direction === "prev")
    throw invalid({ cursor: [fieldMessage("cursor", validationMessages.format)] });
  return cursor ?? null;
}

/** A stream outlives neither its token nor the workspace's stay in its database. */
async function requireCaller(c: Context<App>) {
  const { isStillCaller } = c.var;
  if (isStillCaller && !(await isStillCaller())) throw unauthenticated();
}

function columnsOf(c: Context<App>) {
  const { resource = [] } = c.var as Kept["Variables"];
  return resource.flatMap(itemMemberNames);
}

async function formatOf<T extends object>(
  type: ListType,
  first: readonly T[],
  {
    bom,
    columns: members,
    csv,
  }: { bom: boolean | undefined; columns: readonly string[]; csv: CsvForm<T> },
): Promise<RowFormat<T>> {
  if (type !== "text/csv") return { head: "", row: (item) => `${JSON.stringify(item)}\n` };
  const { columns, delimiter, hasBom } = await csv.layout(first, members);
  return {
    head: ((bom ?? hasBom) ? BYTE_ORDER_MARK : "") + csvHeader(columns, delimiter),
    row: (item) => csvRow(columns, csv.row(item, columns), delimiter),
  };
}

/** `/v1/scenarios/7/leads` as CSV is `scenarios-leads-2026-11-20.csv`. */
function fileName(path: string, type: ListType) {
  const words = path
    .split("/")
    .slice(2)
    .filter((part) => !/^\d*$/.test(part));
  const today = new Date().toISOString().slice(0, 10);
  return `${words.join("-")}-${today}.${type === "text/csv" ? "csv" : "ndjson"}`;
}
