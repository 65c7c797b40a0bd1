import type { Bundle } from "./bundle";

// A bundle as a page for people: no scripts, nothing is loaded, every value is escaped.

const STYLE =
  ":root{color-scheme:light dark}" +
  "body{margin:0;background:light-dark(#f5f8f7,#111816);color:light-dark(#1c2523,#dfe7e4);" +
  'font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}' +
  "main{max-width:52rem;margin:0 auto;padding:2rem 1.5rem 4rem}" +
  "h1{font-size:1.75rem;line-height:1.25}h2{margin-top:2.5rem;font-size:1.25rem}" +
  "article{margin:1rem 0;padding:.75rem 1rem;border-radius:.5rem;break-inside:avoid;" +
  "background:light-dark(#fff,#1a2320)}" +
  "dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;margin:0}" +
  "dt{color:light-dark(#55625e,#9fb0aa)}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}" +
  "pre{margin:0;font:inherit;white-space:pre-wrap}dd dl{grid-template-columns:auto 1fr}" +
  "ul{margin:0;padding-left:1.25rem}li:has(>dl){margin-bottom:.5rem}" +
  "@media (max-width:36rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}" +
  "@media print{body{background:none;color:#000}main{max-width:none;padding:0}" +
  "article{background:none;border:1px solid #999}}";

/** The page loads nothing, runs nothing and stands in no frame. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; sandbox";

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** `first_name` as people write it. */
const labelOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** The depth to which members within members are shown as lists; deeper ones are shown as JSON. */
const MAX_DEPTH = 4;

function shown(value: unknown, depth = 0): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && depth < MAX_DEPTH)
    return `<ul>${value.map((one) => `<li>${shown(one, depth + 1)}</li>`).join("")}</ul>`;
  if (typeof value === "object" && value !== null)
    return depth < MAX_DEPTH
      ? listed(value, depth + 1)
      : `<pre>${escaped(JSON.stringify(value, null, 1))}</pre>`;
  const text = String(value);
  if (!TIME.test(text)) return escaped(text);
  return `<time datetime="${text}">${text.slice(0, 10)} ${text.slice(11, 19)} UTC</time>`;
}

const listed = (item: object, depth = 0) =>
  `<dl>${Object.entries(item)
    .filter(([, value]) => !isEmpty(value))
    .map(
      ([name, value]) =>
        `<dt>${escaped(labelOf(name))}</dt><dd dir="auto">${shown(value, depth)}</dd>`,
    )
    .join("")}</dl>`;

const article = (item: unknown) => `<article>${listed(Object(item))}</article>`;

const nameOf = ({ id, first_name, last_name }: Bundle["lead"]) =>
  [first_name, last_name].filter((name) => name !== null).join(" ") || `lead ${id}`;

function missing({ leftOut }: Bundle) {
  if (leftOut.length === 0) return "";
  const names = leftOut.map(({ part, ability }) => `${labelOf(part)} (${ability})`).join(", ");
  return `<p>The token that asked for this page may not read: ${escaped(names)}.</p>`;
}

/** A bundle as a page, in texts. Its last paragraph says that it is complete. */
export async function* toHtml(bundle: Bundle) {
  const title = escaped(`What is held of ${nameOf(bundle.lead)}`);
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head>` +
    `<body><main><h1>${title}</h1><p>As of ${shown(bundle.createdAt)}. ` +
    `The last line of this page says that it is complete.</p>${missing(bundle)}` +
    `<section><h2>The lead</h2>${article(bundle.lead)}</section>`;
  for (const { title: heading, pages } of bundle.parts) {
    yield `<section><h2>${escaped(heading)}</h2>`;
    let count = 0;
    for await (const items of pages) {
      count += items.length;
      yield items.map(article).join("");
    }
    yield `${count === 0 ? "<p>Nothing.</p>" : ""}</section>`;
  }
  await bundle.end();
  yield "<p><strong>This page is complete.</strong></p></main></body></html>";
}
