/** Passes a body on, and has its SHA-256 in hexadecimal once it was read. */
export function digested(body: ReadableStream<Uint8Array>) {
  const stream = new crypto.DigestStream("SHA-256");
  const writer = stream.getWriter();
  const passing = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      await writer.write(chunk);
      controller.enqueue(chunk);
    },
    flush: () => writer.close(),
  });
  return {
    body: body.pipeThrough(passing),
    digest: async () => new Uint8Array(await stream.digest).toHex(),
  };
}
