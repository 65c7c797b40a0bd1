import { batch } from "#db/batch";
import { dropUpload, insertUpload, selectMedium, storeUpload } from "#db/statements/media";
import { keeping } from "#db/writes/idempotency";
import { underQuota } from "#db/writes/quotas";
import { kindOfType, maxUploadBytes, mediaKey, mediaLimits, mimeTypeOf } from "#domain/media";
import type { Scope } from "#env";
import { digested } from "#lib/digest";
import { found, invalid, Problem } from "#lib/problem";
import { HOUR_MS } from "#lib/time";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { putFile, TooLarge } from "./put-file";
import type { Medium, UploadQuery } from "./schema";
import { mediumToWire } from "./urls";

/** An upload that has not ended by then is given up. */
const MAX_UPLOAD_MS = HOUR_MS;

/** The body of a request, with what its headers say of it. */
export type UploadedFile = {
  body: ReadableStream<Uint8Array> | null;
  contentType: string | undefined;
  length: number | null;
};

const NO_TYPE = "The Content-Type header must be the type of the file.";

/** The type and kind of a file to be sent; throws an `invalid` problem if there is no such file. */
function checked({ body, contentType, length }: UploadedFile, wanted: UploadQuery["kind"]) {
  const mimeType = mimeTypeOf(contentType);
  const kind = wanted ?? kindOfType(mimeType ?? "");
  const isOfKind = mimeType === undefined || mediaLimits[kind].isSendable.test(mimeType);
  const isEmpty = body === null || length === 0;
  if (!mimeType || !isOfKind || isEmpty)
    throw invalid({
      ...(isEmpty && fieldErrors(["body"], validationMessages.required)),
      ...(!mimeType && { body: [NO_TYPE] }),
      ...(!isOfKind && fieldErrors(["kind"], validationMessages.selected)),
    });
  return { mimeType, kind, body, maxBytes: maxUploadBytes(kind) };
}

/** A file that is in R2, and not shown yet. */
export type Received = { id: number; size: number; digest: string };

/**
 * Streams a file to R2. Its row is there before: whatever ends the upload, what is left of it is
 * removed. Throws a `too_large` problem where it exceeds the limit of its kind.
 */
export async function receiveUpload(
  { claim, ...scope }: Scope,
  bucket: R2Bucket,
  file: UploadedFile,
  { kind: wanted, filename }: UploadQuery,
): Promise<Received> {
  const { mimeType, kind, body, maxBytes } = checked(file, wanted);
  if (file.length !== null && file.length > maxBytes) throw new Problem("too_large");
  const until = Date.now() + MAX_UPLOAD_MS;
  const { created } = await batch(scope, {
    quota: (["media_bytes", "stored_bytes"] as const).map((name) => underQuota(scope, name)),
    created: insertUpload(scope, { kind, mimeType, filename: filename ?? null, until }),
  });
  const { id } = found(created[0]);
  const { body: passed, digest } = digested(body);
  try {
    const stored = { body: passed, contentType: mimeType, length: file.length, maxBytes };
    const size = await putFile(bucket, mediaKey(scope.workspaceId, id), stored);
    if (size === 0) throw invalid(fieldErrors(["body"], validationMessages.required));
    return { id, size, digest: await digest() };
  } catch (error) {
    await batch(scope, { dropped: dropUpload(scope, id) });
    scope.sink.wake({ chunks: true });
    throw error instanceof TooLarge ? new Problem("too_large") : error;
  }
}

/** Shows an upload that is whole. Claims the request's `Idempotency-Key`. */
export async function storeReceived(scope: Scope, { id, size }: Received): Promise<Medium> {
  const { stored } = await batch(keeping(scope, "uploaded", id), {
    uploaded: storeUpload(scope, id, size),
    stored: selectMedium(scope, id),
  }).catch(async (error) => {
    const { claim, ...unclaimed } = scope;
    await batch(unclaimed, { dropped: dropUpload(scope, id) });
    throw error;
  });
  return mediumToWire(scope, found(stored[0]));
}
