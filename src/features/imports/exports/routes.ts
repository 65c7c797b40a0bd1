import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { downloadAnswers, sendFile, signedPath } from "#http/download";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, PageQuery, pageOf } from "#http/page";
import { Problem } from "#lib/problem";
import { listFiles, openFile, verifyFile } from "./files";
import { Export, ExportFile } from "./schema";
import { createExport, deleteExport, exportExists, getExport, listExports } from "./store";

const area = "Exports";
const FILES = "/export-files";

/** Whoever takes everything may read everything. */
const READS = [
  "leads:read",
  "tags:read",
  "scenarios:read",
  "short-links:read",
  "bookings:read",
  "channels:read",
  "sources:read",
  "conversations:read",
  "webhooks:read",
  "settings:read",
  "events:read",
] as const;

/** All that a workspace has, as files. */
export const exports = new Hono<App>()
  .post(
    "/exports",
    operation({
      id: "createExport",
      area,
      summary: "Export everything",
      description:
        "Writes all that the workspace has as JSON lines, a kind after the other, behind the " +
        "answer. A line is what the lists of this API show. One export runs at a time, and the " +
        "three newest are kept, for 7 days. Secrets and credentials are left out.",
      status: 202,
      resourcePath: "/exports",
      audit: "export.created",
      answer: dataOf(Export),
    }),
    allow("exports:write", ...READS),
    async (c) => c.json({ data: await createExport(c.var.scope) }, 202),
  )
  .get(
    "/exports",
    operation({ id: "listExports", area, summary: "List exports", answer: pageOf(Export) }),
    allow("exports:read"),
    validate("query", PageQuery),
    (c) => list(c, (page) => listExports(c.var.scope, page)),
  )
  .get(
    "/exports/:export",
    operation({ id: "getExport", area, summary: "Get an export", answer: dataOf(Export) }),
    allow("exports:read"),
    ids(["export"], exportExists),
    async (c) => c.json({ data: await getExport(c.var.scope, c.req.valid("param").export) }),
  )
  .delete(
    "/exports/:export",
    operation({
      id: "deleteExport",
      area,
      summary: "Delete an export",
      description: "Ends it if it is running. Its files are deleted.",
      audit: "export.deleted",
      answer: Deletion,
    }),
    allow("exports:write"),
    ids(["export"], exportExists),
    async (c) => {
      const { export: id } = c.req.valid("param");
      return c.json(deletion(await deleteExport(c.var.scope, c.env.FILES, id)));
    },
  )
  .get(
    "/exports/:export/files",
    operation({
      id: "listExportFiles",
      area,
      summary: "List the files of an export",
      description:
        "Once it is completed: `leads-1.ndjson` and so on, of at most some 8 MiB each, and " +
        "`manifest.json` with the counts, the checksums and the version of this document. Each " +
        "`url` is valid for an hour.",
      answer: pageOf(ExportFile),
    }),
    allow("exports:read", ...READS),
    ids(["export"], exportExists),
    validate("query", PageQuery),
    (c) => {
      const { export: id } = c.req.valid("param");
      const base = `${new URL(c.req.url).origin}/v1${FILES}`;
      return list(c, (page) => listFiles(c.var.scope, id, page, base));
    },
  );

/** The download of a file. Its URL is all that it needs. */
export const exportDownloads = new Hono<App>().get(
  `${FILES}/:signature/:name`,
  operation({
    id: "downloadExportFile",
    area,
    security: [],
    summary: "Download a file of an export",
    description: "Downloads a file by the `url` that `listExportFiles` shows.",
    parameters: signedPath("export"),
    responses: downloadAnswers("export"),
  }),
  async (c) => {
    const { signature, name } = c.req.param();
    const file = await verifyFile(c.env.APP_KEY ?? "", { signature, name }, Date.now());
    if (!file) throw new Problem("invalid_signature");
    return sendFile(c, await openFile(c.env, file, c.req.header("Range")), {
      "Content-Disposition": `attachment; filename="${name}"`,
      "Content-Type": "application/octet-stream",
    });
  },
);
