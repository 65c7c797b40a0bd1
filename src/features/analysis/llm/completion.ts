import { cleaned, hasBackslashKey } from "#lib/json";

// Reads the completions of servers without trusting their shape.

const MAX_DEPTH = 8;
/** More tokens than any request could use: a larger count is ignored. */
const MOST_TOKENS = 100_000_000;

/** Parses foreign JSON; undefined if it is invalid. */
export function parsed(text: string): unknown {
  try {
    return hasBackslashKey(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value at a path; undefined if there is none. */
export const at = (json: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined,
    json,
  );

/** The content of a completion: the model's text, its refusal, or a text that was cut off. */
export type Content = { kind: "text"; text: string } | { kind: "refusal" } | { kind: "cut" };

export function contentOf(completion: unknown): Content {
  const choice = at(completion, "choices", 0);
  const [content, refusal, end] = [
    at(choice, "message", "content"),
    at(choice, "message", "refusal"),
    at(choice, "finish_reason"),
  ];
  const parts = Array.isArray(content) ? content : [];
  if (refusal || end === "content_filter" || parts.some((part) => at(part, "type") === "refusal"))
    return { kind: "refusal" };
  if (end === "length") return { kind: "cut" };
  return { kind: "text", text: textOf(content) };
}

/** Content is a text, a list of parts or, from some servers, the object itself. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return content ? JSON.stringify(cleaned(content, MAX_DEPTH)) : "";
  return content
    .map((part) => at(part, "text"))
    .filter((text) => typeof text === "string")
    .join("");
}

/** The token counts of a completion, each undefined if it has none. */
export const usageIn = (completion: unknown) => ({
  input: countOf(at(completion, "usage", "prompt_tokens")),
  output: countOf(at(completion, "usage", "completion_tokens")),
});

const countOf = (value: unknown) =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS
    ? value
    : undefined;
