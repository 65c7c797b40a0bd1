import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { list } from "#http/lists/list";
import { Deletion, dataOf, deletion, PageQuery, pageOf } from "#http/page";
import { revisionsOf, stampTag } from "#lib/etag";
import { listSegmentLeads } from "../read";
import { LeadListItem } from "../schema";
import { countSegment } from "./count";
import { filterErrors } from "./filter";
import { Segment, SegmentCount, SegmentInput } from "./schema";
import {
  createSegment,
  deleteSegment,
  getSegment,
  listSegments,
  MAX_SEGMENTS,
  replaceSegment,
  segmentExists,
} from "./store";

const area = "Segments";

export const segments = new Hono<App>()
  .get(
    "/segments",
    operation({ id: "listSegments", area, summary: "List segments", answer: pageOf(Segment) }),
    allow("leads:read"),
    validate("query", PageQuery),
    (c) => list(c, (page) => listSegments(c.var.scope, page)),
  )
  .post(
    "/segments",
    operation({
      id: "createSegment",
      audit: "segment.created",
      area,
      summary: "Create a segment",
      status: 201,
      resourcePath: "/segments",
      answer: dataOf(Segment),
      etag: true,
      responses: {
        409: {
          description:
            `The workspace has ${MAX_SEGMENTS} segments, or a request with this ` +
            "Idempotency-Key is still running.",
        },
      },
    }),
    allow("leads:write"),
    validate("json", SegmentInput, filterErrors),
    async (c) => {
      const segment = await createSegment(c.var.scope, c.req.valid("json"));
      return c.json({ data: segment }, 201, await stampTag(segment));
    },
  )
  .get(
    "/segments/:segment",
    operation({
      id: "getSegment",
      area,
      summary: "Get a segment",
      answer: dataOf(Segment),
      etag: true,
    }),
    allow("leads:read"),
    ids(["segment"], segmentExists),
    async (c) => {
      const segment = await getSegment(c.var.scope, c.req.valid("param").segment);
      return c.json({ data: segment }, 200, await stampTag(segment));
    },
  )
  .put(
    "/segments/:segment",
    operation({
      id: "replaceSegment",
      audit: "segment.replaced",
      area,
      summary: "Replace a segment",
      description: "Bulk enrolments that were accepted before keep the filter as it was.",
      answer: dataOf(Segment),
      etag: true,
    }),
    allow("leads:write"),
    ids(["segment"], segmentExists),
    validate("json", SegmentInput, filterErrors),
    async (c) => {
      const { segment: id } = c.req.valid("param");
      const expected = revisionsOf(c.req.header("If-Match"));
      const segment = await replaceSegment(c.var.scope, id, c.req.valid("json"), expected);
      return c.json({ data: segment }, 200, await stampTag(segment));
    },
  )
  .delete(
    "/segments/:segment",
    operation({
      id: "deleteSegment",
      audit: "segment.deleted",
      area,
      summary: "Delete a segment",
      description: "Its leads stay, as do bulk enrolments that were accepted before.",
      answer: Deletion,
    }),
    allow("leads:write"),
    ids(["segment"], segmentExists),
    async (c) => c.json(deletion(await deleteSegment(c.var.scope, c.req.valid("param").segment))),
  )
  .get(
    "/segments/:segment/leads",
    operation({
      id: "listSegmentLeads",
      area,
      summary: "List the leads of a segment",
      description:
        "Newest first. `GET /v1/leads?segment_id=` lists them, too, and takes further filters.",
      answer: pageOf(LeadListItem),
    }),
    allow("leads:read"),
    ids(["segment"], segmentExists),
    validate("query", PageQuery),
    (c) => list(c, (page) => listSegmentLeads(c.var.scope, c.req.valid("param").segment, page)),
  )
  .get(
    "/segments/:segment/count",
    operation({
      id: "countSegmentLeads",
      area,
      summary: "Count the leads of a segment",
      description:
        "Exact up to 10,000 leads. Beyond that, or where about 100,000 leads would have to be " +
        "looked at, the rest is estimated by samples, and `exact` is `false`.",
      answer: dataOf(SegmentCount),
    }),
    allow("leads:read"),
    ids(["segment"], segmentExists),
    async (c) => c.json({ data: await countSegment(c.var.scope, c.req.valid("param").segment) }),
  );
