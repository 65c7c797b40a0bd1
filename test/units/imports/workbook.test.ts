import { readSheet } from "read-excel-file/universal";
import { describe, expect, it } from "vitest";
import { type WorkbookOptions, workbookLines } from "#features/imports/reading/xlsx/lines";
import { itemText } from "#features/imports/reading/xlsx/xml";
import { readFile } from "#test/support/imports";
import { archive, type Parts, workbook, workbookParts } from "#test/support/workbook";

const linesOf = (file: Uint8Array, options?: WorkbookOptions) =>
  [...workbookLines(file, options)].flatMap(({ text }) => (text === "" ? [] : text));
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const header = (...names: string[]) => `<row>${names.map(inline).join("")}</row>`;

const TEXTS = ["Name", "Phone", "Born", "Zoé &amp; &#233;tal", "&lt;b&gt;"]
  .map((text) => `<si><t>${text}</t></si>`)
  .concat(
    '<si><r><rPr><b/></rPr><t xml:space="preserve">rich </t></r><r><t>text</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>',
    "<si><t/></si>",
    "<si><t>two_x000D_\nlines</t></si>",
  )
  .join("");

describe("a text of a workbook", () => {
  it("is read in linear time, without how its parts are pronounced", () => {
    const part = '<r><t>a</t></r><rPh sb="0" eb="1"><t>no</t></rPh>';
    expect(itemText(part.repeat(100_000))).toBe("a".repeat(100_000));
  });
});

