import { Inflate } from "fflate";
import { UnreadableFile } from "../unreadable";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_ENTRIES = 10_000;
/** So that no more than 4 MiB are unpacked before they are counted. */
const PIECE_BYTES = 4_096;

type Entry = { method: number; packed: number; offset: number; isEncrypted: boolean };

/** The parts of a workbook are the same in capitals and in small letters. */
const keyOf = (name: string) => name.replaceAll("\\", "/").replace(/^\//, "").toLowerCase();

/** The files in a ZIP archive. Sizes that the archive tells are not believed. */
export class Archive {
  readonly #view: DataView;
  readonly #entries = new Map<string, Entry>();

  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const end = this.#findEnd();
    let at = this.#view.getUint32(end + 16, true);
    const count = this.#view.getUint16(end + 10, true);
    if (count > MAX_ENTRIES) throw new UnreadableFile("broken");
    for (let n = 0; n < count; n++) at = this.#readEntry(at);
  }

  has(name: string) {
    return this.#entries.has(keyOf(name));
  }

  /** The pieces of a file, unpacked; after `maxBytes` an UnreadableFile is thrown. */
  *pieces(name: string, maxBytes: number): Generator<Uint8Array> {
    const packed = this.#packed(name);
    const isStored = this.#entries.get(keyOf(name))?.method === 0;
    const out: Uint8Array[] = [];
    const inflate = new Inflate((piece) => out.push(piece));
    let size = 0;
    for (let at = 0; at < packed.length; at += PIECE_BYTES) {
      const piece = packed.subarray(at, at + PIECE_BYTES);
      if (isStored) out.push(piece);
      else inflate.push(piece, at + PIECE_BYTES >= packed.length);
      for (const unpacked of out.splice(0)) {
        size += unpacked.length;
        if (size > maxBytes) throw new UnreadableFile("too_large");
        yield unpacked;
      }
    }
  }

  #packed(name: string) {
    const entry = this.#entries.get(keyOf(name));
    if (!entry || entry.isEncrypted || ![0, 8].includes(entry.method))
      throw new UnreadableFile("broken");
    const { offset, packed } = entry;
    if (this.#view.getUint32(offset, true) !== LOCAL) throw new UnreadableFile("broken");
    const names = this.#view.getUint16(offset + 26, true) + this.#view.getUint16(offset + 28, true);
    const start = offset + 30 + names;
    if (start + packed > this.bytes.length) throw new UnreadableFile("broken");
    return this.bytes.subarray(start, start + packed);
  }

  /** The end of the archive stands before a comment of up to 64 KiB. */
  #findEnd() {
    const last = this.bytes.length - 22;
    for (let at = last; at >= Math.max(0, last - 65_535); at--)
      if (this.#view.getUint32(at, true) === END) return at;
    throw new UnreadableFile("broken");
  }

  #readEntry(at: number) {
    const view = this.#view;
    if (view.getUint32(at, true) !== ENTRY) throw new UnreadableFile("broken");
    const length = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(this.bytes.subarray(at + 46, at + 46 + length));
    this.#entries.set(keyOf(name), {
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    });
    return at + 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}
