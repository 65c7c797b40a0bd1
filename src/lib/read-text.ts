/** Reads the body of an answer. Throws if it is too long, and cancels the rest. */
export async function readText(response: Response, maxBytes: number) {
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new RangeError("The answer is too long.");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Reads the first bytes of an answer that arrive within a time. Cancels the rest; never throws. */
export async function readStart(response: Response, maxBytes: number, withinMs: number) {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let [text, left] = ["", maxBytes];
  const { promise: isLate, resolve: late } = Promise.withResolvers<undefined>();
  const timer = setTimeout(late, withinMs);
  try {
    while (left > 0) {
      const read = await Promise.race([reader.read(), isLate]);
      if (!read || read.done) break;
      text += decoder.decode(read.value.subarray(0, left), { stream: true });
      left -= read.value.byteLength;
    }
  } catch {
    // The text read so far is returned.
  }
  clearTimeout(timer);
  reader.cancel().catch(() => {});
  return text;
}
