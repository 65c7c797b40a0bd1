import { html } from "./html.mjs";

const link = (current) => (page) =>
  html`<li><a href="${page.url}" ${page.url === current && html`aria-current="page"`}>\
${page.title}</a></li>`;

const navigation = ({ guides, reference }, current) => html`
<nav id="menu" class="menu" popover aria-label="Documentation">
<h2>Guides</h2>
<ul>${guides.map(link(current))}</ul>
<h2>Reference</h2>
<ul>${reference.map(link(current))}</ul>
</nav>`;

const contents = (sections) =>
  html`<ul>${sections.map(
    ({ depth, anchor, heading }) =>
      html`<li class="depth-${depth}"><a href="#${anchor}">${heading}</a></li>`,
  )}</ul>`;

const head = (title, files) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="${files["icon.svg"]}" type="image/svg+xml">
<link rel="stylesheet" href="${files["style.css"]}">
<script type="module" src="${files["site.js"]}" data-search="${files["search.js"]}" \
data-index="${files["search.json"]}" data-try="${files["try.js"]}"></script>
</head>`;

const header = (files, hasMenu) => html`
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
${
  hasMenu &&
  html`<button class="menu-button" popovertarget="menu" aria-label="Menu">\
<span></span></button>`
}
<a class="brand" href="/" aria-label="Lead Engagement API">\
<img src="${files["icon.svg"]}" alt="" width="28" height="28"><span>Lead Engagement API</span></a>
<search class="search" hidden>
<input type="search" placeholder="Search" aria-label="Search the documentation" \
autocomplete="off" spellcheck="false" maxlength="100">
<kbd aria-hidden="true">/</kbd>
<div class="results" hidden aria-live="polite"></div>
</search>
<nav class="links" aria-label="Site"><a href="/docs">Guides</a>\
<a href="/docs/reference">Reference</a><a href="/console">Console</a></nav>
</header>`;

/**
 * A page of the documentation: `sections` are its contents, `previous` and `next` its neighbours.
 */
export function page(site, { url, title, content, sections = [], previous, next }) {
  const inside = sections.filter(({ depth }) => depth === 2 || depth === 3);
  const hasContents = inside.length > 1;
  return String(html`${head(`${title} · Lead Engagement API`, site.files)}
<body class="docs">
${header(site.files, true)}
<div class="columns">
${navigation(site, url)}
<main id="content">
${
  hasContents &&
  html`<details class="contents"><summary>On this page</summary>${contents(inside)}</details>`
}
<article>${content}</article>
<nav class="neighbours" aria-label="Previous and next">
${
  previous &&
  html`<a rel="prev" href="${previous.url}"><small>Previous</small>\
${previous.title}</a>`
}
${next && html`<a rel="next" href="${next.url}"><small>Next</small>${next.title}</a>`}
</nav>
</main>
${
  hasContents &&
  html`<aside class="aside" aria-label="On this page"><h2>On this page</h2>\
${contents(inside)}</aside>`
}
</div>
</body>
</html>
`);
}

/** A page of its own, without the documentation's menu. */
export const plainPage = (site, { title, content, className }) =>
  String(html`${head(title, site.files)}
<body class="${className}">
${header(site.files, false)}
<main id="content">
${content}
</main>
</body>
</html>
`);
