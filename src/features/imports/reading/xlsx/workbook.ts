import { UnreadableFile } from "../unreadable";
import { type NumberStyle, numberStyles } from "./dates";
import { attribute, elements, elementsIn, itemText, textPieces } from "./xml";
import type { Archive } from "./zip";

const MIB = 1_048_576;
const MAX_PART_BYTES = 8 * MIB;
/** They are all held, since cells refer to them by number. */
const MAX_TEXTS_BYTES = 40 * MIB;

/** After how many elements without a line there may be a pause. */
export const PAUSE_ELEMENTS = 1_000;

/**
 * Lines of a workbook, and where reading can go on behind them; null behind the last, or where
 * there are none and the reader may only pause.
 */
export type Lines = { text: string; next: SheetPlace | null };
export const PAUSE: Lines = { text: "", next: null };

/** Where in a sheet reading can go on, what was read before it, and the columns. */
export type SheetPlace = {
  /** In characters of the sheet's XML. */
  at: number;
  /** The number of lines written, of elements of rows seen, and of cells, blank ones too. */
  row: number;
  seen: number;
  cells: number;
  /** In the order of the sheet: JSON puts names that are numbers first. Null before the header. */
  columns: string[] | null;
  isFirst: boolean;
};

export type Workbook = { sheet: string; texts: string[]; styles: NumberStyle[]; is1904: boolean };

/** Reads what the cells of a sheet refer to, by default of the first one; yields pauses. */
export function* readWorkbook(
  archive: Archive,
  sheet: string | undefined,
): Generator<Lines, Workbook> {
  const root = partsOf(archive, "");
  const path = root.find(({ type }) => type === "officeDocument")?.path ?? "xl/workbook.xml";
  const xml = textOf(archive, path);
  const parts = partsOf(archive, path);
  const pathOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.path;
  const sheets = elements(elements(xml, "sheets")[0]?.content ?? "", "sheet").flatMap(({ tag }) => {
    const id = attribute(tag, "id");
    const part = parts.find((one) => one.id === id && one.type === "worksheet");
    return part ? [{ name: attribute(tag, "name"), path: part.path }] : [];
  });
  const chosen = sheet === undefined ? sheets[0] : sheets.find(({ name }) => name === sheet);
  if (!chosen) throw new UnreadableFile("no_sheet");
  const [properties] = elements(xml, "workbookPr");
  const [styles, texts] = [pathOf("styles"), pathOf("sharedStrings")];
  return {
    sheet: chosen.path,
    texts: texts && archive.has(texts) ? yield* textsOf(archive, texts) : [],
    styles: styles && archive.has(styles) ? numberStyles(textOf(archive, styles)) : [],
    is1904: /^(1|true|on)$/.test(attribute(properties?.tag ?? "", "date1904") ?? ""),
  };
}

function* textsOf(archive: Archive, path: string): Generator<Lines, string[]> {
  const texts: string[] = [];
  for (const { content } of elementsIn(archive.pieces(path, MAX_TEXTS_BYTES), "si")) {
    texts.push(itemText(content));
    if (texts.length % PAUSE_ELEMENTS === 0) yield PAUSE;
  }
  return texts;
}

const textOf = (archive: Archive, path: string) =>
  [...textPieces(archive.pieces(path, MAX_PART_BYTES))].join("");

/** The parts that a part of the archive names, with their paths in the archive. */
function partsOf(archive: Archive, path: string) {
  const folder = path.replace(/[^/]*$/, "");
  const relations = `${folder}_rels/${path.slice(folder.length)}.rels`;
  if (!archive.has(relations)) return [];
  return elements(textOf(archive, relations), "Relationship").map(({ tag }) => ({
    id: attribute(tag, "Id"),
    type: attribute(tag, "Type")?.replace(/^.*\//, ""),
    path: decodeURI(new URL(attribute(tag, "Target") ?? "", `file:///${folder}`).pathname).slice(1),
  }));
}
