import { type Command, Option } from "commander";
import { getLinkStats, getShortLink, Interval, type LinkStats } from "#client";
import { id } from "../arguments";
import { counted, plain, print, printJson, styled } from "../output";
import { openSession } from "../session";

const MAX_WIDTH = 100;

type Options = { interval: Interval; from?: string; to?: string };

type Totals = LinkStats["totals"];
type Clicks = { clicks_count: number; base_clicks_count: number };

/** People's clicks: on recipients' own URLs, and on the one for everybody. */
const clicksOf = ({ clicks_count: own, base_clicks_count: base }: Clicks) => own + base;

/** A bar for each interval, as wide as the terminal allows. */
function chart({ series, interval }: LinkStats) {
  const label = (at: string) => (interval === "hour" ? at.slice(0, 16) : at.slice(0, 10));
  const most = Math.max(1, ...series.map(clicksOf));
  const width = Math.min(process.stdout.columns || MAX_WIDTH, MAX_WIDTH) - 26;
  return series.map((one) => {
    const clicks = clicksOf(one);
    const bar = "█".repeat(Math.ceil((clicks / most) * Math.max(10, width)));
    return `${label(one.starts_at)}  ${styled("cyan", bar)} ${clicks}`;
  });
}

const list = (counts: [name: string, count: number][]) =>
  counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");

/** The lines about recipients: how many have clicked, on which devices and in which countries. */
const recipients = ({ unique_recipients_count: unique, devices, countries }: Totals) =>
  unique === null || !devices || !countries
    ? ["Too many clicks to count recipients. Choose a shorter time."]
    : [
        `${counted(unique, "recipient")} clicked`,
        list(Object.entries(devices)),
        list(countries.map(({ country, clicks_count }) => [country ?? "unknown", clicks_count])),
      ].filter((line) => line !== "");

const report = (name: string, stats: LinkStats) => [
  `${plain(name)}: ${counted(clicksOf(stats.totals), "click")}`,
  ...recipients(stats.totals),
  ...chart(stats),
];

export function addLinkCommands(program: Command) {
  const links = program.command("links").description("short links");
  links
    .command("stats")
    .description("draw the clicks of a short link")
    .argument("<id>", "the short link", id)
    .addOption(
      new Option("--interval <interval>", "the time of a bar")
        .choices(Object.values(Interval))
        .default("day"),
    )
    .option("--from <time>", "from this time on")
    .option("--to <time>", "up to this time")
    .action(async (shortLink: number, { interval, from, to }: Options, command: Command) => {
      const { client, json } = await openSession(command);
      const path = { shortLink };
      const query = { interval, ...(from && { from }), ...(to && { to }) };
      const [{ data: link }, { data: stats }] = await Promise.all([
        getShortLink({ client, path }),
        getLinkStats({ client, path, query }),
      ]);
      if (json) printJson(stats);
      else for (const line of report(link.label ?? link.slug, stats)) print(line);
    });
}
