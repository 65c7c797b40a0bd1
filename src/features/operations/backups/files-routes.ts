import { Hono } from "hono";
import type { App } from "#env";
import { ids, operation, validate } from "#http/contract";
import { downloadAnswers, sendFile, signedPath } from "#http/download";
import { list } from "#http/lists/list";
import { PageQuery, pageOf } from "#http/page";
import { Problem } from "#lib/problem";
import { directoryOf, listFiles, openFile, verifyFile } from "./files";
import { BackupFile } from "./schema";
import { backupExists } from "./store";

const area = "Workspaces";
const FILES = "/backup-files";

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
    summary: "Download a backup's file",
    description: "Downloads a file by the `url` that `listBackupFiles` shows.",
    security: [],
    parameters: signedPath("backup"),
    responses: downloadAnswers("backup"),
  }),
  async (c) => {
    const { signature, name } = c.req.param();
    const file = await verifyFile(c.env.APP_KEY ?? "", { signature, name }, Date.now());
    if (!file) throw new Problem("invalid_signature");
    const range = c.req.header("Range");
    return sendFile(c, await openFile(directoryOf(c.env), c.env.FILES, file, range), {
      "Content-Disposition": `attachment; filename="${name}"`,
      "Content-Type": "application/octet-stream",
    });
  },
);
