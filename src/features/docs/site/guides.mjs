import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { html } from "./html.mjs";
import { renderMarkdown } from "./markdown.mjs";

/** The guides in the order of `order.json`; those that are not written yet are left out. */
export function readGuides(folder) {
  const order = JSON.parse(readFileSync(join(folder, "order.json"), "utf8"));
  const unordered = readdirSync(folder).filter(
    (name) => name.endsWith(".md") && !order.includes(name.slice(0, -3)),
  );
  if (unordered.length > 0) throw new Error(`order.json lacks ${unordered.join(", ")}`);
  return order
    .filter((name) => existsSync(join(folder, `${name}.md`)))
    .map((name) => ({
      name,
      url: `/docs/${name}`,
      ...renderMarkdown(readFileSync(join(folder, `${name}.md`), "utf8")),
    }));
}

/** The first sentences of a guide, which introduce it in lists. */
const introduction = ({ sections }) => sections[0]?.texts[0]?.trim() ?? "";

/** The guides as a list of cards. */
export const guideCards = (guides) =>
  html`<ul class="cards">${guides.map(
    (guide) =>
      html`<li><a href="${guide.url}"><b>${guide.title}</b><span>${introduction(guide)}</span></a></li>`,
  )}</ul>`;
