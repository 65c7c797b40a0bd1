import type { ConnectionScope } from "#domain/sources";
import type { Bindings } from "#env";
import { ask, type Posted } from "#features/messaging/outbound/providers/post";
import { redact } from "#features/messaging/outbound/providers/redact";
import { cut } from "#lib/text";
import { itemsIn, memberAt, membersOf, textAt } from "../kinds/members";

/** An account at Calendly's API. Only the host of `url` is asked, whatever an answer names. */
export type CalendlyAccount = { url: string; timeoutMs: number; token: string };

export const calendlyAccount = (
  { CALENDLY_URL, SEND_TIMEOUT_MS: timeoutMs }: Bindings,
  token: string,
): CalendlyAccount => ({ url: CALENDLY_URL || CALENDLY, timeoutMs, token });

const CALENDLY = "https://api.calendly.com";

/** The reason for which Calendly has not done something. `isRefused`: it would not do it again. */
export type Fault = { error: string; isRefused: boolean; httpStatus: number };
export type Answer<Value> = { value: Value } | Fault;

export const isFault = (answer: object): answer is Fault => "error" in answer;

const MAX_ANSWER_BYTES = 1_048_576;
const MAX_ERROR = 500;

type Request = { path: string; query?: Record<string, string>; json?: object; method?: "DELETE" };

async function askCalendly(
  { url, timeoutMs, token }: CalendlyAccount,
  { path, query, json, method }: Request,
): Promise<Answer<unknown>> {
  const make = () => ({
    url: `${url}${path}${query ? `?${new URLSearchParams(query)}` : ""}`,
    headers: { Authorization: `Bearer ${token}`, Accept: "application/json" },
    ...(json && { body: JSON.stringify(json) }),
    ...(method && { method }),
  });
  return answerIn(await ask(make, timeoutMs, MAX_ANSWER_BYTES), token);
}

const silent = (error: string): Fault => ({ error, isRefused: false, httpStatus: 0 });
const UNREADABLE = silent("Calendly's answer can't be read.");

function answerIn(posted: Posted, token: string): Answer<unknown> {
  if (posted.kind === "unsent") return silent("The request to Calendly could not be made.");
  if (posted.kind === "lost") return silent("Calendly does not answer.");
  const { httpStatus, body } = posted;
  if (httpStatus >= 200 && httpStatus < 300) return { value: body };
  const isRefused = httpStatus >= 400 && httpStatus < 500 && httpStatus !== 429;
  return { error: wordsOf(body, httpStatus, token), isRefused, httpStatus };
}

/** Calendly's own words, with the parameters that it names; never the token. */
function wordsOf(body: unknown, httpStatus: number, token: string) {
  const details = itemsIn(membersOf(body).details).flatMap((one) => {
    const words = [textAt(one, "parameter"), textAt(one, "message")].filter(Boolean);
    return words.length > 0 ? [words.join(" ")] : [];
  });
  const words = textAt(body, "message") ?? textAt(body, "title") ?? `HTTP ${httpStatus}`;
  const all = details.length > 0 ? `${words} (${details.join(", ")})` : words;
  return cut(redact(all, { access_token: token }).replace(/\s+/g, " "), MAX_ERROR);
}

/** The URIs of a user and of the organization that it belongs to. */
export type Owner = { user: string; organization: string };

const uriIn = (value: unknown, ...keys: string[]) => {
  const uri = textAt(value, ...keys);
  return uri !== undefined && /^https?:\/\/\S{1,300}$/.test(uri) ? uri : undefined;
};

export async function readOwner(account: CalendlyAccount): Promise<Answer<Owner>> {
  const answer = await askCalendly(account, { path: "/users/me" });
  if (isFault(answer)) return answer;
  const user = uriIn(answer.value, "resource", "uri");
  const organization = uriIn(answer.value, "resource", "current_organization");
  return user && organization ? { value: { user, organization } } : UNREADABLE;
}

/** A subscription. `isActive`: false once Calendly has disabled it. */
export type Subscription = { id: string; url: string; isActive: boolean };

const PATH = "/webhook_subscriptions";

function subscriptionIn(value: unknown): Subscription | undefined {
  const id = /\/webhook_subscriptions\/([\w-]{1,100})$/.exec(textAt(value, "uri") ?? "")?.[1];
  const url = textAt(value, "callback_url");
  if (id === undefined || url === undefined) return undefined;
  return { id, url, isActive: textAt(value, "state") !== "disabled" };
}

const subscriptionOf = (answer: Answer<unknown>): Answer<Subscription> => {
  if (isFault(answer)) return answer;
  const subscription = subscriptionIn(memberAt(answer.value, ["resource"]));
  return subscription ? { value: subscription } : UNREADABLE;
};

const EVENTS = [
  "invitee.created",
  "invitee.canceled",
  "invitee_no_show.created",
  "invitee_no_show.deleted",
];

export type Wanted = { owner: Owner; scope: ConnectionScope; url: string; signingKey: string };

const ownedBy = ({ owner: { user, organization }, scope }: Pick<Wanted, "owner" | "scope">) => ({
  ...{ organization, scope },
  ...(scope === "user" && { user }),
});

export const createSubscription = async (account: CalendlyAccount, wanted: Wanted) =>
  subscriptionOf(
    await askCalendly(account, {
      path: PATH,
      json: {
        ...{ url: wanted.url, events: EVENTS, signing_key: wanted.signingKey },
        ...ownedBy(wanted),
      },
    }),
  );

export const readSubscription = async (account: CalendlyAccount, id: string) =>
  subscriptionOf(await askCalendly(account, { path: `${PATH}/${id}` }));

export const deleteSubscription = (account: CalendlyAccount, id: string) =>
  askCalendly(account, { path: `${PATH}/${id}`, method: "DELETE" });

/** The pages that are read at most, and their items. */
const [MAX_PAGES, PAGE] = [5, "100"];

/** The subscription of a URL; undefined if there is none among the first pages. */
export async function findSubscription(
  account: CalendlyAccount,
  wanted: Wanted,
): Promise<Answer<Subscription | undefined>> {
  let token: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { ...ownedBy(wanted), count: PAGE, ...(token && { page_token: token }) };
    const answer = await askCalendly(account, { path: PATH, query });
    if (isFault(answer)) return answer;
    const found = itemsIn(memberAt(answer.value, ["collection"])).map(subscriptionIn);
    const own = found.find((one) => one?.url === wanted.url);
    if (own) return { value: own };
    token = textAt(answer.value, "pagination", "next_page_token");
    if (token === undefined) return { value: undefined };
  }
  return { value: undefined };
}
