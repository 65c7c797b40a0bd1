import { type DailyQuota, usedToday } from "#domain/quotas";
import { DAY_MS, dayOf, SECOND_MS } from "#lib/time";
import type { Usage, UsageDay } from "./schema";

/** The rest of each quota of the day, as `RateLimit` has it, of a usage that includes the day. */
export function leftToday({ quotas, days }: Usage, now: number) {
  const today: Partial<UsageDay> = days.find(({ date }) => date === dayOf(now)) ?? {};
  const seconds = Math.ceil((DAY_MS - (now % DAY_MS)) / SECOND_MS);
  return Object.entries(usedToday)
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
