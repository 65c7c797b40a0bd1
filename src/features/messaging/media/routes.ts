import { Hono } from "hono";
import type { App } from "#env";
import { allow } from "#http/allow";
import { sentFile } from "#http/body";
import { ids, operation, validate } from "#http/contract";
import { downloadAnswers, sendFile, signedPath } from "#http/download";
import { setFingerprint } from "#http/idempotency";
import { Deletion, dataOf, deletion } from "#http/page";
import { Problem } from "#lib/problem";
import { Medium, UploadQuery } from "./schema";
import { deleteMedium, getMedium, mediumExists, openMedium } from "./store";
import { receiveUpload, storeReceived } from "./upload";
import { MEDIA_FILES, verifyUrl } from "./urls";

const area = "Conversations";

export const media = new Hono<App>()
  .get(
    "/media/:media",
    operation({ id: "getMedium", area, summary: "Get a file", answer: dataOf(Medium) }),
    allow("conversations:read"),
    ids(["media"], mediumExists),
    async (c) => c.json({ data: await getMedium(c.var.scope, c.req.valid("param").media) }),
  )
  .delete(
    "/media/:media",
    operation({
      id: "deleteMedium",
      audit: "media.deleted",
      area,
      summary: "Delete a file",
      description: "Messages that were sent with it stay. Those that wait to be sent fail.",
      answer: Deletion,
    }),
    allow("conversations:write"),
    ids(["media"], mediumExists),
    async (c) => c.json(deletion(await deleteMedium(c.var.scope, c.req.valid("param").media))),
  );

/** The upload, whose body is no JSON and has limits of its own. */
export const mediaUploads = new Hono<App>().post(
  "/media",
  operation({
    id: "uploadMedium",
    area,
    summary: "Upload a file",
    description:
      "The body is the file, with its type as `Content-Type`, or a form with one file and its " +
      "type. Send it with `media: {id}`. " +
      "WhatsApp's limits: images (JPEG, PNG) 5 MiB, videos (MP4, 3GPP) and audio (AAC, AMR, MP3, " +
      "MP4, Ogg) 16 MiB, documents 100 MiB, stickers (WebP) 500 kB.",
    status: 201,
    resourcePath: "/media",
    answer: dataOf(Medium),
    file: { required: true, types: ["*/*"] },
  }),
  allow("conversations:write"),
  validate("query", UploadQuery),
  async (c) => {
    const { scope } = c.var;
    const { filename: own, ...file } = await sentFile(c);
    const { filename = own, ...query } = c.req.valid("query");
    const upload = await receiveUpload(scope, c.env.FILES, file, { filename, ...query });
    await setFingerprint(c, upload.digest);
    return c.json({ data: await storeReceived(c.var.scope, upload) }, 201);
  },
);

/** Nothing in a file runs on the service's origin. */
const NO_SCRIPTS = "default-src 'none'; sandbox";

/** The download of a file. Its URL is all that it needs. */
export const mediaDownloads = new Hono<App>().get(
  `${MEDIA_FILES}/:signature/:name`,
  operation({
    id: "downloadMedium",
    area,
    security: [],
    summary: "Download a file",
    description: "Downloads a file by the `url` that a message shows.",
    parameters: signedPath("file"),
    responses: downloadAnswers("file", "*/*"),
  }),
  async (c) => {
    const { signature, name } = c.req.param();
    const named = await verifyUrl(c.env.APP_KEY ?? "", { signature, name }, Date.now());
    if (!named) throw new Problem("invalid_signature");
    const { type, isShown, ...file } = await openMedium(c.env, named, c.req.header("Range"));
    return sendFile(c, file, {
      "Content-Disposition": `${isShown ? "inline" : "attachment"}; filename="${name}"`,
      "Content-Security-Policy": NO_SCRIPTS,
      "Content-Type": type,
    });
  },
);