describe("an XLSX workbook", () => {
  it("is read as NDJSON, a line a row", async () => {
    const rows = `
      <row r="2" spans="1:3"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2" t="s"><v>2</v></c></row>
      <row r="3"><c r="A3" t="s"><v>3</v></c><c r="B3"><v>33600000000</v></c><c r="D3" s="1"><v>45678</v></c></row>
      <row r="4" ht="15"/><row r="5"><c r="A5" s="1"/><c r="B5" t="s"><v>6</v></c></row>
      <row r="7"><c r="B7"><v>3.3612345678E+10</v></c><c r="A7" t='s'><v>5</v></c></row>`;
    const lines = linesOf(workbook({ rows, texts: TEXTS }));
    expect(lines[0]).toBe("\n\n");
    const { layout, rows: read } = await readFile(lines.join(""));
    expect(layout.format).toBe("ndjson");
    expect(read.map(({ row, values }) => [row, values])).toEqual([
      [3, { Name: "Zoé & étal", Phone: "33600000000", "column 3": "", Born: "2025-01-21" }],
      [7, { Name: "rich text", Phone: "33612345678" }],
    ]);
  });

  it.each([
    ['<c t="b"><v>1</v></c>', "true"],
    ['<c t="b"><v>0</v></c>', "false"],
    ['<c t="e"><v>#N/A</v></c>', "#N/A"],
    ['<c t="str"><f>A1&amp;"x"</f><v>a&amp;b</v></c>', "a&b"],
    ["<c><f>1+1</f><v>2</v></c>", "2"],
    ['<c t="d"><v>2026-01-31</v></c>', "2026-01-31"],
    ['<c t="s"><v>4</v></c>', "<b>"],
    ['<c t="s"><v>7</v></c>', "two\r\nlines"],
    ['<x:c t="s"><x:v>4</x:v></x:c>', "<b>"],
    ["<c><v>1.1000000000000001</v></c>", "1.1"],
    ["<c><v>1E+21</v></c>", "1000000000000000000000"],
    ["<c><v>-5</v></c>", "-5"],
    ['<c s="1"><v>1</v></c>', "1900-01-01"],
    ['<c s="1"><v>59</v></c>', "1900-02-28"],
    ['<c s="1"><v>61</v></c>', "1900-03-01"],
    ['<c s="2"><v>45678.5</v></c>', "2025-01-21T12:00:00"],
    ['<c s="2"><v>45678.999999</v></c>', "2025-01-22"],
    ['<c s="3"><v>0.4375</v></c>', "10:30:00"],
    ['<c s="4"><v>45678</v></c>', "45678"],
    ['<c s="1"><v>-3</v></c>', "-3"],
    ['<c s="9"><v>7</v></c>', "7"],
    ['<c s="5"><v>1.104166666666667</v></c>', "26:30:00"],
    ['<c s="6"><v>0.5</v></c>', "12:00:00"],
    ['<c s="6"><v>-0.5</v></c>', "-12:00:00"],
    ['<c t="d"><v>PT0H11M</v></c>', "0:11:00"],
    ['<c t="d"><v>P1DT2H0M5S</v></c>', "26:00:05"],
    ['<c t="inlineStr"><is><t><![CDATA[Tom & <b>]]></t></is></c>', "Tom & <b>"],
    ['<c t="inlineStr"><is><t>a<![CDATA[</t></c></row>]]>b</t></is></c>', "a</t></c></row>b"],
  ])("has in %s the text %j", (cell, text) => {
    const rows = `${header("a")}<row>${cell}</row>`;
    expect(linesOf(workbook({ rows, texts: TEXTS }))[1]).toBe(`${JSON.stringify({ a: text })}\n`);
  });

  it("lets its reader pause within many blank rows and texts", () => {
    const rows = `${header("a")}${"<row/>".repeat(3_000)}<row>${inline("1")}</row>`;
    const lines = [...workbookLines(workbook({ rows, texts: "<si><t/></si>".repeat(2_000) }))];
    const texts = lines.map(({ text }) => text);
    expect(texts).toEqual(["", "", "", "", "", "\n", '{"a":"1"}\n']);
  });

  it("has parts whose names differ in capitals from how it refers to them", () => {
    const texts = "<si><t>Ana</t></si>";
    const parts = workbookParts({ rows: `${header("a")}<row><c t="s"><v>0</v></c></row>`, texts });
    const shouted = Object.entries(parts).map(([name, xml]) => [
      name.replace("sharedStrings", "SharedStrings").replace("workbook.xml", "Workbook.xml"),
      xml,
    ]);
    expect(linesOf(archive(Object.fromEntries(shouted)))).toEqual(["\n", '{"a":"Ana"}\n']);
  });

  it("has cells whose references are in small letters", () => {
    const row = '<row r="2"><c r="a2"><v>1</v></c><c r="c2"><v>3</v></c></row>';
    expect(linesOf(workbook({ rows: header("a", "b", "c") + row }))[1]).toBe(
      '{"a":"1","b":"","c":"3"}\n',
    );
  });

  it("has rows in several elements of one number, also across its pieces", () => {
    const cell = (at: string, text: string) => `<c r="${at}"><v>${text}</v></c>`;
    const rows = [
      `<row r="1">${inline("a")}</row><row r="1"><c r="C1" t="str"><v>c</v></c></row>`,
      `<row r="2">${cell("A2", "1")}</row><row r="2">${cell("C2", "3")}</row>`,
      `<row r="3">${cell("A3", "4")}</row>`,
    ];
    expect(linesOf(workbook({ rows: rows.join("") }))).toEqual([
      "\n",
      '{"a":"1","column 2":"","c":"3"}\n',
      '{"a":"4"}\n',
    ]);
  });

  it("tells its columns in their order, also those that are numbers", () => {
    const lines = workbookLines(workbook({ rows: header("name", "123", "7") }));
    lines.next();
    expect(lines.next()).toEqual({ done: true, value: ["name", "123", "7"] });
  });

  it("can be read on from each place that it tells", () => {
    const row = (attributes: string, ...texts: string[]) =>
      `<row${attributes}>${texts.map(inline).join("")}</row>`;
    const rows = [
      `${row(' r="3"', "a", "b")}<row r="4"/>${row(' r="6"', "1")}${row("", "2", "é🙂")}`,
      `${row(' r="9"', "<![CDATA[<row>]]>")}<row r="9"><c r="B9"><v>3</v></c></row>`,
      `${row(' r="10"', "x".repeat(70_000))}${row(' r="12"', "4")}`,
    ].join("");
    const file = workbook({ rows, texts: TEXTS });
    const all = [...workbookLines(file)];
    const places = all.flatMap(({ next }, at) => (next ? [{ next, at }] : []));
    expect(places).toHaveLength(all.length - 1);
    for (const { next, at } of places)
      expect([...workbookLines(file, { from: next })]).toEqual(all.slice(at + 1));
  });

  it("is read up to the end of its rows", () => {
    const parts = workbookParts({ rows: header("a") });
    const name = "xl/worksheets/sheet1.xml";
    const more = `${parts[name]}<hyperlinks>${"<row>".repeat(2 ** 20)}</hyperlinks>`;
    expect(linesOf(archive({ ...parts, [name]: more }))).toEqual(["\n"]);
  });

  it("may count days from 1904", () => {
    const rows = `${header("a")}<row><c s="1"><v>44216</v></c></row>`;
    expect(linesOf(workbook({ rows, is1904: true }))[1]).toBe('{"a":"2025-01-21"}\n');
  });

  it("has several sheets, of which the first with cells is read", () => {
    const file = workbook({ rows: header("a"), second: `${header("b")}<row>${inline("1")}</row>` });
    expect(linesOf(file)).toEqual(["\n"]);
    expect(linesOf(file, { sheet: "Leads & more" })).toEqual(["\n"]);
    expect(linesOf(file, { sheet: "Second" })).toEqual(["\n", '{"b":"1"}\n']);
    expect(() => linesOf(file, { sheet: "Third" })).toThrow("The workbook has no such sheet.");
  });

  it("is read as read-excel-file reads it", async () => {
    const cells = (n: number) =>
      `<c r="A${n}" t="s"><v>${n % 6}</v></c><c r="B${n}"><v>${n * 1.5}</v></c>` +
      `<c r="D${n}" t="b"><v>${n % 2}</v></c><c r="E${n}" t="inlineStr"><is><t>${n} &amp;</t></is></c>`;
    const numbers = Array.from({ length: 1_000 }, (_, n) => n + 1);
    const rows = numbers.map((n) => `<row r="${n}">${cells(n)}</row>`).join("");
    const file = workbook({ rows, texts: TEXTS });
    const [, ...expected] = await readSheet(new Uint8Array(file).buffer, 2);
    const [, ...read] = linesOf(file);
    const texts = read.map((line) => Object.values(JSON.parse(line)).filter((text) => text !== ""));
    expect(texts).toEqual(expected.map((row) => row.filter((cell) => cell !== null).map(String)));
  });
});

