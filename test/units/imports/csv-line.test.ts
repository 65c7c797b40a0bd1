import { describe, expect, it } from "vitest";
import { csvLine, guarded, withoutGuard } from "#lib/csv";
import { readCells } from "#test/support/imports";

describe("a line of CSV", () => {
  it.each([
    [["a", "1", ""], "a,1,\r\n"],
    [["a,b", 'say "hi"', "two\nlines"], '"a,b","say ""hi""","two\nlines"\r\n'],
    [
      ["=1+1", "+33612345678", "-5", "@me", "\tx"],
      "'=1+1,'+33612345678,'-5,'@me,\"'\tx\"\r\n".replace('"\'\tx"', "'\tx"),
    ],
    [["'=1", "it's", "'tis"], "''=1,it's,'tis\r\n"],
    [["＝1+1", "＠me", " =1", "' =1", "\n=1"], "'＝1+1,'＠me,' =1,'' =1,\"'\n=1\"\r\n"],
    [[" a", "b "], '" a","b "\r\n'],
  ])("of %j", (cells, line) => {
    expect(csvLine(cells.map(guarded))).toBe(line);
    expect(cells.map((cell) => withoutGuard(guarded(cell)))).toEqual(cells);
  });

  it("is read back as it was, with any delimiter", async () => {
    const rows = [["a", "b;c", '"', '""', 'x"y', "l\r\nm", ",", "|", "\t.", "", " "]];
    for (const delimiter of [",", ";", "\t", "|"]) {
      const columns = rows[0]?.map((_, at) => `c${at}`) ?? [];
      const file = [columns, ...rows]
        .map((cells) => csvLine(cells.map(guarded), delimiter))
        .join("");
      const [, ...read] = await readCells(file);
      expect(read.map((cells) => (cells as string[]).map(withoutGuard))).toEqual(rows);
    }
  });
});
