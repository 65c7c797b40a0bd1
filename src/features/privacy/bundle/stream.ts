import { describeError, log } from "#lib/log";

/**
 * Streams texts as they are asked for. If one fails, the connection breaks, so that the answer does
 * not look whole.
 */
export function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await texts.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          log("error", "bundle broken off", describeError(error));
          controller.error(error);
        }
      },
      cancel: async () => void (await texts.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}
