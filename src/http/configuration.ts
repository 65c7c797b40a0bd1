import type { Bindings } from "#env";
import { hostsIn, isLocal, originsIn } from "#lib/hosts";

const isAmount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

/** True if a setting is a text that `read` understands. In wrangler.toml it may be an array. */
const isList = (value: unknown, read: (list: string) => (string | null)[]) =>
  typeof value === "string" && !read(value).includes(null);

const isPublic = (url: URL) => url.protocol === "https:" && !isLocal(url.hostname);

/** The faults of the configuration, by the names of settings and never their values. */
export function misconfigurations(env: Bindings, requestUrl: string) {
  const base = URL.parse(env.SHORT_URL_BASE ?? "");
  const wrong: string[] = [];
  if ((env.APP_KEY ?? "").length < 32)
    wrong.push(
      "APP_KEY must be set to at least 32 random characters: npx wrangler secret put APP_KEY",
    );
  if (env.APP_KEY_BEFORE && env.APP_KEY_BEFORE.length < 32)
    wrong.push("APP_KEY_BEFORE must be an APP_KEY of before, or not be set");
  if (!base || base.origin !== env.SHORT_URL_BASE)
    wrong.push("SHORT_URL_BASE must be an origin such as https://go.example.com");
  else if (isLocal(base.hostname) && isPublic(new URL(requestUrl)))
    wrong.push("SHORT_URL_BASE still points at this machine");
  if (!isList(env.FORBIDDEN_HOSTS ?? "", hostsIn))
    wrong.push("FORBIDDEN_HOSTS must be host names with commas between them, such as example.com");
  if (!isList(env.ALLOWED_ORIGINS ?? "", originsIn))
    wrong.push(
      "ALLOWED_ORIGINS must be origins with commas between them, such as https://app.example.com",
    );
  if (!URL.canParse(env.GRAPH_URL ?? ""))
    wrong.push("GRAPH_URL must be a URL such as https://graph.facebook.com/v26.0");
  if (!URL.canParse(env.INSTAGRAM_URL ?? ""))
    wrong.push("INSTAGRAM_URL must be a URL such as https://graph.instagram.com/v26.0");
  if (!URL.canParse(env.TURNSTILE_URL ?? ""))
    wrong.push("TURNSTILE_URL must be the URL of Turnstile's siteverify");
  // A service that was set up before it had this variable goes on without it.
  if (env.CALENDLY_URL && !URL.canParse(env.CALENDLY_URL))
    wrong.push("CALENDLY_URL must be a URL such as https://api.calendly.com");
  if (!(env.SEND_TIMEOUT_MS > 0)) wrong.push("SEND_TIMEOUT_MS must be a number of milliseconds");
  if (env.LLM_BASE_URL && !URL.canParse(env.LLM_BASE_URL))
    wrong.push("LLM_BASE_URL must be a URL such as https://api.openai.com/v1");
  if (Boolean(env.LLM_BASE_URL) !== Boolean(env.LLM_MODEL))
    wrong.push("LLM_BASE_URL and LLM_MODEL must both be set, or neither");
  if (!(env.LLM_MAX_INPUT_TOKENS > 0))
    wrong.push("LLM_MAX_INPUT_TOKENS must be a number of tokens");
  if (!Object.values(env.QUOTAS ?? {}).every(isAmount))
    wrong.push("QUOTAS must hold whole numbers");
  if (![env.RATE_LIMITS?.token, env.RATE_LIMITS?.workspace].every(isAmount))
    wrong.push("RATE_LIMITS must hold the limits of token and workspace as whole numbers");
  const { nightly_at = 0, keep_days = 1 } = env.BACKUPS ?? {};
  if (!isAmount(nightly_at) || nightly_at > 23 || !isAmount(keep_days) || keep_days < 1)
    wrong.push("BACKUPS must hold nightly_at, an hour from 0 to 23, and keep_days, at least 1");
  if (!isAmount(env.ANALYSES_PER_DAY)) wrong.push("ANALYSES_PER_DAY must be a whole number");
  if (!(env.LLM_TIMEOUT_MS > 0)) wrong.push("LLM_TIMEOUT_MS must be a number of milliseconds");
  return wrong;
}

let isChecked = false;

/** True if the configuration has no fault. One that has none is not looked at again. */
export function isConfigured(env: Bindings, requestUrl: string) {
  isChecked ||= misconfigurations(env, requestUrl).length === 0;
  return isChecked;
}
