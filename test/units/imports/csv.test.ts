import { describe, expect, it } from "vitest";
import { readCells, readFile, utf16, windows1252 } from "#test/support/imports";

type Case = [what: string, file: string, rows: (string[] | string)[]];

const spectrum: Case[] = [
  ["a comma in quotes", 'first,address\nJo,"1, Old Road"\n', [["Jo", "1, Old Road"]]],
  [
    "empty cells",
    'a,b,c\n1,"",""\n2,3,4\n',
    [
      ["1", "", ""],
      ["2", "3", "4"],
    ],
  ],
  [
    "CRLF and empty cells",
    'a,b\r\n1,\r\n"",2\r\n',
    [
      ["1", ""],
      ["", "2"],
    ],
  ],
  [
    "quotes in quotes",
    'a,b\n1,"ha ""ha"" ha"\n3,4\n',
    [
      ["1", 'ha "ha" ha'],
      ["3", "4"],
    ],
  ],
  [
    "JSON",
    'key,val\n1,"{""type"": ""Point"", ""x"": [1, 2]}"\n',
    [["1", '{"type": "Point", "x": [1, 2]}']],
  ],
  [
    "newlines in quotes",
    'a,b\n1,"one\ntwo"\n"x\r\ny",3\n',
    [
      ["1", "one\ntwo"],
      ["x\r\ny", "3"],
    ],
  ],
  ["quotes and newlines", 'a,b\n1,"ha \n""ha"" \nha"\n', [["1", 'ha \n"ha" \nha']]],
  ["a simple file without a last newline", "a,b,c\n1,2,3", [["1", "2", "3"]]],
  [
    "characters beyond ASCII",
    "a,b\n1,ʤ\n🙂,ß\n",
    [
      ["1", "ʤ"],
      ["🙂", "ß"],
    ],
  ],
];

const odd: Case[] = [
  [
    "text formulas, whose commas and line ends are theirs",
    'a,b\n="1,5",="x\ny"\n"=""06""",="say ""a,b"""\n=1,="2"\n',
    [
      ['="1,5"', '="x\ny"'],
      ['="06"', '="say ""a,b"""'],
      ["=1", '="2"'],
    ],
  ],
  ["an equals sign within a cell", 'a,b\nx="1,2"\n', [['x="1', '2"']]],
  [
    "CR alone",
    "a,b\r1,2\r3,4",
    [
      ["1", "2"],
      ["3", "4"],
    ],
  ],
  ["blank rows", "a,b\n\n  \n,\n1,2\n\n", [["1", "2"]]],
  ["too few cells", "a,b,c\n1\n", [["1", "", ""]]],
  ["blank cells too many", "a,b\n1,2,, \n", [["1", "2"]]],
  ["cells too many", "a,b\n1,2,3\n4,5\n", ["2: too_many_cells", ["4", "5"]]],
  [
    "a quote within a cell",
    'a,b\n5" pipe,2\n3,it"s"\n',
    [
      ['5" pipe', "2"],
      ["3", 'it"s"'],
    ],
  ],
  ["a quote behind a space", 'a,b\n1, "2"\n', [["1", ' "2"']]],
  ["text behind a closing quote", 'a,b\n"Ann" Lee,2\n', [["Ann Lee", "2"]]],
  ["quotes that aren't doubled", 'a,b\n"Ann "Annie" Lee",2\n', [['Ann Annie" Lee"', "2"]]],
  ["an empty quote at the end", 'a,b\n1,""', [["1", ""]]],
  [
    "a quote that is never closed",
    'a,b\n1,2\n3,"4\n5,6\n7,8',
    [["1", "2"], "3: open_quote", ["5", "6"], ["7", "8"]],
  ],
  ["an open quote in the last row", 'a,b\n1,2\n3,"4', [["1", "2"], "3: open_quote"]],
  ["NUL", "a,b\n1,\0\n2,3\n", ["2: unreadable", ["2", "3"]]],
];

