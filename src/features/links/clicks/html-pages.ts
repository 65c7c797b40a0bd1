const STYLE =
  ":root{color-scheme:light dark}" +
  "body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;" +
  "background:light-dark(#f5f8f7,#111816);color:light-dark(#1c2523,#dfe7e4);" +
  'font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}' +
  "main{box-sizing:border-box;width:100%;max-width:26rem;padding:2rem 1.5rem 12vh;" +
  "text-align:center}" +
  "svg{width:4rem;height:4rem;padding:1rem;box-sizing:border-box;border-radius:50%;" +
  "background:light-dark(#e3f3ee,#173029);color:light-dark(#0b6e58,#5fd3b3)}" +
  "h1{margin:1.25rem 0 .5rem;font-size:1.5rem;line-height:1.25;text-wrap:balance}" +
  "p{margin:0;color:light-dark(#55625e,#9fb0aa);text-wrap:balance}";

/** Shapes of 24 by 24 units. */
const ICONS = {
  chain:
    "M9.5 14.5l5-5M11 7l1.6-1.6a4 4 0 0 1 5.7 0l.3.3a4 4 0 0 1 0 5.7L17 13" +
    "M13 17l-1.6 1.6a4 4 0 0 1-5.7 0l-.3-.3a4 4 0 0 1 0-5.7L7 11",
  clock: "M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0",
  off: "M12 3v8M6.3 6.8a8 8 0 1 0 11.4 0",
};

const encoder = new TextEncoder();

/** A page as bytes, which answers take faster than text. */
const page = (icon: keyof typeof ICONS, title: string, text: string) =>
  encoder.encode(
    `<!doctype html><html lang="en"><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width,initial-scale=1">` +
      `<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style>` +
      `<main><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" ` +
      `stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">` +
      `<path d="${ICONS[icon]}"/></svg><h1>${title}</h1><p>${text}</p></main>`,
  );

export const UNKNOWN = page(
  "chain",
  "Link not found",
  "This link does not exist. Check that it was copied whole.",
);
export const UNAVAILABLE = page(
  "clock",
  "Please try again",
  "This link can't be opened right now. Try again in a few seconds.",
);
export const GONE = page(
  "off",
  "Link no longer available",
  "This link has been switched off by its owner.",
);

/** The headers of every answer to a visit. */
export const VISIT_HEADERS = {
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, nofollow",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Content-Type-Options": "nosniff",
};

/** The pages load nothing, and stand in no frame. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** Answers are copied from these: building headers from an object takes longer than a redirect. */
const prepared = new Map<number, Response>();

function preparedFor(status: number) {
  let answer = prepared.get(status);
  if (!answer) {
    const headers = {
      ...VISIT_HEADERS,
      "Content-Type": "text/html; charset=UTF-8",
      "Content-Security-Policy": PAGE_POLICY,
    };
    answer = new Response(null, { status, headers });
    prepared.set(status, answer);
  }
  return answer;
}

/** The page for visitors who are not redirected. */
export function htmlPage(
  status: 404 | 410 | 503,
  text: Uint8Array,
  requestId: string,
  headers: Record<string, string> = {},
) {
  const answer = preparedFor(status);
  answer.headers.set("X-Request-Id", requestId);
  const page = new Response(text, answer);
  for (const [name, value] of Object.entries(headers)) page.headers.set(name, value);
  return page;
}
