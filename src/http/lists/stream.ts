import { paced } from "#lib/chunks";
import type { Cursor, Page, PageRequest } from "#lib/cursor";

/** The bounds of what a stream reads. */
export type StreamBounds = {
  /** Rows in all, and in a page. */
  rows: number;
  pageRows: number;
  /** Bytes of a page where rows are long. */
  pageBytes: number;
  pages: number;
};

/** An invocation of a Worker may call D1 1,000 times. */
export const STREAM_BOUNDS: StreamBounds = {
  rows: 500_000,
  pageRows: 1_000,
  pageBytes: 4_194_304,
  pages: 900,
};

export type ReadPage<T> = (page: PageRequest) => Promise<Page<T>>;

/** The form in which a list is written: the text before all rows, and that of each. */
export type RowFormat<T> = { head: string; row: (item: T) => string };

/** The list is longer than a stream may be. */
export class StreamTooLong extends Error {
  override name = "StreamTooLong";
}

type Streamed<T> = {
  read: ReadPage<T>;
  cursor: Cursor | null;
  /** The layout of the list, by the items of its first page. */
  formatOf: (first: readonly T[]) => Promise<RowFormat<T>>;
  bounds: StreamBounds;
  /** Told of what broke the stream off. */
  onError: (error: unknown) => void;
};

/**
 * All rows of a list from a cursor on, as text. The first page is read before the stream begins, so
 * that its errors can be answered. Each other page is read when the client asks for more, after a
 * pause as long as the one before took to read. A stream that can't be whole ends in an error: no
 * client takes a part of a list for all of it.
 */
export async function streamRows<T>({ read, cursor, formatOf, bounds, onError }: Streamed<T>) {
  const { pageRows: perPage, pageBytes: maxBytes } = bounds;
  const readFrom = paced((from: Cursor | null) => read({ cursor: from, perPage, maxBytes }));
  const first = await readFrom(cursor);
  const texts = textsOf(first, readFrom, await formatOf(first.items), bounds);
  const encoder = new TextEncoder();
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await texts.next();
          if (isCancelled) return;
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          if (isCancelled) return;
          onError(error);
          controller.error(error);
        }
      },
      async cancel() {
        isCancelled = true;
        await texts.return();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The text of a list by pages, from the first one on. */
async function* textsOf<T>(
  first: Page<T>,
  readFrom: (cursor: Cursor) => Promise<Page<T>>,
  { head, row }: RowFormat<T>,
  { rows, pages }: StreamBounds,
): AsyncGenerator<string, void, void> {
  let [page, text, rowsSent] = [first, head, 0];
  for (let pagesRead = 1; ; pagesRead++) {
    rowsSent += page.items.length;
    if (rowsSent > rows) throw new StreamTooLong();
    text += page.items.map(row).join("");
    if (text !== "") yield text;
    text = "";
    if (!page.next) return;
    if (pagesRead === pages) throw new StreamTooLong();
    page = await readFrom(page.next);
  }
}
