import { Gathered } from "#lib/gathered";

/** A file is larger than it may be. */
export class TooLarge extends Error {}

/** Of a file of unknown length, so much is held in memory: the smallest part that R2 takes. */
const PART_BYTES = 5 * 1_048_576;

type Body = ReadableStream<Uint8Array>;

export type FileToPut = {
  body: Body;
  contentType: string;
  /** As its sender says; null where that is not known. */
  length: number | null;
  maxBytes: number;
};

/**
 * Streams a file to R2; returns its size. Throws a `TooLarge` error, and another where the body is
 * not as long as its sender says. What was there before stays until the file is whole.
 */
export async function putFile(bucket: R2Bucket, key: string, file: FileToPut): Promise<number> {
  const { body, length, maxBytes } = file;
  if (length !== null && length > maxBytes) {
    await body.cancel().catch(() => {});
    throw new TooLarge();
  }
  return length === null ? putParts(bucket, key, file) : putWhole(bucket, key, file, length);
}

async function putWhole(
  bucket: R2Bucket,
  key: string,
  { body, contentType }: FileToPut,
  length: number,
) {
  const { readable, writable } = new FixedLengthStream(length);
  const [object] = await Promise.all([
    bucket.put(key, readable, { httpMetadata: { contentType } }),
    body.pipeTo(writable),
  ]);
  return object.size;
}

/** R2 wants parts of the same size, but for the last. */
async function putParts(bucket: R2Bucket, key: string, file: FileToPut) {
  const { body, contentType, maxBytes } = file;
  const options = { httpMetadata: { contentType } };
  const part = new Gathered(Math.min(PART_BYTES, maxBytes));
  const parts: R2UploadedPart[] = [];
  const begun: { upload?: R2MultipartUpload } = {};
  let size = 0;
  const putPart = async () => {
    begun.upload ??= await bucket.createMultipartUpload(key, options);
    parts.push(await begun.upload.uploadPart(parts.length + 1, part.take()));
    return begun.upload;
  };
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw new TooLarge();
      for (let rest = chunk; rest.length > 0; ) {
        if (part.isFull) await putPart();
        rest = part.add(rest);
      }
    }
    if (begun.upload) await (await putPart()).complete(parts);
    else await bucket.put(key, part.take(), options);
    return size;
  } catch (error) {
    await begun.upload?.abort().catch(() => {});
    throw error;
  }
}
