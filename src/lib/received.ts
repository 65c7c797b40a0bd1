import { invalid, Problem } from "./problem";

// The bodies that clients send, as they come.

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** A body of which nothing comes for so long is given up. */
const MAX_PAUSE_MS = 30_000;

const throwCutOff = () => {
  throw invalid({ body: ["The request body is cut off."] });
};

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
 * The chunks of a body. Throws a `timed_out` problem where the client sends nothing, and an
 * `invalid` one where it goes away: the runtime's own error is also that of a database which can't
 * be reached.
 */
export async function* received(body: Body) {
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await inTime(reader.read().catch(throwCutOff));
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A body as it is received, whose stream breaks where its client goes away, or sends nothing. */
export function asReceived(body: Body | null): Body | null {
  if (!body) return null;
  const chunks = received(body);
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
