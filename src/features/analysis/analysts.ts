import type { Analyst } from "./analyst";
import { llmAnalyst } from "./llm/analyst";
import { rulesAnalyst } from "./rules/analyst";

type Configuration = Pick<
  Env,
  "LLM_BASE_URL" | "LLM_MODEL" | "LLM_MAX_INPUT_TOKENS" | "LLM_TIMEOUT_MS"
> & { LLM_API_KEY?: string };

/** The analyst of this service: the configured language model, else the built-in rules. */
export const analystOf = (env: Configuration): Analyst =>
  env.LLM_BASE_URL && env.LLM_MODEL
    ? llmAnalyst({
        baseUrl: env.LLM_BASE_URL,
        model: env.LLM_MODEL,
        apiKey: env.LLM_API_KEY,
        maxInputTokens: env.LLM_MAX_INPUT_TOKENS,
        timeoutMs: env.LLM_TIMEOUT_MS,
      })
    : rulesAnalyst;
