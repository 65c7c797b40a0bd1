import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { operation, validate } from "#http/contract";
import { dataOf } from "#http/page";
import { Settings, SettingsPatch } from "./schema";
import { getSettings, settingsErrors, updateSettings } from "./store";

const area = "Settings";

export const settings = new Hono<App>()
  .get(
    "/settings",
    operation({
      id: "getSettings",
      area,
      summary: "Get the workspace's settings",
      answer: dataOf(Settings),
    }),
    allow("settings:read"),
    async (c) => c.json({ data: await getSettings(c.var.scope) }),
  )
  .patch(
    "/settings",
    operation({
      id: "updateSettings",
      evenFull: true,
      tool: "destructive",
      audit: "settings.updated",
      area,
      summary: "Update the workspace's settings",
      answer: dataOf(Settings),
      responses: { 409: { description: "Other requests keep changing the settings." } },
    }),
    allow("settings:write"),
    validate("json", SettingsPatch, settingsErrors),
    async (c) => c.json({ data: await updateSettings(c.var.scope, c.req.valid("json")) }),
  );
