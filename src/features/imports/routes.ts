import { Hono } from "hono";
import type { App } from "#env";
import { allow, allowWhere } from "#http/allow";
import { sentFile } from "#http/body";
import { ids, operation, validate } from "#http/contract";
import { setFingerprint } from "#http/idempotency";
import { listTypeOf } from "#http/lists/accept";
import { list } from "#http/lists/list";
import { dataOf, PageQuery, pageOf } from "#http/page";
import { enterImport, receiveImport, receivePart } from "./receive";
import { listRows, rowsToMend, statusesOf } from "./rows";
import { Import, ImportQuery, ImportRow, ImportStart, MAX_PARTS, RowQuery } from "./schema";
import { cancelImport, startImport, undoImport } from "./start";
import { getImport, importExists, listImports, toWire } from "./store";

const area = "Imports";
const partExists = async (_: unknown, part: number) => part <= MAX_PARTS;
const TYPES = [
  "text/csv",
  "application/x-ndjson",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/octet-stream",
];

/** Where files are sent to: bodies that are no JSON, and have limits of their own. */
export const importUploads = new Hono<App>()
  .post(
    "/imports",
    operation({
      id: "createImport",
      area,
      summary: "Send a file of leads",
      description:
        "The body is the file, or a form with one file: CSV with any delimiter, NDJSON (one " +
        "object a line), or XLSX up to 20 MB and 5,000,000 cells. The answer shows its columns, " +
        "and the mapping that their names suggest. Nothing is imported before `POST …/start`. A " +
        "workbook is unpacked behind the answer: wait until it is `ready`, or `failed` with a " +
        "`reason`. Without a body, send a file of up to 500 MB in parts.",
      status: 201,
      resourcePath: "/imports",
      audit: "import.created",
      answer: dataOf(Import),
      file: { required: false, types: TYPES },
    }),
    allow("imports:write"),
    validate("query", ImportQuery),
    async (c) => {
      const { scope } = c.var;
      const { body, filename } = await sentFile(c);
      const { name = filename, ...hints } = c.req.valid("query");
      const received = await receiveImport(scope, c.env.FILES, { name, ...hints }, body);
      await setFingerprint(c, received.digest);
      const row = await enterImport(c.var.scope, c.env.FILES, received);
      return c.json({ data: toWire(row) }, 201);
    },
  )
  .put(
    "/imports/:import/parts/:part",
    operation({
      id: "replaceImportPart",
      area,
      summary: "Send a part of a file",
      description:
        "A file of more than 90 MB comes in up to 20 parts, cut anywhere, in any order. A part " +
        "that is sent again replaces the one before. `POST …/start` needs all of them.",
      answer: dataOf(Import),
      file: { required: true, types: TYPES },
    }),
    allow("imports:write"),
    ids(["import", "part"], importExists, partExists),
    async (c) => {
      const { import: id, part } = c.req.valid("param");
      const { body } = await sentFile(c);
      const row = await receivePart(c.var.scope, c.env.FILES, id, part, body);
      return c.json({ data: toWire(row) });
    },
  );

/** Files of leads: tried, carried out, undone. */
export const imports = new Hono<App>()
  .get(
    "/imports",
    operation({ id: "listImports", area, summary: "List imports", answer: pageOf(Import) }),
    allow("imports:read"),
    validate("query", PageQuery),
    (c) => list(c, (page) => listImports(c.var.scope, page)),
  )
  .get(
    "/imports/:import",
    operation({ id: "getImport", area, summary: "Get an import", answer: dataOf(Import) }),
    allow("imports:read"),
    ids(["import"], importExists),
    async (c) => c.json({ data: await getImport(c.var.scope, c.req.valid("param").import) }),
  )
  .post(
    "/imports/:import/start",
    operation({
      id: "startImport",
      tool: "destructive",
      area,
      summary: "Try or carry out an import",
      description:
        "Begin with `dry_run`: it counts what would become of the rows, shows those that would " +
        "be rejected, and writes nothing. Then start without it. Whoever has unsubscribed stays " +
        "so. The imports of a workspace go on behind the answer, beside everything else. An " +
        "import that has failed can be started again: with the mode `upsert`, what it has " +
        "written already is `unchanged` then.",
      status: 202,
      audit: "import.started",
      answer: dataOf(Import),
    }),
    allow("imports:write", "leads:write"),
    ids(["import"], importExists),
    validate("json", ImportStart),
    allowWhere<ImportStart>(
      "tags:write",
      "`create_tags` is true",
      ({ create_tags }) => create_tags === true,
    ),
    async (c) => {
      const { import: id } = c.req.valid("param");
      const row = await startImport(c.var.scope, id, c.req.valid("json"));
      return c.json({ data: toWire(row) }, 202);
    },
  )
  .get(
    "/imports/:import/rows",
    operation({
      id: "listImportRows",
      area,
      summary: "List the rejected rows of an import",
      description:
        "In the order of the file, of the last start, and between them the rows that were taken " +
        "with warnings. As `text/csv`, the rejected rows have the columns and the separator of " +
        "the file, a byte order mark unless `bom=0`, and one more column, `errors`: mend them, " +
        "and send that file, which is suggested the same mapping. At most 100,000 rows of each " +
        "kind are kept.",
      answer: pageOf(ImportRow),
    }),
    allow("imports:read"),
    ids(["import"], importExists),
    validate("query", RowQuery),
    (c) => {
      const [{ scope }, { import: id }] = [c.var, c.req.valid("param")];
      const csv = rowsToMend(scope, id);
      const statuses = statusesOf(c.req.valid("query"), listTypeOf(c) === "text/csv");
      return list(c, (page) => listRows(scope, id, statuses, page), { csv });
    },
  )
  .post(
    "/imports/:import/cancel",
    operation({
      id: "cancelImport",
      evenFull: true,
      tool: "destructive",
      area,
      summary: "Cancel an import",
      description: "Ends it, and deletes its file. Leads that it has written stay as they are.",
      audit: "import.cancelled",
      answer: dataOf(Import),
    }),
    allow("imports:write"),
    ids(["import"], importExists),
    async (c) => {
      const { import: id } = c.req.valid("param");
      return c.json({ data: toWire(await cancelImport(c.var.scope, c.env.FILES, id)) });
    },
  )
  .post(
    "/imports/:import/undo",
    operation({
      id: "undoImport",
      evenFull: true,
      tool: "destructive",
      area,
      summary: "Undo an import",
      description:
        "Deletes the leads that it has created, within 7 days of its end. Those that somebody " +
        "has changed, tagged, written to or enrolled since are kept, and so is what it has " +
        "changed of other leads. Opt-outs stay, as many as `opted_out` says: a lead made later " +
        "with the phone, e-mail or id of one that had unsubscribed is unsubscribed.",
      status: 202,
      audit: "import.undone",
      answer: dataOf(Import),
    }),
    allow("imports:write", "leads:write"),
    ids(["import"], importExists),
    async (c) => {
      const { import: id } = c.req.valid("param");
      return c.json({ data: toWire(await undoImport(c.var.scope, id)) }, 202);
    },
  );
