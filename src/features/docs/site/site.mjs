import { guideCards, readGuides } from "./guides.mjs";
import { html } from "./html.mjs";
import { page, plainPage } from "./layout.mjs";
import { codeBlock } from "./markdown.mjs";
import { firstPage, notFoundPage } from "./plain-pages.mjs";
import { referencePages } from "./reference/pages.mjs";

const PER_FILE = 40_000;

const guidesIndex = (guides) => ({
  url: "/docs",
  title: "All guides",
  content: html`<h1>Guides</h1>${guideCards(guides)}`,
});

/** The entries of a guide for the search: one for each of its sections. */
const foundIn = ({ url, title, sections }) =>
  sections.map(({ anchor, heading, depth, texts }) => ({
    url: depth === 1 ? url : `${url}#${anchor}`,
    title: heading,
    page: title,
    text: texts.join(" ").slice(0, PER_FILE),
  }));

/**
 * The index of the documentation's search: an entry for each section of a guide and each
 * operation, with `url`, `title`, `page` and `text`.
 */
export function foundBySearch(guides, document) {
  return [...guides.flatMap(foundIn), ...referencePages(document).found];
}

/**
 * The pages of the site by the path of their file. `files` are the URLs of what they load, by name.
 */
export function sitePages({ guides, document, files }) {
  const { pages: reference } = referencePages(document);
  const all = [guidesIndex(guides), ...guides];
  const site = { files, guides: all, reference };
  const inOrder = [...all, ...reference];
  const pages = inOrder.map((each, index) => [
    `${each.url.slice(1)}.html`,
    page(site, { ...each, previous: inOrder[index - 1], next: inOrder[index + 1] }),
  ]);
  return Object.fromEntries([
    ...pages,
    ["first-page.html", plainPage(site, firstPage(guides, codeBlock))],
    ["not-found.html", plainPage(site, notFoundPage())],
  ]);
}

export { readGuides };
