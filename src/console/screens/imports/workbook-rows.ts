import { openArchive, textIn } from "./archive";

const MIB = 1_048_576;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const plain = (xml: string) =>
  xml.replace(/&(?:#(x?)([\da-f]+)|(\w+));/gi, (whole, isHex, code, name) =>
    code ? String.fromCodePoint(Number.parseInt(code, isHex ? 16 : 10)) : (ENTITIES[name] ?? whole),
  );

const attribute = (tag: string, name: string) =>
  new RegExp(`(?:^|[\\s:])${name}="([^"]*)"`).exec(tag)?.[1];

/** The texts of a cell or of a shared string, without those of a phonetic reading. */
const textsIn = (xml: string) =>
  [...xml.replace(/<rPh\b.*?<\/rPh>/gs, "").matchAll(/<t\b[^>]*>(.*?)<\/t>/gs)]
    .map(([, text = ""]) => plain(text))
    .join("");

/** `AB12` as 27. */
function indexOf(reference: string) {
  let column = 0;
  for (const letter of reference.replace(/\d+$/, ""))
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The path of a sheet in its archive: of the first, unless another is named. */
function pathOfSheet(book: string, relations: string, sheet: string | undefined) {
  const targets = new Map(
    [...relations.matchAll(/<Relationship\b([^>]*)>/g)].flatMap(([, tag = ""]) =>
      attribute(tag, "Type")?.endsWith("/worksheet")
        ? [[attribute(tag, "Id"), attribute(tag, "Target") ?? ""]]
        : [],
    ),
  );
  const sheets = [...book.matchAll(/<sheet\b([^>]*)>/g)].flatMap(([, tag = ""]) => {
    const target = targets.get(attribute(tag, "id"));
    return target ? [{ name: plain(attribute(tag, "name") ?? ""), target }] : [];
  });
  const target = (sheets.find(({ name }) => name === sheet) ?? sheets[0])?.target ?? "";
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

/** The first rows of a workbook's sheet, each as its cells; dates are the numbers that they are. */
export async function rowsOfWorkbook(file: Blob, sheet: string | undefined, most: number) {
  const archive = await openArchive(file);
  const read = (path: string, bytes: number) => textIn(file, archive, path, bytes);
  const path = pathOfSheet(
    await read("xl/workbook.xml", MIB),
    await read("xl/_rels/workbook.xml.rels", MIB),
    sheet,
  );
  const shared = [...(await read("xl/sharedStrings.xml", MIB)).matchAll(/<si\b.*?<\/si>/gs)].map(
    ([xml]) => textsIn(xml),
  );
  const rows = [...(await read(path, MIB / 4)).matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)];
  return rows.slice(0, most).map(([, row = ""]) => {
    const cells: string[] = [];
    for (const [, tag = "", content = ""] of row.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const value = /<v\b[^>]*>(.*?)<\/v>/s.exec(content)?.[1] ?? "";
      const reference = attribute(tag, "r");
      const text = attribute(tag, "t") === "s" ? shared[Number(value)] : undefined;
      cells[reference ? indexOf(reference) : cells.length] =
        text ?? (textsIn(content) || plain(value));
    }
    return Array.from(cells, (cell) => cell ?? "");
  });
}
