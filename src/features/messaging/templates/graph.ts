import type { Described } from "#db/statements/templates";
import type { Credentials } from "#domain/credentials";
import type { MarketingEndpoint } from "#domain/messaging";
import type { TemplateComponent } from "#domain/templates";
import {
  categoryNamed,
  limitOf,
  MAX_TEMPLATES,
  type Quality,
  qualityNamed,
  statusNamed,
  ttlOf,
} from "#domain/templates";
import type { Bindings } from "#env";
import { cleaned } from "#lib/json";
import { accountIdOf, itemsOf, lineOf, type Members, membersOf } from "../inbound/untrusted";
import { at, detailOf } from "../outbound/providers/answer";
import { ask, type Posted } from "../outbound/providers/post";
import { cardsOf, textIn } from "./parts";

/** A WhatsApp Business Account, with one of its numbers, at Meta's Graph API. */
export type GraphAccount = {
  graphUrl: string;
  timeoutMs: number;
  accountId: string;
  numberId: string;
  credentials: Credentials;
};

export const graphAccount = (
  { GRAPH_URL, SEND_TIMEOUT_MS }: Pick<Bindings, "GRAPH_URL" | "SEND_TIMEOUT_MS">,
  account: Omit<GraphAccount, "graphUrl" | "timeoutMs">,
): GraphAccount => ({ graphUrl: GRAPH_URL, timeoutMs: SEND_TIMEOUT_MS, ...account });

/** The answer of the Graph API, or why there is none. `isRefusal`: it will not be another. */
export type GraphAnswer =
  | { body: unknown }
  | { error: string; isRefusal: boolean; httpStatus: number };

const MAX_ANSWER_BYTES = 8_000_000;
const PAGE = 100;

type Request = { path: string; query?: Record<string, string>; json?: object; method?: "DELETE" };

async function askGraph(
  { graphUrl, timeoutMs, credentials }: GraphAccount,
  { path, query = {}, json, method }: Request,
): Promise<GraphAnswer> {
  const make = () => ({
    url: `${graphUrl}/${path}?${new URLSearchParams(query)}`,
    headers: { Authorization: `Bearer ${credentials.access_token}` },
    ...(json && { body: JSON.stringify(json) }),
    ...(method && { method }),
  });
  return answerIn(await ask(make, timeoutMs, MAX_ANSWER_BYTES), credentials);
}

function answerIn(posted: Posted, credentials: Credentials): GraphAnswer {
  if (posted.kind !== "answered")
    return { error: "WhatsApp does not answer.", isRefusal: false, httpStatus: 0 };
  const { httpStatus, body } = posted;
  if (httpStatus === 200 && membersOf(body) && at(body, "error") === undefined) return { body };
  if (httpStatus === 200 && !membersOf(body))
    return { error: "WhatsApp's answer can't be read.", isRefusal: false, httpStatus };
  const isRefusal = httpStatus >= 400 && httpStatus < 500 && httpStatus !== 429;
  return { error: detailOf(posted, credentials), isRefusal, httpStatus };
}

const FIELDS =
  "id,name,language,status,category,rejected_reason,quality_score,message_send_ttl_seconds," +
  "components";

/** The templates of an account, at most a thousand; `isWhole` says whether these are all. */
export async function readTemplates(
  account: GraphAccount,
): Promise<{ list: Described[]; isWhole: boolean } | { error: string }> {
  const list: Described[] = [];
  let after: unknown;
  while (list.length < MAX_TEMPLATES) {
    const answer = await askGraph(account, {
      path: `${account.accountId}/message_templates`,
      query: { fields: FIELDS, limit: String(PAGE), ...(after ? { after: String(after) } : {}) },
    });
    if ("error" in answer) return { error: answer.error };
    const items = itemsOf(at(answer.body, "data"));
    list.push(...items.flatMap((item) => describedIn(membersOf(item)) ?? []));
    after = at(answer.body, "paging", "cursors", "after");
    const isLast = at(answer.body, "paging", "next") === undefined;
    if (isLast || items.length === 0 || typeof after !== "string")
      return { list: distinct(list).slice(0, MAX_TEMPLATES), isWhole: isLast };
  }
  return { list: distinct(list).slice(0, MAX_TEMPLATES), isWhole: false };
}

const distinct = (list: Described[]) => [
  ...new Map(list.map((one) => [`${one.name} ${one.language}`, one])).values(),
];

const MAX_COMPONENTS_CHARACTERS = 16_384;
const MAX_REASON_CHARACTERS = 500;
const MAX_DEPTH = 16;

