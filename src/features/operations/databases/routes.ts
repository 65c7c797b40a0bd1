import { Hono } from "hono";
import * as z from "zod";
import type { App } from "#env";
import { operation, validate } from "#http/contract";
import { dataOf } from "#http/page";
import { DatabaseDetail, DatabaseInput, DatabasePatch } from "./schema";
import { listDatabases, registerDatabase, updateDatabase } from "./store";

const area = "Operations";
const security = [{ operator: [] }];
const responses = { 404: { description: "The operator plane is off." } };

const name = {
  in: "path",
  name: "database",
  required: true,
  schema: { type: "string" },
  description: "The name of the database's binding.",
  example: "DB",
};

/** The operator plane's routes for the databases that store workspaces. */
export const databases = new Hono<App>()
  .get(
    "/databases",
    operation({
      id: "listDatabases",
      area,
      security,
      responses,
      summary: "List the databases",
      description: "Lists all databases that workspaces can be stored in, oldest first.",
      answer: dataOf(z.array(DatabaseDetail)),
    }),
    async (c) => c.json({ data: await listDatabases(c.var.scope) }),
  )
  .post(
    "/databases",
    operation({
      id: "registerDatabase",
      area,
      security,
      responses,
      summary: "Register a database",
      description:
        "Takes a database into service that the Worker has a binding to, and gives it ids that " +
        "no other database gives. It must be migrated and empty. If you get no answer, repeat " +
        "the request. 409 if it is registered.",
      status: 201,
      answer: dataOf(DatabaseDetail),
    }),
    validate("json", DatabaseInput),
    async (c) => c.json({ data: await registerDatabase(c.var.scope, c.req.valid("json")) }, 201),
  )
  .patch(
    "/databases/:database",
    operation({
      id: "updateDatabase",
      area,
      security,
      parameters: [name],
      responses: {
        404: { description: "There is no such database, or the operator plane is off." },
      },
      summary: "Open or close a database",
      description:
        "New workspaces go to the smallest open database with less than 8 GB, unless they name " +
        "one.",
      answer: dataOf(DatabaseDetail),
    }),
    validate("json", DatabasePatch),
    async (c) => {
      const database = c.req.param("database");
      return c.json({ data: await updateDatabase(c.var.scope, database, c.req.valid("json")) });
    },
  );
