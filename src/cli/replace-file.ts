import { randomBytes } from "node:crypto";
import { createWriteStream, realpathSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { PassThrough, Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

/** The body of an answer that was asked for as a stream: its type is another one. */
export const streamOf = (body: unknown) => body as ReadableStream;

/** For the owner alone. */
const PRIVATE_MODE = 0o600;

/**
 * Replaces a file as a whole: a reader never finds a half of it, and what ends half-way leaves the
 * file as it was. `through` may change it, or fail. `isPrivate`: only its owner may read it.
 */
export async function replaceFile(
  file: string,
  content: string | ReadableStream,
  { isPrivate = false, through = new PassThrough() as Transform } = {},
) {
  const known = await stat(file).catch(() => undefined);
  // Not before: nobody would hear of an error until the pipeline stands.
  const source = typeof content === "string" ? [content] : Readable.fromWeb(content);
  // A device, or a pipe.
  if (known && !known.isFile()) return pipeline(source, through, createWriteStream(file));
  const target = known ? realpathSync(file) : file;
  const draft = `${target}.${randomBytes(6).toString("hex")}.part`;
  try {
    const mode = isPrivate ? PRIVATE_MODE : known?.mode;
    const options = { flags: "wx", ...(mode !== undefined && { mode }) };
    await pipeline(source, through, createWriteStream(draft, options));
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
