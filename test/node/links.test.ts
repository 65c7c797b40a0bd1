import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { buildAssets } from "../../src/features/docs/build/assets.mjs";
import { anchorMaker, plainText } from "../../src/features/docs/site/html.mjs";

const SITE = "dist/assets";
const GUIDES = "src/features/docs/guides";

/** The ids and links of a page of the site. */
function readPage(file: string) {
  const html = readFileSync(file, "utf8");
  const found = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text]) => plainText(text));
  return { ids: found(/\sid="([^"]*)"/g), links: found(/\s(?:href|src)="([^"]*)"/g) };
}

/** The pages of the site by their URL. */
const readSite = () =>
  new Map(
    globSync(`${SITE}/**/*.html`).map((file) => [
      file.slice(SITE.length).replace(/\.html$/, ""),
      readPage(file),
    ]),
  );

/** The links of a Markdown text, without those in its code, and the anchors of its headings. */
function readMarkdown(file: string) {
  const text = readFileSync(file, "utf8").replace(/^( *)```[\s\S]*?^\1```/gm, "");
  const anchorOf = anchorMaker();
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!);
  return {
    anchors: headings.map((heading) => anchorOf(heading.replace(/[`*]|\]\([^)]*\)|\[/g, ""))),
    links: [...text.replace(/`[^`]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!),
  };
}

describe("the links", () => {
  beforeAll(buildAssets);

  it("of the site lead to pages, files and anchors that are there", () => {
    const site = readSite();
    expect(site.size).toBeGreaterThan(20);
    const isThere = (page: string, link: string) => {
      const url = URL.parse(link, `http://site${page}`);
      if (!url) return false;
      if (url.host !== "site") return /^(https?|mailto):$/.test(url.protocol);
      const target = site.get(url.pathname === "/" ? "/first-page" : url.pathname);
      if (!target) return url.hash === "" && existsSync(join(SITE, url.pathname));
      return url.hash === "" || target.ids.includes(decodeURIComponent(url.hash.slice(1)));
    };
    const dead = [...site].flatMap(([page, { links }]) =>
      links.filter((link) => !isThere(page, link)).map((link) => `${page}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it("of the console lead to chapters of guides that are there", () => {
    const site = readSite();
    const sources = globSync("src/console/**/*.{ts,tsx}").map((file) => readFileSync(file, "utf8"));
    const links = sources.flatMap((text) => [...text.matchAll(/"(\/docs\/[^"]*)"/g)]);
    const dead = links.filter(([, link = ""]) => {
      const [page = "", anchor] = link.split("#");
      return !site.get(page) || (anchor && !site.get(page)?.ids.includes(anchor));
    });
    expect(links.length).toBeGreaterThan(10);
    expect(dead.map(([, link]) => link)).toEqual([]);
  });

  it("name each anchor of a page once", () => {
    for (const [page, { ids }] of readSite())
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        page,
      ).toEqual([]);
  });

  it.each(["README.md", ...globSync(`${GUIDES}/*.md`)])(
    "of %s lead to files and headings that are there, as on GitHub",
    (file) => {
      const dead = readMarkdown(file).links.filter((link) => {
        // Absolute paths are pages of the site.
        if (/^(https?:|mailto:)/.test(link)) return !URL.canParse(link);
        if (link.startsWith("/")) return !existsSync(`${SITE}${link.replace(/#.*/, "")}.html`);
        const [path, anchor] = link.split("#");
        const target = path ? join(dirname(file), path) : file;
        if (!existsSync(target)) return true;
        return anchor !== undefined && !readMarkdown(target).anchors.includes(anchor);
      });
      expect(dead).toEqual([]);
    },
  );
});
