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

/** The text that introduces a guide in lists: its first paragraph, else its sections. */
const introduction = ({ sections: [first, ...rest] }) =>
  first?.texts[0]?.trim() ||
  rest
    .filter(({ depth }) => depth === 2)
    .map(({ heading }) => heading)
    .join(", ");

/** The guides as a list of cards. */
export const guideCards = (guides) =>
  html`<ul class="cards">${guides.map(
    (guide) =>
      html`<li><a href="${guide.url}"><b>${guide.title}</b>\
<span>${introduction(guide)}</span></a></li>`,
  )}</ul>`;
