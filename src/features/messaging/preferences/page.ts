import type { ConsentKind } from "#domain/messaging";
import { type Platform, platformTraits } from "#domain/platforms";
import { catalogue, type Language } from "#features/links/pages/catalogue";
import { escapeHtml, type From, page } from "#features/links/pages/layout";
import { maskedContact } from "./mask";
import type { PreferencesAction } from "./schema";

/** The consent of a person, as their page shows it. */
export type Preferences = {
  phone: string | null;
  email: string | null;
  username: string | null;
  isUnsubscribed: boolean;
  /** True if more than their own word has unsubscribed them: then they can't undo it here. */
  isHeld: boolean;
  platforms: Platform[];
  /** The latest opt-outs and opt-ins, newest first, with times in milliseconds since 1970. */
  history: { kind: ConsentKind; at: number }[];
};

type Shown = {
  language: Language;
  preferences: Preferences;
  from: (NonNullable<From> & { timeZone: string | null }) | null;
  /** The path of the page, to which its form is sent. */
  path: string;
  isSaved: boolean;
};

/** The page on which somebody sees and changes what they have consented to. */
export function preferencesPage({ language, preferences, from, path, isSaved }: Shown) {
  const { preferences: texts, website } = catalogue[language];
  const { isUnsubscribed, isHeld } = preferences;
  const action: PreferencesAction = isUnsubscribed ? "subscribe" : "unsubscribe";
  const body =
    (isSaved && !isHeld ? `<p class="saved" role="status">${texts.saved}</p>` : "") +
    `<p><strong>${isUnsubscribed ? texts.unsubscribed : texts.subscribed}</strong></p>` +
    `<p>${reachedBy(preferences)}</p>` +
    (isHeld
      ? `<p class="aside">${texts.held}</p>`
      : `<form method="post" action="${escapeHtml(path)}">` +
        `<button name="action" value="${action}">${texts[action]}</button></form>`) +
    historyHtml(preferences, language, from?.timeZone ?? "UTC");
  return page({
    language,
    icon: "message",
    title: texts.title,
    body,
    from,
    website,
    isOver: false,
  });
}

/** Such as "WhatsApp, Instagram · •••42". */
function reachedBy(preferences: Preferences) {
  const platforms = preferences.platforms
    .map((platform) => platformTraits[platform].label)
    .join(", ");
  return [platforms, escapeHtml(maskedContact(preferences) ?? "")].filter(Boolean).join(" · ");
}

function historyHtml({ history }: Preferences, language: Language, timeZone: string) {
  if (history.length === 0) return "";
  const { preferences: texts } = catalogue[language];
  const days = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone });
  const items = history.map(({ kind, at }) => {
    const what = kind === "opted_out" ? texts.optedOut : texts.optedIn;
    const time = `<time datetime="${new Date(at).toISOString()}">${days.format(at)}</time>`;
    return `<li>${what} · ${time}</li>`;
  });
  return `<h2>${texts.history}</h2><ul>${items.join("")}</ul>`;
}
