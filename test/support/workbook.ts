import { strToU8, zipSync } from "fflate";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const relations = (...parts: [id: string, type: string, target: string][]) =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${parts
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

/**
 * The styles of cells by number: 0 none, 1 a date, 2 a date of its own format, 3 a time, 4 money,
 * 5 and 6 times that go on behind 24:00.
 */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3">
<numFmt numFmtId="166" formatCode="[h]:mm"/>
<numFmt numFmtId="164" formatCode="[$-40C]d&quot; de &quot;mmmm\\ yyyy\\ hh:mm"/>
<numFmt numFmtId="165" formatCode="#,##0.00\\ &quot;dh&quot;"/></numFmts>
<cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0"/>
<xf numFmtId="14" applyNumberFormat="1"><alignment horizontal="left"/></xf><xf numFmtId="164"/>
<xf numFmtId="20"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="46"/></cellXfs></styleSheet>`;

export type Parts = {
  /** The rows of the first sheet as XML. */
  rows: string;
  /** The shared strings as XML. */
  texts?: string;
  second?: string;
  is1904?: boolean;
};

/** The files of a workbook as Excel writes them. */
export const workbookParts = ({ rows, texts = "", second = "", is1904 }: Parts) => ({
  "[Content_Types].xml": `${XML}<Types/>`,
  "_rels/.rels": relations(["rId1", "officeDocument", "xl/workbook.xml"]),
  "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${
    is1904 ? ' date1904="1"' : ""
  }/><sheets><sheet name="Chart" sheetId="1" r:id="rId9"/><sheet name="Leads &amp; more" sheetId="3" r:id="rId1"/><sheet name="Second" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": relations(
    ["rId9", "chartsheet", "chartsheets/sheet1.xml"],
    ["rId1", "worksheet", "worksheets/sheet1.xml"],
    ["rId2", "worksheet", "/xl/worksheets/sheet2.xml"],
    ["rId3", "styles", "styles.xml"],
    ["rId4", "sharedStrings", "sharedStrings.xml"],
  ),
  "xl/worksheets/sheet1.xml": sheet(rows),
  "xl/worksheets/sheet2.xml": sheet(second),
  "xl/styles.xml": STYLES,
  "xl/sharedStrings.xml": `${XML}<sst xmlns="${MAIN}">${texts}</sst>`,
});

const sheet = (rows: string) =>
  `${XML}<worksheet xmlns="${MAIN}"><cols><col min="1" max="2"/></cols><sheetData>${rows}</sheetData></worksheet>`;

export const archive = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));

export const workbook = (parts: Parts) => archive(workbookParts(parts));
