import { Gathered } from "./gathered";
import { Problem } from "./problem";
import { received } from "./received";
import { type Holder, type Slot, Slots } from "./slots";
import { SECOND_MS } from "./time";

/** A body takes a slot where it is larger, or comes for longer. */
const [LARGE_BYTES, SLOW_MS] = [262_144, 10 * SECOND_MS];

/**
 * A body of unknown length that is too large is read to its end, and not kept, unless that is still
 * longer: an answer that leaves in the middle of it costs `wrangler dev` the connection to the
 * Worker, and with it the next request.
 */
const MAX_DISCARDED_BYTES = 8_388_608;

const bodies = new Slots("bodies that are large or come slowly");

/**
 * The body, in memory that grows with what comes, however small its chunks are. Throws a
 * `too_large` problem where it has too many bytes, and a `rate_limited` one where its holder, if
 * there is one, has too many such bodies under way: each is held as a whole for as long as it
 * comes.
 */
export async function readBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
  holder: Holder | undefined,
) {
  const kept = new Gathered(maxBytes);
  const begun = Date.now();
  let size = 0;
  let slot: Slot | undefined;
  try {
    for await (const chunk of received(body)) {
      size += chunk.length;
      if (size > MAX_DISCARDED_BYTES) break;
      const isLong = size > LARGE_BYTES || Date.now() - begun > SLOW_MS;
      if (isLong && holder !== undefined) slot ??= bodies.take(holder);
      slot?.touch();
      kept.add(chunk);
    }
  } finally {
    slot?.free();
  }
  if (size > maxBytes) throw new Problem("too_large");
  return kept.take();
}
