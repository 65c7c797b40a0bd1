const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width"><title>${title}</title>` +
  `<body style="font:1.1rem/1.5 system-ui;max-width:30rem;margin:20vh auto;padding:0 1rem">` +
  `<h1>${title}</h1><p>${text}</p>`;

export const UNKNOWN = page(
  "Link not found",
  "This link does not exist. Check that it was copied whole.",
);
export const UNAVAILABLE = page(
  "Please try again",
  "This link can't be opened right now. Try again in a few seconds.",
);
export const GONE = page(
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

/** The page for visitors who are not redirected. */
export const htmlPage = (
  status: 404 | 410 | 503,
  text: string,
  requestId: string,
  headers: Record<string, string> = {},
) =>
  new Response(text, {
    status,
    headers: {
      ...VISIT_HEADERS,
      "Content-Type": "text/html; charset=UTF-8",
      "Content-Security-Policy": PAGE_POLICY,
      "X-Request-Id": requestId,
      ...headers,
    },
  });