describe("a CSV file", () => {
  it.each([...spectrum, ...odd])("is read with %s", async (_, file, rows) => {
    for (const chunkBytes of [1, 2, 3, 7, 65_536])
      expect((await readCells(file, { chunkBytes })).slice(1)).toEqual(rows);
  });

  it.each([
    ["a byte order mark", "\ufeffa,b\n1,2\n", ["a", "b"]],
    ["Excel's first line", "sep=;\r\na,x;b\r\n1;2\r\n", ["a,x", "b"]],
    ["a mark and Excel's first line", "\ufeffsep=|\na|b\n1|2", ["a", "b"]],
    ["blank rows before", "\n\n,\na,b\n1,2", ["a", "b"]],
    [
      "spaces around names",
      " a , the\n  b \n1,2".replace(", the\n  b ", ',"the\n  b "'),
      ["a", "the b"],
    ],
    [
      "names that come twice",
      "Email,Email,Email (2)\n1,2,3",
      ["Email", "Email (2)", "Email (2) (2)"],
    ],
    ["blank names", "a,,\n1,2,3", ["a", "column 2", "column 3"]],
    ["a hostile name", "__proto__,constructor,a\\b\n1,2,3", ["column 1", "constructor", "a/b"]],
  ])("has columns with %s", async (_, file, columns) => {
    const [names, row] = await readCells(file);
    expect([names, row]).toEqual([columns, columns.map((_, at) => String(at + 1))]);
  });

  it.each([
    [",", 'a,b\n"x;y;z",2\n'],
    [";", "Name;E-mail\nSmith, John;j@example.com\nLee, Ann;a@example.com\n"],
    [";", 'a;b;c\n1,5;"x,\n,y";2,5\n'],
    ["\t", "a\tb, or c\n1\t2\n"],
    ["|", "a|b\n1|2\n"],
    [",", "only\none\n"],
    [",", '"a;b",c\n"1;2",3\n'],
  ])("has the delimiter %j", async (delimiter, file) => {
    expect((await readFile(file)).layout).toMatchObject({ delimiter });
  });

  it.each(["^", " ", "¦", "→", "x"])("may name the delimiter %s", async (delimiter) => {
    const file = `a,${delimiter}b\n"1${delimiter}";${delimiter}"2,\n3"`;
    const rows = [
      ["a,", "b"],
      [`1${delimiter};`, "2,\n3"],
    ];
    for (const bytes of [file, utf16(file), utf16(file, { isBig: true, mark: "" })])
      expect(await readCells(bytes, { hints: { delimiter } })).toEqual(rows);
  });

  it("numbers rows as a spreadsheet does", async () => {
    const { rows } = await readFile('a,b\n\n1,"x\ny"\n,\n2,3\n');
    expect(rows.map(({ row }) => row)).toEqual([3, 5]);
  });
});

describe("the encoding of a file", () => {
  const text = 'Prénom;Ville\r\nÉlodie;"Châlons\r\n""sur"" Saône"\r\nZoë;Œuilly\r\n';
  const rows = [
    ["Prénom", "Ville"],
    ["Élodie", 'Châlons\r\n"sur" Saône'],
    ["Zoë", "Œuilly"],
  ];

  it.each([
    ["utf-8", new TextEncoder().encode(text)],
    ["utf-8", new TextEncoder().encode(`\ufeff${text}`)],
    ["utf-16le", utf16(text)],
    ["utf-16be", utf16(text, { isBig: true })],
    ["utf-16le", utf16(text, { mark: "" })],
    ["utf-16be", utf16(text, { isBig: true, mark: "" })],
    ["windows-1252", windows1252(text)],
  ])("is %s", async (encoding, file) => {
    for (const chunkBytes of [1, 3, 65_536]) {
      expect((await readFile(file, { chunkBytes })).layout.encoding).toBe(encoding);
      expect(await readCells(file, { chunkBytes })).toEqual(rows);
    }
  });

  it("is judged by its first 64 KiB, which may end within a character", async () => {
    const file = `a,b\n${"é,1\n".repeat(20_000)}`;
    for (const more of ["", "a", "ab", "abc"])
      expect((await readFile(more + file)).layout.encoding).toBe("utf-8");
  });

  it("is an error of the rows that are not in it", async () => {
    const file = [...new TextEncoder().encode("a,b\n1,é\n"), 50, 44, 0xe9, 10, 51, 44, 52];
    const hints = { encoding: "utf-8" } as const;
    expect(await readCells(Uint8Array.from(file), { hints })).toEqual([
      ...[
        ["a", "b"],
        ["1", "é"],
      ],
      "3: unreadable",
      ["3", "4"],
    ]);
    const lone = utf16("a,b\n1,\ud800\n2,3");
    expect((await readCells(lone)).slice(1)).toEqual(["2: unreadable", ["2", "3"]]);
    expect((await readCells(Uint8Array.of(...utf16("a,b\n1,2\n"), 51))).slice(1)).toEqual([
      ["1", "2"],
      "3: unreadable",
    ]);
  });
});
