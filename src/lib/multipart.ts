import { invalid } from "./problem";
import { cut } from "./text";

// The one file in a multipart/form-data body, passed on as it comes: parsers that hold a part, as
// the runtime's own does, would need memory for files of 100 MB.

/**
 * The most bytes before the first part and behind the last, of the headers of a part, and of all
 * fields that are no file.
 */
const [MAX_PREAMBLE_BYTES, MAX_HEADER_BYTES, MAX_FIELD_BYTES] = [4_096, 16_384, 65_536];
const MAX_PARTS = 100;
const MAX_NAME_CHARACTERS = 255;

const refused = (message: string) => invalid({ body: [message] });
const malformed = () => refused("The multipart body is malformed.");
const cutOff = () => refused("The multipart body is cut off.");

/** A file that was sent in a form. Its stream breaks if what follows it is no end of the form. */
export type SentFile = {
  filename: string | undefined;
  contentType: string | undefined;
  body: ReadableStream<Uint8Array>;
};

export const isMultipart = (contentType: string | undefined) =>
  /^multipart\//i.test(contentType?.trim() ?? "");

/** The boundary that a Content-Type header names; throws an `invalid` problem without one. */
function boundaryIn(contentType: string) {
  if (!/^multipart\/form-data\s*;/i.test(contentType.trim()))
    throw refused("The Content-Type header must be multipart/form-data with a boundary.");
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? "";
  if (!/^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary))
    throw refused("The Content-Type header must name the boundary of the multipart body.");
  return boundary;
}

const encoder = new TextEncoder();
const [LINE_END, HEADERS_END] = [encoder.encode("\r\n"), encoder.encode("\r\n\r\n")];

/**
 * The place at which a pattern begins in bytes; -1 if it doesn't. Its first byte is in it once or
 * twice, so that the time is linear; a call for each such byte would cost seconds of a file of
 * them.
 */
function indexOf(bytes: Uint8Array, pattern: Uint8Array) {
  const [first, second] = pattern;
  for (let at = 0; at <= bytes.length - pattern.length; at++) {
    if (bytes[at] !== first || bytes[at + 1] !== second) continue;
    let matched = 2;
    while (matched < pattern.length && bytes[at + matched] === pattern[matched]) matched++;
    if (matched === pattern.length) return at;
  }
  return -1;
}

/** Reads a stream up to patterns. Holds a chunk, and what may be the beginning of a pattern. */
class PatternReader {
  #held: Uint8Array = new Uint8Array();
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  /** `held` stands before what the stream has. */
  constructor(stream: ReadableStream<Uint8Array>, held: Uint8Array) {
    this.#reader = stream.getReader();
    this.#held = held;
  }

  cancel = () => this.#reader.cancel().catch(() => undefined);

  /** Reads the rest of the stream, which must have no more than so many bytes. */
  async end(maxBytes: number) {
    let size = this.#held.length;
    for (let isLast = false; !isLast; ) {
      const { value, done } = await this.#reader.read();
      isLast = done;
      size += value?.length ?? 0;
      if (size > maxBytes) throw malformed();
    }
  }

