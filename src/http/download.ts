import type { Context } from "hono";
import type { Download } from "#lib/byte-range";

/** Answers with a file, or the part of it that `Range` asks for. */
export function sendFile(
  c: Context,
  { size, part, body }: Download,
  headers: Record<string, string>,
) {
  if (part === null) return c.body(null, 416, { "Content-Range": `bytes */${size}` });
  const all = { "Accept-Ranges": "bytes", ...headers };
  if (!part) return c.newResponse(body, 200, { ...all, "Content-Length": String(size) });
  const { from, to } = part;
  return c.newResponse(body, 206, {
    ...all,
    "Content-Length": String(to - from + 1),
    "Content-Range": `bytes ${from}-${to}/${size}`,
  });
}

const binary = (type: string) => ({
  content: { [type]: { schema: { type: "string", format: "binary" } } },
});

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

/** The path of a signed URL, for the document. `kind`: what it names. */
export const signedPath = (kind: string) => [
  path("signature", `Names the ${kind}, and signs.`),
  path("name", "Of the file."),
];

/** The answers of a download by a signed URL, for the document. */
export const downloadAnswers = (kind: string, type = "application/octet-stream") => ({
  200: { description: "OK.", ...binary(type) },
  206: { description: "The bytes that `Range` asks for.", headers: RANGE, ...binary(type) },
  403: {
    description:
      "The URL is not one of the service's, or its hour is over, or its workspace is suspended.",
  },
  404: {
    description: kind === "file" ? "The file is gone." : `The ${kind}, or the file, is gone.`,
  },
  416: { description: "The file has none of the bytes that `Range` asks for.", headers: RANGE },
});
