import { Hono } from "hono";
import type { App } from "#env";
import { operation, validateIfSent } from "#http/contract";
import { dataOf } from "#http/page";
import { recover } from "./recovery";
import { Recovery, RecoveryInput } from "./schema";

/** The operator plane's way back after all databases are lost. */
export const recovery = new Hono<App>().post(
  "/backups/recover",
  operation({
    id: "recoverBackups",
    area: "Workspaces",
    security: [{ operator: [] }],
    summary: "Recover all workspaces",
    description:
      "For new, empty databases, after the old ones are lost. Finds the backups that R2 has, 500 " +
      "at a time: repeat it with `next_cursor`. The last page restores each workspace that is " +
      "not there, and was not deleted, from its newest backup. It may be repeated. Without a " +
      "body, it is the first page.",
    status: 202,
    answer: dataOf(Recovery),
    responses: {
      404: { description: "The operator plane is off." },
      409: {
        description:
          "A database is not registered that workspaces were in, or there are backups already " +
          "that are others.",
      },
    },
  }),
  validateIfSent(RecoveryInput),
  async (c) => {
    return c.json({ data: await recover(c.var.scope, c.env, c.req.valid("json")) }, 202);
  },
);
