const END_BYTES = 65_557;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const DEFLATED = 8;

export type Archive = Map<string, { offset: number; bytes: number; isDeflated: boolean }>;

const viewOf = async (part: Blob) => new DataView(await part.arrayBuffer());

/** The places of the files in a ZIP archive; none if it isn't one. */
export async function openArchive(file: Blob): Promise<Archive> {
  const found: Archive = new Map();
  const end = await viewOf(file.slice(-END_BYTES));
  let at = end.byteLength - 22;
  while (at >= 0 && end.getUint32(at, true) !== END) at--;
  if (at < 0) return found;
  const [length, start] = [end.getUint32(at + 12, true), end.getUint32(at + 16, true)];
  const list = await viewOf(file.slice(start, start + length));
  for (let entry = 0; entry + 46 <= list.byteLength; ) {
    if (list.getUint32(entry, true) !== ENTRY) break;
    const [name, extra, comment] = [28, 30, 32].map((of) => list.getUint16(entry + of, true)) as [
      number,
      number,
      number,
    ];
    found.set(new TextDecoder().decode(new Uint8Array(list.buffer, entry + 46, name)), {
      offset: list.getUint32(entry + 42, true),
      bytes: list.getUint32(entry + 20, true),
      isDeflated: list.getUint16(entry + 10, true) === DEFLATED,
    });
    entry += 46 + name + extra + comment;
  }
  return found;
}

/** The beginning of a text in an archive, up to so many bytes. */
export async function textIn(file: Blob, archive: Archive, path: string, most: number) {
  const entry = archive.get(path);
  if (!entry) return "";
  const head = await viewOf(file.slice(entry.offset, entry.offset + 30));
  const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = file.slice(start, start + entry.bytes).stream();
  const bytes = entry.isDeflated
    ? packed.pipeThrough(new DecompressionStream("deflate-raw"))
    : packed;
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  for await (const chunk of bytes) {
    text += decoder.decode(chunk, { stream: true });
    length += chunk.length;
    if (length >= most) break;
  }
  return text;
}
