import type { QuotaName } from "../../../domain/quotas";
import { DAY_MS, dayOf, SECOND_MS } from "../../../lib/time";
import type { Usage, UsageDay } from "./schema";

type DailyQuota = Extract<QuotaName, `${string}_per_day`>;

const USED: Record<
  DailyQuota,
  "messages_sent" | "analyses" | "http_requests" | "webhook_deliveries"
> = {
  messages_per_day: "messages_sent",
  analyses_per_day: "analyses",
  http_requests_per_day: "http_requests",
  webhook_deliveries_per_day: "webhook_deliveries",
};

/** What is left of the quotas of the day, as `RateLimit` has it, of a usage that includes the day. */
export function leftToday({ quotas, days }: Usage, now: number) {
  const today: Partial<UsageDay> = days.find(({ date }) => date === dayOf(now)) ?? {};
  const seconds = Math.ceil((DAY_MS - (now % DAY_MS)) / SECOND_MS);
  return Object.entries(USED)
    .map(([name, used]) => {
      const left = Math.max(0, quotas[name as DailyQuota] - (today[used] ?? 0));
      return `"${name}";r=${left};t=${seconds}`;
    })
    .join(", ");
}

/** The header in the document. */
export const LEFT_TODAY = {
  description:
    "How much is left (`r`) of each quota of a day, and the seconds until it begins again (`t`), " +
    "where the answer includes today.",
  required: false,
  schema: { type: "string", examples: ['"messages_per_day";r=998796;t=50000'] },
};
