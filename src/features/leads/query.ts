import { z } from "zod";
import { PageQuery } from "../../http/page";
import { engagementLevels, lostReasons, maturityLevels, occupations, sources, stages, warmths } from "../../lib/choices";
import { query } from "../../lib/fields";
import { messages } from "../../lib/messages";

const partial = (what: string) => query.text(255).describe(`Part of the ${what}, ignoring case and accents.`);
const range = <T extends z.ZodType>(what: string, type: () => T) =>
  [type().describe(`${what} at or after this.`), type().describe(`${what} at or before this.`)] as const;

const [lastInboundFrom, lastInboundTo] = range("Last inbound message", query.timestamp);
const [lastOutboundFrom, lastOutboundTo] = range("Last outbound message", query.timestamp);
const [profileFrom, profileTo] = range("Profile analysed", query.timestamp);
const [createdFrom, createdTo] = [
  query.date().describe("Created on this UTC day or later."),
  query.date().describe("Created on this UTC day or earlier."),
];

const filters = z.object({
  name: partial("full name, `first_name last_name`"),
  email: partial("e-mail"),
  phone: partial("phone"),
  username: partial("username"),
  tag_ids: query.ids().describe("Leads that have at least one of the tags: `tag_ids[]=1&tag_ids[]=2`."),
  exclude_tag_ids: query.ids().describe("Leads that have none of the tags."),
  last_inbound_from: lastInboundFrom,
  last_inbound_to: lastInboundTo,
  last_outbound_from: lastOutboundFrom,
  last_outbound_to: lastOutboundTo,
  source: query.choice(sources),
  warmth: query.choice(warmths),
  pipeline_stage: query.choice(stages),
  is_optout: query.flag().describe("`1` unsubscribed, `0` subscribed."),
  occupation_status: query.choice(occupations),
  maturity_level: query.choice(maturityLevels),
  engagement_level: query.choice(engagementLevels),
  is_lost: query.flag().describe("`1` lost, `0` others."),
  lost_reason: query.choice(lostReasons),
  age_min: query.integer(0).describe("At least this old. Leads without an age are left out."),
  age_max: query.integer(0).describe("At most this old."),
  profile_extracted_from: profileFrom,
  profile_extracted_to: profileTo,
  created_from: createdFrom,
  created_to: createdTo,
});

const ranges = [
  ["last_inbound_from", "last_inbound_to"],
  ["last_outbound_from", "last_outbound_to"],
  ["age_min", "age_max"],
  ["profile_extracted_from", "profile_extracted_to"],
  ["created_from", "created_to"],
] as const;

export const LeadQuery = z.object({ ...filters.shape, ...PageQuery.shape }).superRefine(
  (input, context) => {
    for (const [from, to] of ranges) {
      const [start, end] = [input[from], input[to]];
      if (typeof start === "number" && typeof end === "number" && end < start) {
        context.addIssue({ code: "custom", path: [to], message: to === "age_max" ? messages.atLeast(start) : messages.notBefore(from) });
      }
    }
  },
  { when: () => true },
);

export type LeadFilter = z.output<typeof filters>;
