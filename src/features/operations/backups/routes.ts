import { Hono } from "hono";
import { wake } from "#domain/wake/objects";
import type { App } from "#env";
import { workspaceExists } from "#features/access/workspaces/store";
import { ids, operation, validate, validateIfSent } from "#http/contract";
import { list } from "#http/lists/list";
import { dataOf, PageQuery, pageOf } from "#http/page";
import { keptFor } from "./overdue";
import { Backup, BackupInput, RestoreInput } from "./schema";
import {
  backupExists,
  createBackup,
  deleteBackup,
  getBackup,
  hasBackups,
  listBackups,
  restoreBackup,
} from "./store";

const area = "Workspaces";
const security = [{ operator: [] }];
const none = { 404: { description: "There is no such backup, or the operator plane is off." } };

/** The operator plane's routes for the backups of workspaces. */
export const backups = new Hono<App>()
  .post(
    "/workspaces/:workspace/backups",
    operation({
      id: "createBackup",
      area,
      security,
      audit: "backup.created",
      summary: "Back up a workspace",
      description:
        "Copies the workspace to R2 while it goes on as usual. The backup has the rows that are " +
        "there now, and each as it is when it is copied. It stays when the workspace is deleted. " +
        "Without a body, it is kept for as long as configured.",
      status: 202,
      answer: dataOf(Backup),
      responses: {
        404: { description: "There is no such workspace, or the operator plane is off." },
        409: { description: "A backup of the workspace is being made already." },
      },
    }),
    ids(["workspace"], workspaceExists),
    validateIfSent(BackupInput),
    async (c) => {
      const keptMs = keptFor(c.env, c.req.valid("json").keep_days);
      const backup = await createBackup(c.var.scope, c.req.valid("param").workspace, keptMs);
      c.executionCtx.waitUntil(wake.backups(c.env, backup.id));
      return c.json({ data: backup }, 202);
    },
  )
  .get(
    "/workspaces/:workspace/backups",
    operation({
      id: "listBackups",
      area,
      security,
      summary: "List a workspace's backups",
      description: "Lists the backups of a workspace, also of one that is deleted.",
      answer: pageOf(Backup),
      responses: {
        404: { description: "There is no such workspace or backup, or the operator plane is off." },
      },
    }),
    ids(["workspace"], hasBackups),
    validate("query", PageQuery),
    (c) => list(c, (page) => listBackups(c.var.scope, c.req.valid("param").workspace, page)),
  )
  .get(
    "/backups/:backup",
    operation({
      id: "getBackup",
      area,
      security,
      responses: none,
      summary: "Show a backup",
      description: "Shows how far the backup is.",
      answer: dataOf(Backup),
    }),
    ids(["backup"], backupExists),
    async (c) => c.json({ data: await getBackup(c.var.scope, c.req.valid("param").backup) }),
  )
  .delete(
    "/backups/:backup",
    operation({
      id: "deleteBackup",
      area,
      security,
      audit: "backup.deleted",
      summary: "Delete a backup",
      description: "Deletes the backup forever. Its files go after the answer; then it is 404.",
      status: 202,
      answer: dataOf(Backup),
      responses: {
        ...none,
        409: { description: "The workspace is being restored from it." },
      },
    }),
    ids(["backup"], backupExists),
    async (c) => {
      const backup = await deleteBackup(c.var.scope, c.req.valid("param").backup);
      c.executionCtx.waitUntil(wake.backups(c.env, backup.id));
      return c.json({ data: backup }, 202);
    },
  )
  .post(
    "/backups/:backup/restore",
    operation({
      id: "restoreBackup",
      area,
      security,
      audit: "backup.restore_started",
      summary: "Restore a workspace",
      description:
        "Restores a workspace that is gone, under the same ids: its tokens, URLs and channels " +
        "work again, as they were, once the backup is `finished` again. If that fails, all is " +
        "taken back, and `reason` says why. Leads that were deleted since are deleted again, and " +
        "tokens that were revoked since stay revoked. " +
        "Without a body, the workspace comes to the database that it was in.",
      status: 202,
      answer: dataOf(Backup),
      responses: {
        ...none,
        409: {
          description:
            "The workspace is there, the backup is not finished or has no keyed hashes, or the " +
            "database has no room.",
        },
      },
    }),
    ids(["backup"], backupExists),
    validateIfSent(RestoreInput),
    async (c) => {
      const { backup: id } = c.req.valid("param");
      const backup = await restoreBackup(c.var.scope, id, c.req.valid("json"));
      c.executionCtx.waitUntil(wake.backups(c.env, backup.id));
      return c.json({ data: backup }, 202);
    },
  );
