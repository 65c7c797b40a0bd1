// The measured lists: queries of `GET /v1/leads`, and the share of a workspace's leads (lead.mjs)
// that each finds. Each fills a page at every size, or finds equally few leads at every size, so
// that only the search grows.
import { LAST_DAY } from "./lead.mjs";

const DAY_MS = 86_400_000;

const timeBefore = (days) => new Date(LAST_DAY - days * DAY_MS).toISOString();
const dayBefore = (days) => timeBefore(days).slice(0, 10);

/** The cursor of the page after this lead, as src/lib/cursor.ts makes it. */
const cursorAfter = (id) => Buffer.from(JSON.stringify([id, "next"])).toString("base64url");

/** A list by its query, which may name a tag by its index in `tagLabels`. */
const filter = (share, query) => ({
  name: decodeURIComponent(query),
  share,
  query: ({ tags }) =>
    query.replace(/(tag_ids\[\])=(\d)/g, (_, field, index) => `${field}=${tags[index]}`),
});

export const filterCases = [
  { name: "first page", share: "100 %", query: () => "" },
  {
    name: "deep page",
    share: "10 %",
    query: ({ leads, idOf }) => `cursor=${cursorAfter(idOf(0.1 * leads))}`,
  },
  { name: "first page of 100", share: "100 %", query: () => "per_page=100" },

  filter("60 %", "name=e"),
  filter("none", "name=%2A"),
  filter("10 %", "name=el"),
  filter("none", "name=zq"),
  filter("2 %", "name=elo"),
  filter("2 %", "name=elod"),
  filter("2 %", "name=elodie"),
  filter("2 %", "name=jean-baptist"),
  filter("none", "name=zzyzx%20qwerty"),
  filter("none", "name=marielucas"),
  filter("100 %", "email=ex"),
  filter("none", "email=zq"),
  filter("2 %", "email=elo"),
  filter("2 %", "email=jean-baptist"),
  filter("1 lead", "email=marchand.1@e"),
  filter("1 lead", "email=francois.marchand.1@example.com"),
  filter("100 %", "email=@example.com"),
  filter("none", "email=elodie@example.com"),
  filter("50 %", "phone=7"),
  filter("7 %", "phone=77"),
  filter("0.6 %", "phone=777"),
  filter("1 lead", "phone=%2B33661803399"),
  filter("none", "phone=%2B33661803390"),
  filter("5 %", "username=el"),
  filter("none", "username=zq"),
  filter("1 %", "username=elo"),
  filter("1 %", "username=jean-baptist"),

  filter("10 %", "tag_ids[]=1"),
  filter("0.5 %", "tag_ids[]=3"),
  filter("70 %", "exclude_tag_ids[]=0"),

  filter("1.5 %", "source=calendly"),
  filter("12 %", "warmth=hot"),
  filter("2 %", "pipeline_stage=won"),
  filter("40 %", "pipeline_stage=new"),
  filter("1 %", "is_optout=1"),
  filter("99 %", "is_optout=0"),
  filter("0.5 %", "occupation_status=other"),
  filter("7 %", "maturity_level=advanced"),
  filter("7 %", "engagement_level=high"),
  filter("5 %", "is_lost=1"),
  filter("0.3 %", "lost_reason=wrong_timing"),

  filter("4 %", `created_from=${dayBefore(30)}`),
  filter("4 %", `created_to=${dayBefore(700)}`),
  filter("4 %", `created_from=${dayBefore(400)}&created_to=${dayBefore(370)}`),
  filter("7 %", `last_inbound_from=${timeBefore(30)}`),
  filter("0.7 %", `last_inbound_to=${timeBefore(600)}`),
  filter("7 %", `last_outbound_from=${timeBefore(30)}`),
  filter("0.7 %", `last_outbound_to=${timeBefore(600)}`),
  filter("5 %", `profile_extracted_from=${timeBefore(30)}`),
  filter("0.5 %", `profile_extracted_to=${timeBefore(600)}`),
  filter("0.5 %", "age_min=77"),
  filter("0.5 %", "age_max=18"),
  filter("1 %", "age_min=30&age_max=31"),

  filter("1.6 %", "source=whatsapp&warmth=hot"),
  filter("none", "pipeline_stage=new&is_lost=1"),
];

/** Filters of which several indexes could find the leads: which one is walked makes the cost. */
export const combinedCases = [
  {
    name: "deep page of tag 0",
    share: "3 %",
    query: ({ tags, leads, idOf }) =>
      `tag_ids[]=${tags[0]}&cursor=${cursorAfter(idOf(0.1 * leads))}`,
  },
  filter("0.04 %", "name=elodie%20marchand"),
  filter("none", "name=nanana"),
  filter("none", "is_optout=0&is_lost=1&pipeline_stage=won"),
  filter("3 %", "is_lost=1&exclude_tag_ids[]=0"),
  filter("1.6 %", `pipeline_stage=new&created_to=${dayBefore(700)}`),
  filter("0.1 %", "source=whatsapp&age_min=77"),
  filter("none", "is_optout=0&age_min=90"),
  filter("0.1 %", `warmth=hot&last_inbound_to=${timeBefore(600)}`),
  filter("none", `age_min=90&last_inbound_to=${timeBefore(600)}`),
  filter("few", `age_min=77&last_inbound_to=${timeBefore(600)}`),
  filter("0.3 %", "lost_reason=wrong_timing&created_from=2025-01-01"),
  filter("none", "is_lost=1&pipeline_stage=new&created_from=2025-01-01"),
  filter("few", "name=elodie&email=gomez"),
  filter("0.2 %", "name=e&lost_reason=wrong_timing"),
  filter("none", "name=e&pipeline_stage=new&is_lost=1"),
  filter("0.01 %", "name=elo&age_min=77"),
  filter("12 %", "tag_ids[]=1&tag_ids[]=2"),
  filter("0.1 %", "tag_ids[]=1&tag_ids[]=2&age_min=77"),
  filter("0.1 %", "tag_ids[]=0&lost_reason=wrong_timing"),
  filter("none", "tag_ids[]=0&pipeline_stage=new&is_lost=1"),
  filter("none", "tag_ids[]=1&exclude_tag_ids[]=1"),
  filter("57 %", "exclude_tag_ids[]=0&exclude_tag_ids[]=1&exclude_tag_ids[]=2&exclude_tag_ids[]=3"),
];
