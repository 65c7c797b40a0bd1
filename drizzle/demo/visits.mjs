import { shortLinks } from "./workspace.mjs";

/** More on some days than on others, and fewer at weekends. */
const weightOf = (day) => (day % 7 < 5 ? 2 : 1) + ((day * 37) % 11) / 4;

/** Shares of a total by day, whose sum is the total. */
function shares(total, days) {
  const weights = Array.from({ length: days }, (_, day) => weightOf(day));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  let sum = 0;
  return weights.map((weight) => {
    sum += weight;
    const until = Math.round((total * sum) / whole);
    const share = until - before;
    before = until;
    return share;
  });
}

/** The links' visits that belong to no recipient, day by day. */
export const visitRows = shortLinks.flatMap(({ days, clicks, bots }, index) => {
  const crawlers = Math.round(bots / 4);
  const prefetches = Math.round(bots / 6);
  const base = shares(clicks, days);
  const preview = shares(bots - crawlers - prefetches, days);
  const crawler = shares(crawlers, days);
  const prefetch = shares(prefetches, days);
  return base
    .map((count, day) => ({
      short_link_id: index + 1,
      starts_at: days - day - 0.2 - ((day * 5) % 12) / 24,
      base: count,
      preview: preview[day],
      crawler: crawler[day],
      prefetch: prefetch[day],
    }))
    .filter((row) => row.base + row.preview + row.crawler + row.prefetch > 0);
});
