import { profileFields } from "#domain/leads";
import type { Claim, Transcript } from "#features/analysis/analyst";
import { type LlmConfig, llmAnalyst } from "#features/analysis/llm/analyst";
import { llmUrl, type Order, order, requestsTo } from "./graph";

export const AT = Date.parse("2026-11-20T09:13:45.678Z");

/** A conversation of `[author, text]` pairs, a minute apart, with ids from 101. */
export const talk = (...messages: ["lead" | "team", string][]): Transcript =>
  messages.map(([author, text], index) => ({
    id: 101 + index,
    author,
    at: AT + index * 60_000,
    text,
  }));

/** A conversation; `ANSWER` is a model's answer to it, and `FINDINGS` the resulting claims. */
export const JEANNE = talk(
  ["team", "Bonjour ! Que faites-vous dans la vie ?"],
  ["lead", "J'ai 34 ans, je suis infirmière salariée."],
);

const evidence = { message_id: 102, confidence: 0.9 };

export const ANSWER = {
  ...Object.fromEntries(profileFields.map((field) => [field, null])),
  age: { ...evidence, quote: "J'ai 34 ans", value: 34 },
  occupation_status: { ...evidence, quote: "infirmière salariée", value: "employee" },
  is_lost: { ...evidence, quote: "je suis infirmière", value: false },
  blockers: [{ ...evidence, quote: "salariée", value: "Peu de temps" }],
  levers: [],
  verbatim: { ...evidence, quote: "je suis infirmière salariée" },
  summary: "Jeanne, 34 ans, est infirmière.",
};

const claim = (field: Claim["field"], value: Claim["value"], quote: string): Claim => ({
  field,
  value,
  confidence: 0.9,
  messageId: 102,
  quote,
});

export const FINDINGS = {
  claims: [
    claim("age", 34, "J'ai 34 ans"),
    claim("occupation_status", "employee", "infirmière salariée"),
    claim("is_lost", false, "je suis infirmière"),
    claim("blockers", "Peu de temps", "salariée"),
    claim("verbatim", "je suis infirmière salariée", "je suis infirmière salariée"),
  ],
  summary: ANSWER.summary,
};

/** A new model, which follows the orders in turn and then answers without claims. */
export async function newModel(
  orders: Order[] = [],
  { others = {}, ...given }: Partial<LlmConfig> & { others?: object } = {},
) {
  const name = crypto.randomUUID();
  await order(name, { queue: orders, ...others });
  const config = {
    baseUrl: llmUrl(name),
    model: "gpt-of-the-tests",
    apiKey: undefined,
    maxInputTokens: 8_000,
    timeoutMs: 5_000,
    ...given,
  };
  return { name, analyst: llmAnalyst(config), asked: () => requestsTo(name) };
}