function describedIn(template: Members | undefined): Described | undefined {
  const [name, language, externalId] = [
    lineOf(template?.name, 512),
    lineOf(template?.language, 20),
    lineOf(template?.id),
  ];
  if (!template || !name || !language || !externalId) return undefined;
  const reason = lineOf(template.rejected_reason, MAX_REASON_CHARACTERS);
  return {
    name,
    language,
    category: categoryNamed(template.category),
    status: statusNamed(template.status),
    reason: reason === undefined || reason === "NONE" ? null : reason,
    quality: qualityNamed(membersOf(template.quality_score)?.score),
    ttlSeconds: ttlOf(template.message_send_ttl_seconds),
    components: componentsIn(template.components),
    externalId,
  };
}

/** Components of a known shape, unless they are too long to be kept. */
function componentsIn(value: unknown): TemplateComponent[] | null {
  const items = itemsOf(cleaned(value, MAX_DEPTH)).map(membersOf);
  const isKnown = items.length > 0 && items.every((item) => typeof item?.type === "string");
  if (!isKnown || JSON.stringify(items).length > MAX_COMPONENTS_CHARACTERS) return null;
  // Each was looked at.
  return items as TemplateComponent[];
}

/** The member of a number with the limit of its business portfolio. */
const LIMIT = "whatsapp_business_manager_messaging_limit";

/**
 * The number's quality, and the limit of its portfolio, which is null where there is none.
 * Undefined where WhatsApp does not say them.
 */
export async function readNumber(
  account: GraphAccount,
): Promise<{ quality: Quality | null; limit: number | null | undefined } | undefined> {
  const answer = await askGraph(account, {
    path: encodeURIComponent(account.numberId),
    query: { fields: `quality_rating,${LIMIT}` },
  });
  if ("error" in answer) return undefined;
  return {
    quality: qualityNamed(at(answer.body, "quality_rating")),
    limit: limitOf(at(answer.body, LIMIT)),
  };
}

/** More numbers than an account has. */
const NUMBERS = 1_000;

/**
 * The business portfolio that owns the account; null where the number is none of the account's, and
 * undefined where WhatsApp does not say it. Clients enter both: a token for the account alone would
 * have another's number spend what the portfolio may.
 */
export async function readPortfolio(account: GraphAccount): Promise<string | null | undefined> {
  const answer = await askGraph(account, {
    path: account.accountId,
    query: { fields: `owner_business_info,phone_numbers.limit(${NUMBERS}){id}` },
  });
  if ("error" in answer) return undefined;
  const { phone_numbers: numbers, owner_business_info: owner } = membersOf(answer.body) ?? {};
  const ids = itemsOf(at(numbers, "data")).flatMap((item) => accountIdOf(at(item, "id")) ?? []);
  if (ids.includes(account.numberId)) return accountIdOf(at(owner, "id"));
  const isWhole = ids.length > 0 && at(numbers, "paging", "next") === undefined;
  return isWhole ? null : undefined;
}

/**
 * The endpoint at which WhatsApp takes the account's marketing templates: the one for them once the
 * account is onboarded, or has ruled out the other one. Undefined where WhatsApp does not say it.
 */
export async function readMarketingEndpoint(
  account: GraphAccount,
): Promise<MarketingEndpoint | undefined> {
  const [onboarding, ruledOut] = [
    "marketing_messages_onboarding_status",
    "disable_marketing_messages_on_cloud_api",
  ];
  const answer = await askGraph(account, {
    path: account.accountId,
    query: { fields: `${onboarding},${ruledOut}` },
  });
  if ("error" in answer) return undefined;
  const isRuledOut = at(answer.body, ruledOut);
  if (isRuledOut === true || at(answer.body, onboarding) === "ONBOARDED")
    return "marketing_messages";
  return isRuledOut === false ? "messages" : undefined;
}

type Content = Pick<Described, "name" | "language" | "category" | "ttlSeconds"> & {
  components: TemplateComponent[];
};

const contentOf = ({ category, ttlSeconds, components }: Omit<Content, "name" | "language">) => ({
  ...(category && { category: category.toUpperCase() }),
  ...(ttlSeconds !== null && { message_send_ttl_seconds: ttlSeconds }),
  components,
  parameter_format: isNamed(components) ? "NAMED" : "POSITIONAL",
});

const isNamed = (components: TemplateComponent[]): boolean =>
  [components, ...cardsOf(components)]
    .flat()
    .some(({ text }) => /\{\{[a-z_]\w*\}\}/i.test(textIn(text) ?? ""));

export const createAtMeta = (account: GraphAccount, content: Content) =>
  askGraph(account, {
    path: `${account.accountId}/message_templates`,
    json: { name: content.name, language: content.language, ...contentOf(content) },
  });

export const changeAtMeta = (
  account: GraphAccount,
  externalId: string,
  content: Omit<Content, "name" | "language">,
) => askGraph(account, { path: encodeURIComponent(externalId), json: contentOf(content) });

export const deleteAtMeta = (account: GraphAccount, externalId: string, name: string) =>
  askGraph(account, {
    path: `${account.accountId}/message_templates`,
    query: { hsm_id: externalId, name },
    method: "DELETE",
  });
