import type { ConsentKind, ConsentScope } from "#domain/consents";
import { type Platform, platformTraits } from "#domain/platforms";
import { catalogue, type Language } from "#features/links/pages/catalogue";
import { escapeHtml, type From, page } from "#features/links/pages/layout";
import { maskedContact } from "./mask";
import { type PreferencesAction, preferencesActions } from "./schema";
import { texts } from "./texts";

/** The consent of a person, as their page shows it. */
export type Preferences = {
  phone: string | null;
  email: string | null;
  username: string | null;
  /** The action that leads to what they get now. */
  current: PreferencesAction;
  /**
   * True if more than their own word has unsubscribed them from a scope: then they can't undo it
   * here.
   */
  isHeld: Record<ConsentScope, boolean>;
  platforms: Platform[];
  /** The latest opt-outs and opt-ins, newest first, with times in milliseconds since 1970. */
  history: { scope: ConsentScope; kind: ConsentKind; at: number }[];
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
  const { title, saved, held, marketingHeld, ...others } = texts[language];
  const { current, isHeld } = preferences;
  const states = {
    subscribe: others.subscribed,
    no_marketing: others.marketingStopped,
    unsubscribe: others.unsubscribed,
  } satisfies Record<PreferencesAction, string>;
  const actions = offered(preferences);
  const buttons = actions.map(
    (action) => `<button name="action" value="${action}">${others[action]}</button>`,
  );
  const reason = isHeld.all ? held : isHeld.marketing ? marketingHeld : undefined;
  const body =
    (isSaved && !isHeld.all ? `<p class="saved" role="status">${saved}</p>` : "") +
    `<p><strong>${states[current]}</strong></p>` +
    `<p>${reachedBy(preferences)}</p>` +
    (reason ? `<p class="aside">${reason}</p>` : "") +
    (buttons.length > 0
      ? `<form method="post" action="${escapeHtml(path)}">${buttons.join(" ")}</form>`
      : "") +
    historyHtml(preferences, language, from?.timeZone ?? "UTC");
  const { website } = catalogue[language];
  return page({ language, icon: "message", title, body, from, website, isOver: false });
}

/** The choices that somebody has: nobody undoes here what others have set. */
function offered({ current, isHeld }: Preferences): PreferencesAction[] {
  if (isHeld.all) return [];
  return preferencesActions.filter(
    (action) => action !== current && !(action === "subscribe" && isHeld.marketing),
  );
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
  const days = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone });
  const { optedOut, optedIn, marketingOut, marketingIn, history: heading } = texts[language];
  const words = {
    all: { opted_out: optedOut, opted_in: optedIn },
    marketing: { opted_out: marketingOut, opted_in: marketingIn },
  };
  const items = history.map(({ scope, kind, at }) => {
    const what = words[scope][kind];
    const time = `<time datetime="${new Date(at).toISOString()}">${days.format(at)}</time>`;
    return `<li>${what} · ${time}</li>`;
  });
  return `<h2>${heading}</h2><ul>${items.join("")}</ul>`;
}
