import { Hono } from "hono";
import type { App } from "../../../env";
import { ids, operation, validate } from "../../../http/contract";
import { list } from "../../../http/lists/list";
import { PageQuery, pageOf } from "../../../http/page";
import { Problem } from "../../../lib/problem";
import { directoryOf, listFiles, openFile } from "./files";
import { BackupFile } from "./schema";
import { verifyName } from "./signed-names";
import { backupExists } from "./store";

const area = "Workspaces";
const FILES = "/backup-files";

const binary = {
  content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
};
const RANGE = {
  "Content-Range": {
    description: "Which bytes, of how many.",
    required: true,
    schema: { type: "string" },
  },
};
const path = (name: string, description: string) => ({
  ...{ in: "path", name, required: true, description },
  schema: { type: "string", maxLength: 100 },
});

/** The operator plane's list of a backup's files. */
export const backupFiles = new Hono<App>().get(
  "/backups/:backup/files",
  operation({
    id: "listBackupFiles",
    area,
    security: [{ operator: [] }],
    summary: "List a backup's files",
    description:
      "Lists the files of a finished backup: `manifest.json`, what the directory knows, and the " +
      "rows of each table as JSON lines. Each `url` is valid for an hour.",
    answer: pageOf(BackupFile),
    responses: { 404: { description: "There is no such backup, or the operator plane is off." } },
  }),
  ids(["backup"], backupExists),
  validate("query", PageQuery),
  (c) => {
    const { backup } = c.req.valid("param");
    const base = `${new URL(c.req.url).origin}/v1${FILES}`;
    return list(c, (page) => listFiles(c.var.scope, c.env.FILES, backup, page, base));
  },
);

/** The download of a file. Its URL is all that it needs. */
export const backupDownloads = new Hono<App>().get(
  `${FILES}/:signature/:name`,
  operation({
    id: "downloadBackupFile",
    area,
    security: [],
    summary: "Download a backup's file",
    description: "Downloads a file by the `url` that `listBackupFiles` shows.",
    parameters: [path("signature", "Names the backup, and signs."), path("name", "Of the file.")],
    responses: {
      200: { description: "OK.", ...binary },
      206: { description: "The bytes that `Range` asks for.", headers: RANGE, ...binary },
      403: { description: "The URL is not one of the service's, or its hour is over." },
      404: { description: "The backup, or the file, is gone." },
      416: { description: "The file has none of the bytes that `Range` asks for.", headers: RANGE },
    },
  }),
  async (c) => {
    const { signature, name } = c.req.param();
    const file = await verifyName(c.env.APP_KEY ?? "", { signature, name }, Date.now());
    if (!file) throw new Problem("forbidden");
    const { size, part, body } = await openFile(
      directoryOf(c.env),
      c.env.FILES,
      file,
      c.req.header("Range"),
    );
    if (part === null) return c.body(null, 416, { "Content-Range": `bytes */${size}` });
    const headers = {
      "Accept-Ranges": "bytes",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Content-Type": "application/octet-stream",
    };
    if (!part) return c.newResponse(body, 200, { ...headers, "Content-Length": String(size) });
    const { from, to } = part;
    return c.newResponse(body, 206, {
      ...headers,
      "Content-Length": String(to - from + 1),
      "Content-Range": `bytes ${from}-${to}/${size}`,
    });
  },
);