  /** Takes the next chunk; throws an `invalid` problem at the end. */
  async #more() {
    const { value, done } = await this.#reader.read();
    if (done) throw cutOff();
    const both = new Uint8Array(this.#held.length + value.length);
    both.set(this.#held);
    both.set(value, this.#held.length);
    this.#held = both;
  }

  /** The bytes up to a pattern, in pieces; goes on behind it. */
  async *until(pattern: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = indexOf(this.#held, pattern);
      const end = at < 0 ? Math.max(this.#held.length - pattern.length + 1, 0) : at;
      const piece = this.#held.subarray(0, end);
      this.#held = this.#held.subarray(at < 0 ? end : at + pattern.length);
      if (piece.length > 0) yield piece;
      if (at >= 0) return;
      await this.#more();
    }
  }

  /** The text up to a pattern; throws an `invalid` problem if it has more than so many bytes. */
  async textUntil(pattern: Uint8Array, maxBytes: number) {
    const decoder = new TextDecoder();
    let [text, size] = ["", 0];
    for await (const piece of this.until(pattern)) {
      size += piece.length;
      if (size > maxBytes) throw malformed();
      text += decoder.decode(piece, { stream: true });
    }
    return text;
  }

  /** Takes the next two bytes if they are these; returns whether they are. */
  async takes(two: string) {
    while (this.#held.length < 2) await this.#more();
    const isNext = String.fromCharCode(...this.#held.subarray(0, 2)) === two;
    if (isNext) this.#held = this.#held.subarray(2);
    return isNext;
  }
}

const headerIn = (headers: string, name: string) =>
  new RegExp(`^${name}[ \\t]*:[ \\t]*(.*)$`, "im").exec(headers)?.[1]?.trim();

function decodedName(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The name of a file as its sender says, without folders; undefined for a field that is no file.
 */
function filenameIn(disposition: string) {
  const extended = /;\s*filename\*=utf-8'[^']*'([^;\s]*)/i.exec(disposition)?.[1];
  const [, quoted, plain] =
    /;\s*filename=(?:"((?:\\.|[^"\\])*)"|([^;\s]*))/i.exec(disposition) ?? [];
  const written = extended === undefined ? (quoted ?? plain) : decodedName(extended);
  if (written === undefined) return undefined;
  const name = written.replace(/%22|\\"/g, '"').replace(/^.*[/\\]/s, "");
  return cut(name.replace(/\p{Cc}/gu, "").trim(), MAX_NAME_CHARACTERS);
}

class FormReader {
  readonly #reader: PatternReader;
  readonly #delimiter: Uint8Array;
  #parts = 0;
  #fieldBytes = 0;

  constructor(stream: ReadableStream<Uint8Array>, boundary: string) {
    this.#reader = new PatternReader(stream, LINE_END);
    this.#delimiter = encoder.encode(`\r\n--${boundary}`);
  }

  cancel = () => this.#reader.cancel();

  begin = () => this.#reader.textUntil(this.#delimiter, MAX_PREAMBLE_BYTES);

  /**
   * The headers of the next file; null if no file follows. Fields that are no file are passed
   * over.
   */
  async nextFile(): Promise<{ filename: string; contentType: string | undefined } | null> {
    while (!(await this.#reader.takes("--"))) {
      if (++this.#parts > MAX_PARTS) throw malformed();
      const headers = await this.#headers();
      const disposition = headerIn(headers, "content-disposition");
      const contentType = headerIn(headers, "content-type");
      if (!/^form-data\b/i.test(disposition ?? "") || isMultipart(contentType)) throw malformed();
      const filename = filenameIn(disposition ?? "");
      if (filename !== undefined) return { filename, contentType };
      await this.#pass();
    }
    await this.#reader.end(MAX_PREAMBLE_BYTES);
    return null;
  }

  content = () => this.#reader.until(this.#delimiter);

  async #headers() {
    const blanks = await this.#reader.textUntil(LINE_END, MAX_HEADER_BYTES);
    if (blanks.trim() !== "") throw malformed();
    return this.#reader.textUntil(HEADERS_END, MAX_HEADER_BYTES);
  }

  async #pass() {
    for await (const piece of this.content()) {
      this.#fieldBytes += piece.length;
      if (this.#fieldBytes > MAX_FIELD_BYTES) throw malformed();
    }
  }
}

/** The bytes of the file, whose form must have no other. */
async function* onlyFile(form: FormReader) {
  let size = 0;
  for await (const piece of form.content()) {
    size += piece.length;
    yield piece;
  }
  if ((await form.nextFile()) !== null)
    throw refused("The multipart body must have only one file.");
  if (size === 0) throw refused("The file in the multipart body is empty.");
}

/**
 * The one file in a multipart/form-data body. Throws an `invalid` problem, with the error on
 * `body`, if there is none; its stream does where there is another, or the body is cut off.
 */
export async function fileInForm(
  stream: ReadableStream<Uint8Array> | null,
  contentType: string,
): Promise<SentFile> {
  const boundary = boundaryIn(contentType);
  if (!stream) throw cutOff();
  const form = new FormReader(stream, boundary);
  await form.begin();
  const file = await form.nextFile();
  if (!file) throw refused("The multipart body must have a file.");
  const pieces = onlyFile(form);
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(error);
        }
      },
      cancel: form.cancel,
    },
    { highWaterMark: 0 },
  );
  return { filename: file.filename || undefined, contentType: file.contentType, body };
}
