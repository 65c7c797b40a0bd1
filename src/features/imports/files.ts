import type { FilePart } from "#db/schema/imports";
import { deleteObjects } from "#lib/bucket";
import { Gathered } from "#lib/gathered";
import { Problem } from "#lib/problem";
import { failures } from "./failures";
import type { Source } from "./reading/records";

// The file of an import in R2, in pieces: a part may come without saying how long it is, and R2
// takes no such stream.

/** The bytes of a file that are held in memory while it is being sent. */
const PIECE_BYTES = 8 * 1_048_576;
/** Cloudflare's plans refuse bodies of more than 100 MB. */
export const MAX_PART_BYTES = 90_000_000;
export const MAX_FILE_BYTES = 500_000_000;
export const MAX_WORKBOOK_BYTES = 20_000_000;

/** Where the files of an import are. */
export type Place = { workspaceId: number; id: number };

const folder = ({ workspaceId, id }: Place) => `imports/${workspaceId}/${id}/`;
const keyOf = (place: Place, { part, upload }: FilePart, piece: number) =>
  `${folder(place)}${part}-${upload}-${piece}`;

/** Cuts bytes into pieces of one size, the last of which may be shorter. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const piece = new Gathered(PIECE_BYTES);
  for await (const chunk of bytes)
    for (let rest = chunk; rest.length > 0; ) {
      rest = piece.add(rest);
      if (piece.isFull) yield piece.take();
    }
  if (piece.length > 0) yield piece.take();
}

/** Deletes a part that is none of the file's, or no longer. */
export const deletePart = (bucket: R2Bucket, place: Place, part: FilePart) =>
  bucket.delete(part.pieces.map((_, piece) => keyOf(place, part, piece)));

/**
 * Stores a part. Throws a `too_large` problem for one of more than so many bytes. Leaves nothing of
 * one that fails.
 */
export async function storePart(
  bucket: R2Bucket,
  place: Place,
  part: number,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes = MAX_PART_BYTES,
): Promise<FilePart> {
  const stored: FilePart = { part, upload: crypto.randomUUID(), pieces: [] };
  let size = 0;
  try {
    for await (const piece of piecesOf(bytes)) {
      size += piece.length;
      if (size > maxBytes) throw new Problem("too_large");
      await bucket.put(keyOf(place, stored, stored.pieces.length), piece);
      stored.pieces.push(piece.length);
    }
  } catch (error) {
    await deletePart(bucket, place, stored);
    throw error;
  }
  return stored;
}

/** Stores the next piece of a part; returns its bytes. The same piece may come again. */
export async function putPiece(bucket: R2Bucket, place: Place, part: FilePart, text: string) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > 0) await bucket.put(keyOf(place, part, part.pieces.length), bytes);
  return bytes.length;
}

export const bytesOf = (parts: FilePart[]) =>
  parts.flatMap(({ pieces }) => pieces).reduce((sum, bytes) => sum + bytes, 0);

/** A piece of a file is not in R2: the file was deleted, or is lost. */
export class FileGone extends Error {
  override message = failures.file_gone;
}

/** Reads a file, one piece after the other. Its stream breaks by a `FileGone`. */
export function sourceOf(bucket: R2Bucket, place: Place, parts: FilePart[]): Source {
  const pieces = parts.flatMap((part) =>
    part.pieces.map((bytes, piece) => ({ key: keyOf(place, part, piece), bytes })),
  );
  return async (from) => {
    let [at, offset] = [0, from];
    while (at < pieces.length && offset >= (pieces[at]?.bytes ?? 0))
      offset -= pieces[at++]?.bytes ?? 0;
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        for (;;) {
          const piece = pieces[at];
          if (!piece) return controller.close();
          if (!reader) {
            const object = await bucket.get(piece.key, { range: { offset } });
            if (!object) throw new FileGone();
            reader = object.body.getReader();
          }
          const { value, done } = await reader.read();
          if (value) return controller.enqueue(value);
          if (done) [reader, at, offset] = [undefined, at + 1, 0];
        }
      },
      cancel: () => reader?.cancel(),
    });
  };
}

/** Deletes objects of an import's file. Returns whether there may be more. */
export const deleteFile = (bucket: R2Bucket, place: Place) => deleteObjects(bucket, folder(place));
