import { Hono } from "hono";
import { accepts } from "hono/accepts";
import type { App } from "#env";
import { leadExists } from "#features/leads/store";
import { allow } from "#http/allow";
import { ids, operation } from "#http/contract";
import { limitedStream } from "#http/slots";
import { openBundle } from "./bundle";
import { PAGE_POLICY, toHtml } from "./html";
import { toJson } from "./json";
import { Bundle } from "./schema";
import { streamOf } from "./stream";

/** The formats of a bundle, by the media type that is asked for. */
const FORMATS = {
  "application/json": {
    write: toJson,
    headers: (id: number) => ({
      "Content-Type": "application/json",
      "Content-Disposition": `attachment; filename="lead-${id}.json"`,
    }),
  },
  "text/html": {
    write: toHtml,
    headers: (id: number) => ({
      "Content-Type": "text/html; charset=UTF-8",
      "Content-Disposition": `inline; filename="lead-${id}.html"`,
      "Content-Security-Policy": PAGE_POLICY,
    }),
  },
};
const types = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

export const bundles = new Hono<App>().get(
  "/leads/:lead/bundle",
  operation({
    id: "getLeadBundle",
    area: "Privacy",
    summary: "Get all that is held of a lead",
    description:
      "One file, streamed: as JSON, or as a page to read and print (`Accept: text/html`). Parts " +
      "that the token may not read elsewhere are left out, and named in `meta.left_out`: they " +
      "need `conversations:read`, `short-links:read`, `scenarios:read`, `events:read` and " +
      "`audit:read`.",
    answer: Bundle,
    otherContent: { "text/html": { schema: { type: "string" } } },
  }),
  allow("leads:read"),
  ids(["lead"], leadExists),
  async (c) => {
    const { lead } = c.req.valid("param");
    const supports = { header: "Accept", supports: types, default: "application/json" } as const;
    const { write, headers } = FORMATS[accepts(c, supports) as keyof typeof FORMATS];
    const bundle = await openBundle(c.var.scope, lead);
    const stream = await limitedStream(c, async () => streamOf(write(bundle)));
    return c.newResponse(stream, 200, headers(lead));
  },
);
