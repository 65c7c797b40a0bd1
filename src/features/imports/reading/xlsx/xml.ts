import { UnreadableFile } from "../unreadable";

const MAX_ELEMENT_CHARACTERS = 4 * 1_048_576;
/** At least as long as the start of any element that is cut off at the end of a piece. */
const MAX_NAME_CHARACTERS = 100;

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** A text of XML as it is meant. */
export const plainText = (xml: string) =>
  xml.includes("&")
    ? xml.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (all, decimal, hex, name) => {
        if (name) return ENTITIES[name] ?? all;
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
      })
    : xml;

const [CDATA, CDATA_END] = ["<![CDATA[", "]]>"];
const MAX_CDATA_CHARACTERS = 1_048_576;
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The length of the end of a text that may be the beginning of a `<![CDATA[`. */
function openLength(text: string) {
  const at = text.lastIndexOf("<");
  return at >= 0 && CDATA.startsWith(text.slice(at)) ? text.length - at : 0;
}

/**
 * The text of a part in pieces, with what is in CDATA sections escaped as any other text. Throws an
 * UnreadableFile if a section is too long.
 */
export function* textPieces(pieces: Iterable<Uint8Array>): Generator<string> {
  const decoder = new TextDecoder();
  let text = "";
  for (const piece of pieces) {
    text += decoder.decode(piece, { stream: true });
    let plain = "";
    let [from, start] = [0, text.indexOf(CDATA)];
    for (; start >= 0; start = text.indexOf(CDATA, from)) {
      const end = text.indexOf(CDATA_END, start);
      if (end < 0) break;
      plain += text.slice(from, start) + escaped(text.slice(start + CDATA.length, end));
      from = end + CDATA_END.length;
    }
    const held = start >= 0 ? start : text.length - openLength(text.slice(from));
    plain += text.slice(from, held);
    text = text.slice(held);
    if (text.length > MAX_CDATA_CHARACTERS) throw new UnreadableFile("too_large");
    yield plain;
  }
  yield text;
}

/** A function that makes something of each name once. */
function forEachName<Made>(make: (name: string) => Made) {
  const known = new Map<string, Made>();
  return (name: string): Made => {
    const made = known.get(name) ?? make(name);
    known.set(name, made);
    return made;
  };
}

const attributePattern = forEachName(
  (name) => new RegExp(`\\s(?:\\w{1,20}:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`),
);
const tagPatterns = forEachName((name) => ({
  open: new RegExp(`<(?:\\w{1,20}:)?${name}(?=[\\s/>])`, "g"),
  close: new RegExp(`</(?:\\w{1,20}:)?${name}\\s*>`, "g"),
}));

/** An attribute of a tag, under any prefix. */
export function attribute(tag: string, name: string) {
  const found = attributePattern(name).exec(tag);
  return found ? plainText(found[1] ?? found[2] ?? "") : undefined;
}

/** An element: its attributes, what is in it, and where it stands. */
type Element = { tag: string; content: string; start: number; end: number };

/** The elements of a name one after the other; prefixes don't count: `<x:row>`. */
function* spans(xml: string, name: string): Generator<Element> {
  const { open, close } = tagPatterns(name);
  for (let at = 0; ; ) {
    // The patterns are shared: where they have come to holds only up to the next yield.
    open.lastIndex = at;
    const found = open.exec(xml);
    const tagEnd = found ? xml.indexOf(">", open.lastIndex) : -1;
    if (!found || tagEnd < 0) return;
    const start = found.index;
    const isEmpty = xml[tagEnd - 1] === "/";
    const tag = xml.slice(start + found[0].length, isEmpty ? tagEnd - 1 : tagEnd);
    close.lastIndex = tagEnd + 1;
    const closing = isEmpty ? null : close.exec(xml);
    // Without its end, it is still to come; to look for those behind it would take quadratic time.
    if (!isEmpty && !closing) return;
    at = closing ? close.lastIndex : tagEnd + 1;
    yield { tag, content: closing ? xml.slice(tagEnd + 1, closing.index) : "", start, end: at };
  }
}

export const elements = (xml: string, name: string) => [...spans(xml, name)];

/** Excel's way to write characters that XML can't have: `_x000D_`. */
const unescaped = (text: string) =>
  text.includes("_x")
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** The XML without the elements of a name. */
function without(xml: string, name: string) {
  let [left, from] = ["", 0];
  for (const { start, end } of spans(xml, name)) {
    left += xml.slice(from, start);
    from = end;
  }
  return left + xml.slice(from);
}

/** The text of a string item: of all its parts, without how they are pronounced. */
export function itemText(xml: string) {
  const parts = elements(xml.includes("rPh") ? without(xml, "rPh") : xml, "t");
  return unescaped(parts.map(({ content }) => plainText(content)).join(""));
}

/**
 * The elements of a name in a file that comes in pieces, one after the other, up to the end of the
 * element `within` if that is given. `at`: where an element begins in the text of the file, of
 * which the first `from` characters are passed over. Throws an UnreadableFile if one of them is too
 * long, or so far from the one before, or if the last one is cut off.
 */
export function* elementsIn(
  pieces: Iterable<Uint8Array>,
  name: string,
  { within, from = 0 }: { within?: string; from?: number } = {},
) {
  const { open } = tagPatterns(name);
  let [text, base, passed] = ["", 0, 0];
  for (const piece of textPieces(pieces)) {
    const skipped = Math.min(Math.max(from - base, 0), piece.length);
    base += skipped;
    if (base < from) continue;
    text += piece.slice(skipped);
    passed += piece.length;
    let end = 0;
    for (const element of spans(text, name)) {
      end = element.end;
      if (end - element.start > MAX_ELEMENT_CHARACTERS) throw new UnreadableFile("too_large");
      yield { ...element, at: base + element.start };
      passed = 0;
    }
    text = text.slice(end);
    base += end;
    const last = within === undefined ? -1 : text.search(tagPatterns(within).close);
    const next = text.search(open);
    if (last >= 0 && (next < 0 || next > last)) return;
    if (passed > MAX_ELEMENT_CHARACTERS) throw new UnreadableFile("too_large");
    const dropped = next < 0 ? Math.max(text.length - MAX_NAME_CHARACTERS, 0) : 0;
    text = text.slice(dropped);
    base += dropped;
  }
  if (text.search(open) >= 0) throw new UnreadableFile("broken");
}
