// The double of Cloudflare's Turnstile, as its documentation has it ("Validate the token"): an
// answer of the widget is valid once, and a request that is repeated under its key is answered as
// before. Its account is `turnstile`, the `recipients` of orders are the answers of the widget.

const spent = new Map();

const refused = (...codes) => ({ success: false, "error-codes": codes, messages: [] });

function verdict({ secret, response, idempotency_key: key }) {
  if (!secret) return refused("missing-input-secret");
  if (!/^0x\w+$/.test(secret)) return refused("invalid-input-secret");
  if (!response) return refused("missing-input-response");
  if (!response.startsWith("person")) return refused("invalid-input-response");
  const first = spent.get(response);
  const isRepeated = first !== undefined && first === key;
  if (response.includes("late") || (first !== undefined && !isRepeated))
    return refused("timeout-or-duplicate");
  spent.set(response, key ?? "");
  const challenge_ts = new Date().toISOString();
  return { success: true, challenge_ts, hostname: "example.com", "error-codes": [], action: "" };
}

export const turnstile = {
  path: /^\/turnstile\/v0\/siteverify$/,
  keyOf: () => "turnstile",
  recipientOf: ({ response }) => response,
  isValid: () => true,
  success: ({ body }) => verdict(body),
};
