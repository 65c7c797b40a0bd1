import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

const FOLDER = "dist/assets/console";
const KIB = 1_024;
const FIRST_LOAD_KIB = 146;
const CHUNK_KIB = 80;
const SOURCES_KIB = 20;

const kib = (file: string) => gzipSync(readFileSync(`${FOLDER}/files/${file}`)).length / KIB;
const textOf = (file: string) => readFileSync(`${FOLDER}/files/${file}`, "utf8");

const page = readFileSync(`${FOLDER}/index.html`, "utf8");
const files = readdirSync(`${FOLDER}/files`);
const ofThePage = [...page.matchAll(/(?:src|href)="\/console\/files\/([^"]+)"/g)].map(
  ([, file = ""]) => file,
);

/** The imports that a script needs before it runs. */
const importsOf = (file: string) =>
  file.endsWith(".js")
    ? [...textOf(file).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].map(
        ([, name = ""]) => name,
      )
    : [];

/** Files with all that they import. */
function withImports(names: string[]) {
  const found = new Set<string>();
  const wanted = [...names];
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    wanted.push(...importsOf(name));
  }
  return [...found];
}

const inLanguage = (language: string) =>
  files.filter((file) => new RegExp(`(^|\\.)${language}-`).test(file));
/** Read before the first screen is shown. */
const isFirst = (file: string) => file.startsWith("first.");

const sum = (names: string[]) => names.reduce((total, name) => total + kib(name), 0);

describe("the console's files", () => {
  it(`have at most ${FIRST_LOAD_KIB} KiB for the frame and the first screen, compressed`, () => {
    const home = files.filter((file) => /^home-.*\.(js|css)$/.test(file));
    expect(home.length).toBeGreaterThan(0);
    const texts = ["en", "fr"].map((language) => inLanguage(language).filter(isFirst));
    expect(texts.map(({ length }) => length)).toEqual([1, 1]);
    // A script that waits as a whole would keep texts waiting that import a part of it.
    expect(readFileSync("src/console/main.tsx", "utf8")).not.toMatch(/^await /m);
    const first = withImports([...ofThePage, ...home]);
    const all = sum(first) + Math.max(...texts.map(sum));
    expect(all).toBeGreaterThan(50);
    expect(all, first.join(", ")).toBeLessThanOrEqual(FIRST_LOAD_KIB);
  });

  it("have the texts of one language only", () => {
    const [en, fr] = [inLanguage("en"), inLanguage("fr")];
    expect(fr.length).toBe(en.length);
    const mixed = files
      .filter((file) => withImports([file]).some((part) => en.includes(part) || fr.includes(part)))
      .filter((file) => !en.includes(file) && !fr.includes(file));
    expect(mixed).toEqual([]);
    for (const file of en)
      expect(withImports([file]).filter((part) => fr.includes(part))).toEqual([]);
  });

  it(`have at most ${CHUNK_KIB} KiB each, but for the frame`, () => {
    const frame = withImports(ofThePage);
    const large = files.filter((file) => !frame.includes(file) && kib(file) > CHUNK_KIB);
    expect(large).toEqual([]);
  });

  it(`have at most ${SOURCES_KIB} KiB for each part of sources and bookings`, () => {
    const parts = ["source-list", "connect", "mapping", "deliveries", "sources", "bookings"];
    for (const part of [...parts, "booking-dialog", "sources.en", "sources.fr"]) {
      const ofPart = files.filter((file) => file.startsWith(`${part}-`));
      expect(ofPart, part).not.toEqual([]);
      expect(Math.max(...ofPart.map(kib)), part).toBeLessThanOrEqual(SOURCES_KIB);
    }
  });

  it("have no script or style in the page, and nothing of other hosts", () => {
    expect(page).not.toMatch(/<style|style="|<script(?![^>]* src=)/);
    for (const [, url = ""] of page.matchAll(/(?:src|href)="([^"]+)"/g))
      expect(url).toMatch(/^\/console\/files\//);
  });
});
