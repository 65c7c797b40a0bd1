import { expect, it } from "vitest";
import { csvHeader, csvRow } from "#http/lists/csv";

const cell = (value: unknown, column = "value") => csvRow([column], { [column]: value });

it("writes the columns in their order, and ends lines with CRLF", () => {
  expect(csvHeader(["id", "name"])).toBe("id,name\r\n");
  expect(csvRow(["id", "name", "age"], { name: "Anna", id: 1 })).toBe("1,Anna,\r\n");
});

it.each([
  ["plain", "plain"],
  ["", ""],
  ["Élodie 🌷", "Élodie 🌷"],
  ["a,b", '"a,b"'],
  ['she said "no"', '"she said ""no"""'],
  ["two\nlines", '"two\nlines"'],
  ["two\r\nlines", '"two\r\nlines"'],
  [null, ""],
  [0, "0"],
  [-5, "-5"],
  [true, "true"],
  [[], "[]"],
  [["a", "b"], '"[""a"",""b""]"'],
  [{ city: "=1+1" }, '"{""city"":""=1+1""}"'],
])("writes %j as %s", (value, text) => {
  expect(cell(value)).toBe(`${text}\r\n`);
});

it.each([
  ["=1+1", "'=1+1"],
  ["+33612345678", "'+33612345678"],
  ["-2", "'-2"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\tx", "'\tx"],
  ["\rx", `"'\rx"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ["'=1", "''=1"],
  ["'quoted'", "'quoted'"],
  ["a=b", "a=b"],
])("keeps a spreadsheet from calculating %j", (value, text) => {
  expect(cell(value)).toBe(`${text}\r\n`);
  // An import as the guide describes it.
  const unquoted = text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
  expect(unquoted.replace(/^'(?=['\s]*[=+\-@\t\r\n])/, "")).toBe(value);
});

it("writes tags as their labels", () => {
  const tags = (...labels: string[]) =>
    cell(
      labels.map((label, id) => ({ id, label })),
      "tags",
    );
  expect(tags("Call booked", "VIP")).toBe("Call booked|VIP\r\n");
  expect(tags("a|b", "c\\d")).toBe("a\\|b|c\\\\d\r\n");
  expect(tags("=x", "y")).toBe("'=x|y\r\n");
  expect(tags()).toBe("\r\n");
});
