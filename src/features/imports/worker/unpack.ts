import { batch } from "../../../db/batch";
import { deletePart, sourceOf, storePart } from "../files";
import { UnreadableFile } from "../reading/unreadable";
import { workbookLines } from "../reading/xlsx/lines";
import { describeText } from "../receive";
import type { Claimed } from "./claim";
import { advance, isTakenBack } from "./commit";

/** The most bytes of lines that a workbook may become. */
const MAX_LINES_BYTES = 500_000_000;

/** All bytes of a file: that of a workbook, which is small. */
async function bytesIn(stream: ReadableStream<Uint8Array>) {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function* encoded(lines: Iterable<string>) {
  const encoder = new TextEncoder();
  for (const line of lines) yield encoder.encode(line);
}

/** Turns a workbook into lines of NDJSON, which can be read from any place on. */
export async function unpack(claimed: Claimed) {
  const { scope, bucket, row, settings } = claimed;
  const place = { workspaceId: scope.workspaceId, id: row.id };
  const file = await bytesIn(await sourceOf(bucket, place, row.parts)(0));
  let names: string[] | undefined;
  const lines = workbookLines(file, {
    ...(settings.sheet && { sheet: settings.sheet }),
    onColumns: (columns) => {
      names = columns;
    },
  });
  const stored = await storePart(bucket, place, 0, encoded(lines), MAX_LINES_BYTES);
  const open = sourceOf(bucket, place, [stored]);
  try {
    const text = await describeText(scope, open, {}, names);
    await batch(scope, {
      unpacked: advance(claimed, { state: "ready", lines: [stored], ...text }),
    });
  } catch (error) {
    // Whoever has cancelled the import meanwhile has deleted its file before.
    const isRefused = isTakenBack(error) || error instanceof UnreadableFile;
    if (isRefused) await deletePart(bucket, place, stored);
    throw error;
  }
}
