/** A piece of HTML, which templates take as it is. */
class Html {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escapeHtml = (text) => String(text).replace(/[&<>"']/g, (sign) => ESCAPES[sign]);

/** Marks a text as HTML. */
export const raw = (text) => new Html(text);

function textOf(value) {
  if (value === undefined || value === null || value === false) return "";
  if (Array.isArray(value)) return value.map(textOf).join("");
  return value instanceof Html ? value.text : escapeHtml(value);
}

/** A template of HTML: escapes values, joins lists, and leaves undefined, null and false out. */
export const html = (strings, ...values) =>
  raw(strings.reduce((text, string, index) => text + textOf(values[index - 1]) + string));

/** The text of HTML without tags. */
export const plainText = (text) =>
  String(text)
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) =>
      Object.keys(ESCAPES).find((sign) => ESCAPES[sign] === entity),
    );

/** Anchors as GitHub makes them, unique among those made by one call of this. */
export function anchorMaker() {
  const counts = new Map();
  return (text) => {
    const anchor = text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
      .replaceAll(" ", "-");
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
}
