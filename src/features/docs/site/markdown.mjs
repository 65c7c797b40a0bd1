import { Marked } from "marked";
import { highlight } from "./highlight.mjs";
import { anchorMaker, escapeHtml, html, plainText, raw } from "./html.mjs";

/**
 * Where a link of a guide leads on the site: `name.md#anchor` is `/docs/name#anchor`. Undefined for
 * files of the repository, which are not served.
 */
export function siteUrl(href) {
  if (/^(https?:|mailto:|\/|#)/.test(href)) return href;
  const [, name, anchor = ""] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (name) return `/docs/${name}${anchor}`;
  return /(^|\/)README\.md(#.*)?$/.test(href) ? "/" : undefined;
}

/**
 * A block of code. An answer gets a caption, with the status that may stand behind its language.
 */
export function codeBlock(code, info = "", isAnswer = false) {
  const [language = "", status = ""] = info.split(" ");
  const known = /^\d{3}$/.test(status) && html` <b>${status}</b>`;
  const caption = isAnswer && html`<figcaption>Answer${known}</figcaption>`;
  const text = raw(highlight(code.replace(/\n$/, ""), language));
  return html`<figure class="code ${isAnswer && "answer"}">${caption}\
<pre tabindex="0"><code>${text}</code></pre></figure>`;
}

/** True if a block of JSON or HTTP stands directly behind a block of commands. */
function isAnswer(tokens, index) {
  const [before, token] = [
    tokens.slice(0, index).findLast(({ type }) => type !== "space"),
    tokens[index],
  ];
  return /^(json|http)\b/.test(token.lang ?? "") && /^(sh|bash)\b/.test(before?.lang ?? "");
}

/**
 * Markdown as HTML. Returns it with its title, which is the first heading, and its sections: the
 * parts under each heading, with their plain text.
 */
export function renderMarkdown(markdown) {
  const anchorOf = anchorMaker();
  const sections = [];
  let title = "";
  const renderer = {
    heading({ tokens, depth }) {
      const content = this.parser.parseInline(tokens);
      const heading = plainText(content);
      const anchor = anchorOf(heading);
      sections.push({ depth, heading, anchor, texts: [] });
      if (depth === 1) {
        title ||= heading;
        return `<h1 id="${anchor}">${content}</h1>\n`;
      }
      const label = `Link to ${escapeHtml(heading)}`;
      const link = `<a class="anchor" href="#${anchor}" aria-label="${label}">#</a>`;
      return `<h${depth} id="${anchor}">${content}${link}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const content = this.parser.parseInline(tokens);
      const url = siteUrl(href);
      return url === undefined ? content : `<a href="${escapeHtml(url)}">${content}</a>`;
    },
    image({ href, text }) {
      const url = href.replace(/^images\//, "/docs/images/");
      return `<img class="shot" src="${escapeHtml(url)}" alt="${escapeHtml(text)}" loading="lazy">`;
    },
    code({ text, lang, isAnswer }) {
      return `${codeBlock(text, lang, isAnswer)}\n`;
    },
    html({ text }) {
      return escapeHtml(text);
    },
    table(token) {
      const cell = (tag) => (item) =>
        `<${tag}>${this.parser.parseInline(item.tokens) || "&nbsp;"}</${tag}>`;
      const rows = token.rows.map((row) => `<tr>${row.map(cell("td")).join("")}</tr>`);
      return (
        '<div class="scroll" tabindex="0"><table>' +
        `<thead><tr>${token.header.map(cell("th")).join("")}</tr></thead>` +
        `<tbody>${rows.join("")}</tbody></table></div>\n`
      );
    },
  };
  const marked = new Marked({ gfm: true, renderer });
  const tokens = marked.lexer(markdown);
  const content = tokens.map((token, index) => {
    const part = marked.parser([{ ...token, isAnswer: isAnswer(tokens, index) }]);
    if (token.type !== "heading" && token.type !== "space")
      sections.at(-1)?.texts.push(plainText(part));
    return part;
  });
  return { title, content: raw(content.join("")), sections };
}

const inline = new Marked({
  gfm: true,
  renderer: { html: ({ text }) => escapeHtml(text) },
});

/** A description of the document, as HTML of one or more paragraphs. */
export const renderDescription = (text) => raw(text ? inline.parse(text).trim() : "");

/** A text of the document, as HTML without paragraphs. */
export const renderInline = (text) =>
  raw(text ? inline.parseInline(text.replace(/\n+/g, " ")) : "");
