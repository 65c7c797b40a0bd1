import { log } from "#lib/log";
import type { Analyst, AnalystAnswer, Cost, Transcript } from "../analyst";
import { tokensIn } from "../transcript";
import { answerSchema, findingsIn } from "./answer";
import { complete, type Endpoint } from "./complete";
import { contentOf, usageIn } from "./completion";
import { messagesOf, PROMPT_VERSION, SYSTEM_PROMPT } from "./prompt";

/** `maxInputTokens` limits a whole request: the prompt, the schema and the conversation. */
export type LlmConfig = Endpoint & { model: string; maxInputTokens: number };

/**
 * The parameters of a request beside its messages. Not every server knows all of them; the prompt
 * also describes the shape of the answer.
 */
type Form = { temperature?: 0; max_tokens?: number; response_format?: object };

const MAX_OUTPUT_TOKENS = 1_500;

/**
 * Asks an OpenAI-compatible server. An analysis makes at most five requests, each with the whole
 * timeout.
 */
export function llmAnalyst(config: LlmConfig): Analyst {
  const schema = answerSchema();
  const form: Form = {
    temperature: 0,
    max_tokens: MAX_OUTPUT_TOKENS,
    response_format: {
      type: "json_schema",
      json_schema: { name: "conversation_analysis", strict: true, schema },
    },
  };
  return {
    model: config.model,
    promptVersion: PROMPT_VERSION,
    maxTokens: Math.max(
      config.maxInputTokens - tokensIn(SYSTEM_PROMPT) - tokensIn(JSON.stringify(schema)),
      1,
    ),
    analyse: (transcript) => analyse(config, form, transcript),
  };
}

async function analyse(
  config: LlmConfig,
  fullForm: Form,
  transcript: Transcript,
): Promise<AnalystAnswer> {
  const cost: Cost = { calls: 0, inputTokens: 0, outputTokens: 0 };
  const failed = (reason: "refused" | "invalid_answer" | "rejected") =>
    ({ kind: "failed", cost, reason, mayRetry: false, retryAfterMs: null }) as const;
  let [form, fault]: [Form, string | null] = [fullForm, null];
  for (;;) {
    const messages = messagesOf(transcript, fault);
    const reply = await complete(config, { model: config.model, messages, ...form });
    cost.calls++;
    if (reply.kind === "unavailable")
      return {
        kind: "failed",
        cost,
        reason: "unavailable",
        mayRetry: true,
        retryAfterMs: reply.retryAfterMs,
      };
    if (reply.kind === "refused") {
      const simpler =
        reply.status === 400 || reply.status === 422 ? simplerForm(form, reply.parameter) : null;
      if (simpler) {
        form = simpler;
        continue;
      }
      log("error", "model refused the request", { status: reply.status });
      return failed("rejected");
    }
    const [content, usage] = [contentOf(reply.body), usageIn(reply.body)];
    cost.inputTokens +=
      usage.input ?? tokensIn(messages.map((message) => message.content).join("\n"));
    cost.outputTokens += usage.output ?? tokensIn(content.kind === "text" ? content.text : "");
    if (content.kind === "refusal") return failed("refused");
    const read = content.kind === "cut" ? { fault: "it was too long" } : findingsIn(content.text);
    if ("findings" in read) return { kind: "found", cost, findings: read.findings };
    if (fault !== null) return failed("invalid_answer");
    fault = read.fault;
  }
}

/**
 * The parameters to try after a server has refused some: without the one that it names (OpenAI's
 * reasoning models refuse `max_tokens` and any `temperature`), else without those that not every
 * server knows. Null if there is nothing to leave out.
 */
function simplerForm(form: Form, parameter: unknown): Form | null {
  const { response_format, max_tokens, ...known } = form;
  const others = Object.entries(form).filter(([name]) => name !== parameter);
  if (others.length < Object.keys(form).length) return Object.fromEntries(others);
  return response_format || max_tokens ? known : null;
}
