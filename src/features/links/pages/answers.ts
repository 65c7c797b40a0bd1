import { preferredLanguage } from "#lib/accept-language";
import { catalogue, type Language, languages, type NoticeName } from "./catalogue";
import { type From, type Icon, page } from "./layout";

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

const PAGE_HEADERS = {
  ...VISIT_HEADERS,
  Vary: "Accept-Language",
  "Content-Type": "text/html; charset=UTF-8",
};

const RETRY_AFTER_SECONDS = { 429: 60, 503: 5 } as const;
const NOTICES = { 404: "unknown", 410: "gone", 429: "unavailable", 503: "unavailable" } as const;
const ICONS: Record<NoticeName, Icon> = { unknown: "chain", gone: "off", unavailable: "clock" };
export type NoticeStatus = keyof typeof NOTICES;

/** A visitor as a page needs to know it. */
export type Visitor = { language: Language; requestId: string };

export const languageOf = (headers: Headers) =>
  preferredLanguage(headers.get("Accept-Language"), languages);

const encoder = new TextEncoder();

/** Pages that name nobody, as bytes, which answers take faster than text. */
const neutral = new Map<string, Uint8Array>();

function noticeOf(status: NoticeStatus, language: Language, from: From) {
  const name = NOTICES[status];
  const { [name]: notice, website } = catalogue[language];
  const body = `<p>${notice.text}</p>`;
  return page({
    language,
    icon: ICONS[name],
    title: notice.title,
    body,
    from,
    website,
    isOver: true,
  });
}

function neutralPage(status: NoticeStatus, language: Language) {
  const key = `${status} ${language}`;
  const bytes = neutral.get(key) ?? encoder.encode(noticeOf(status, language, null));
  neutral.set(key, bytes);
  return bytes;
}

/** Answers are copied from these: building headers from an object takes longer than a redirect. */
const prepared = new Map<NoticeStatus, Response>();

function preparedFor(status: NoticeStatus) {
  let answer = prepared.get(status);
  if (!answer) {
    answer = new Response(null, {
      status,
      headers: { ...PAGE_HEADERS, "Content-Security-Policy": PAGE_POLICY },
    });
    if (status === 429 || status === 503)
      answer.headers.set("Retry-After", String(RETRY_AFTER_SECONDS[status]));
    prepared.set(status, answer);
  }
  return answer;
}

/** The page for visitors who don't get what the link leads to. */
export function noticePage(
  status: NoticeStatus,
  { language, requestId }: Visitor,
  from: From = null,
) {
  const answer = preparedFor(status);
  answer.headers.set("X-Request-Id", requestId);
  const body = from ? noticeOf(status, language, from) : neutralPage(status, language);
  return new Response(body, answer);
}

/** A page with a form, whose URL is nobody else's to know. */
export const formPage = (html: string, requestId: string) =>
  new Response(html, {
    headers: {
      ...PAGE_HEADERS,
      "Referrer-Policy": "no-referrer",
      "Content-Security-Policy": PAGE_POLICY.replace("form-action 'none'", "form-action 'self'"),
      "X-Request-Id": requestId,
    },
  });