describe("a workbook that can't be read", () => {
  const good: Parts = { rows: `${header("a")}<row>${inline("1")}</row>` };
  const parts = workbookParts(good);
  const without = (name: string) =>
    archive(Object.fromEntries(Object.entries(parts).filter(([part]) => part !== name)));
  const sheet = (xml: string) => archive({ ...parts, "xl/worksheets/sheet1.xml": xml });

  it.each<[string, Uint8Array, WorkbookOptions?]>([
    ["broken", new Uint8Array()],
    ["broken", workbook(good).subarray(0, 900)],
    ["broken", without("xl/workbook.xml")],
    ["broken", without("xl/worksheets/sheet1.xml")],
    ["broken", sheet("<row><c><v>1</v></c>")],
    [
      "broken",
      workbook({ rows: `<row r="3">${inline("a")}</row><row r="2">${inline("1")}</row>` }),
    ],
    ["no_sheet", archive({ ...parts, "xl/workbook.xml": "<workbook/>" })],
    ["no_header", workbook({ rows: "" })],
    ["no_header", workbook({ rows: "<row/><row><c/></row>" })],
    ["too_many_columns", workbook({ rows: `<row><c r="SG1"><v>1</v></c></row>` })],
    ["too_many_rows", workbook({ rows: `${header("a")}<row r="200001">${inline("1")}</row>` })],
    ["too_many_rows", workbook(good), { maxRows: 1 }],
    ["too_many_cells", workbook({ rows: `${header("a")}<row><c/><c/></row>` }), { maxCells: 2 }],
    ["broken", workbook({ rows: "<row/>".repeat(2 ** 20 + 1) })],
    ["broken", workbook({ rows: `${header("a")}<row r="2.5">${inline("1")}</row>` })],
    ["too_large", sheet(" ".repeat(5 * 2 ** 20))],
    ["too_large", workbook(good), { maxBytes: 100 }],
    ["too_large", sheet(`<row><c><v>${" ".repeat(4 * 2 ** 20)}</v></c></row>`)],
    ["too_large", archive({ ...parts, "xl/styles.xml": " ".repeat(9 * 2 ** 20) })],
    ["too_large", archive({ ...parts, "xl/sharedStrings.xml": " ".repeat(41 * 2 ** 20) })],
  ])("is %s", (code, file, options) => {
    expect(() => linesOf(file, options)).toThrow(expect.objectContaining({ code }));
  });

  it("is a bomb whose archive lies about sizes, stopped before it is unpacked", () => {
    const file = sheet(" ".repeat(20 * 2 ** 20));
    const view = new DataView(file.buffer);
    for (let at = 0; at < file.length - 4; at++)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true);
    expect(() => linesOf(file, { maxBytes: 2 ** 20 })).toThrow(
      expect.objectContaining({ code: "too_large" }),
    );
  });

  it("takes no longer for elements that never end", () => {
    for (const xml of ["<row>", "<row ", "<row><c>", "<row><c ", "<row><c><is><t>"])
      expect(() => linesOf(sheet(xml.repeat(300_000)))).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/broken|too_large/) }),
      );
  });

  it("throws nothing but the stated error for whatever bytes", () => {
    const whole = workbook(good);
    for (let seed = 0; seed < whole.length; seed += 11) {
      const file = whole.slice();
      file[seed] = (file[seed] ?? 0) ^ (1 + (seed % 255));
      try {
        linesOf(file);
      } catch (error) {
        expect((error as Error).constructor.name, `byte ${seed}`).toBe("UnreadableFile");
      }
    }
  });
});
