import { invalid, Problem } from "../lib/problem";

// What a client sends, as it comes.

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** A file that sends nothing for so long is given up. */
const MAX_PAUSE_MS = 30_000;

export const throwCutOff = () => {
  throw invalid({ body: ["The request body is cut off."] });
};

const patiently = <Result>(reading: Promise<Result>) => reading;

/** Throws a `timed_out` problem for what is not read in time. */
async function inTime<Result>(reading: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Problem("timed_out")), MAX_PAUSE_MS);
  try {
    return await Promise.race([reading, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The chunks of a body. Throws an `invalid` problem where the client goes away: the runtime's own
 * error is also that of a database which can't be reached.
 */
export async function* received(body: Body, within = patiently) {
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await within(reader.read().catch(throwCutOff));
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A file as it is received, whose stream breaks where its client goes away, or sends nothing. */
export function fileOf(body: Body | null): Body | null {
  if (!body) return null;
  const chunks = received(body, inTime);
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { value, done } = await chunks.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(error);
        }
      },
      cancel: async () => void (await chunks.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}
