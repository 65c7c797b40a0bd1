import * as z from "zod";
import { consentMethods } from "#domain/consents";
import { leadFields, mainFields, moreFields } from "#domain/lead-fields";
import { PageQuery } from "#http/page";
import { at, filter, query } from "#lib/fields";
import { nearest } from "#lib/nearest";
import { cut } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import { boundsOf, type Fields, filterShape, rangeShape } from "./field-filters";

const MAX_UNKNOWN = 20;
const MAX_NAME_CHARACTERS = 100;

/** `yes` and `no` are how the descriptions write a flag. */
function filtersOf<Moment>(fields: Fields<Moment>, [yes, no]: [string, string]) {
  const { text, exact, integer, choice, flag, since, until, ids } = fields;
  const partial = (what: string) =>
    text(255).describe(`Part of the ${what}, ignoring case and accents.`);
  const from = (what: string) => since().describe(`${what} since this time or UTC day.`);
  const to = (what: string) => until().describe(`${what} until this time or UTC day, included.`);
  return fields.object({
    search: text(255).describe(
      "Every word of this, in any order, in the name, the username, the e-mail, the `ext_id` or " +
        "the phone, ignoring case and accents. A word of one or two characters is looked for in " +
        "the name and the username. A phone is found in any notation, national or international, " +
        "and by four digits of it or more.",
    ),
    name: partial("full name, `first_name last_name`"),
    email: partial("e-mail"),
    phone: text(255).describe(
      "Part of the phone in any notation: national ones are those of the workspace's country.",
    ),
    username: partial("username"),
    identity: exact(255).describe(
      "Exactly this `ext_id`, this phone (however it is written) or this e-mail (ignoring " +
        "case). Finds at most three leads. A blank value is refused, because it would find every " +
        "lead.",
    ),
    tag_ids: ids().describe("Leads that have at least one of the tags."),
    exclude_tag_ids: ids().describe("Leads that have none of the tags."),
    last_inbound_from: from("Last inbound message"),
    last_inbound_to: to("Last inbound message"),
    last_outbound_from: from("Last outbound message"),
    last_outbound_to: to("Last outbound message"),
    import_id: integer(1).describe(
      "Leads that this import has created. Which they are is known for 30 days; then it finds " +
        "none.",
    ),
    ...filterShape(mainFields, fields, [yes, no]),
    optout_method: choice(consentMethods).describe(
      "Leads who have opted out of all messages, the last time by this method. Those by " +
        '`preference`, `provider` or the button "Stop promotions" are from before there were ' +
        "scopes: they say no more than marketing by now.",
    ),
    is_reachable: flag().describe(
      `\`${yes}\`: has an address that a channel can send to, which is a phone that can be one, ` +
        "or an id on WhatsApp or Instagram that one of your channels has learned. " +
        `\`${no}\`: has none.`,
    ),
    ...filterShape(moreFields, fields, [yes, no]),
    ...rangeShape(leadFields, fields),
    profile_extracted_from: from("Profile analysed"),
    profile_extracted_to: to("Profile analysed"),
    created_from: from("Created"),
    created_to: to("Created"),
    updated_from: from("Last changed"),
    updated_to: to("Last changed"),
  });
}

const filters = filtersOf({ object: z.object, ...query }, ["1", "0"]);
const ofSegment = "Leads of this segment that match the other filters, too.";

/**
 * A filter, resolved: of a segment it has the filter itself. `also` is a further filter that a lead
 * must match (both.ts).
 */
export type LeadFilter = z.output<typeof filters> & { also?: LeadFilter };

/** A filter as it is asked for. */
export type AskedFilter = z.output<typeof filters> & { segment_id?: number | undefined };

export const ranges = [
  ["last_inbound_from", "last_inbound_to"],
  ["last_outbound_from", "last_outbound_to"],
  ...boundsOf(leadFields).map(({ bounds }) => bounds),
  ["profile_extracted_from", "profile_extracted_to"],
  ["created_from", "created_to"],
  ["updated_from", "updated_to"],
] as const;

/** Runs although other fields are invalid, so that all errors are reported at once. */
const ANYHOW = {
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

function checkRanges(input: LeadFilter, context: z.RefinementCtx) {
  for (const [from, to] of ranges) {
    const [start, end] = [input[from], input[to]];
    if (typeof start === "number" && typeof end === "number" && end < start) {
      context.addIssue({
        code: "custom",
        path: [to],
        message: to.endsWith("_max")
          ? validationMessages.atLeast(start)
          : validationMessages.notBefore(from),
      });
    }
  }
}

export const LeadQuery = filters
  .extend({ segment_id: query.integer(1).describe(ofSegment), ...PageQuery.shape })
  .superRefine(checkRanges, ANYHOW);

/** Names what is not known, each with the nearest of the `names` that are. */
export function unknownAmong(names: string[], unknown: string[]) {
  const [first = "", ...others] = unknown.slice(0, MAX_UNKNOWN).map((name) => {
    const near = nearest(name, names);
    const written = cut(name, MAX_NAME_CHARACTERS);
    return near ? `${written} (did you mean ${near}?)` : written;
  });
  return validationMessages.unknownMembers([first, ...others]);
}

const closed = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? unknownAmong(Object.keys(filters.shape), issue.keys as string[])
        : undefined,
  });

const inBody = filtersOf({ object: closed, ...filter }, ["true", "false"]);

/**
 * The filters of the list of leads, in a body. An unknown filter is an error: ignoring it would
 * find more leads than the caller means.
 */
export const LeadFilterInput = inBody
  .extend({ segment_id: filter.integer(1).describe(ofSegment) })
  .superRefine(checkRanges, ANYHOW)
  .meta({ id: "LeadFilter" });

/** The filter of a segment, which can't be that of another one. */
export const SegmentFilterInput = inBody
  .superRefine(checkRanges, ANYHOW)
  .meta({ id: "SegmentFilterInput", description: "The filters of the list of leads, as JSON." });

const bound = z.union([z.iso.date(), at]);

const answered: Omit<Fields<string>, "object"> = {
  text: () => z.string().optional(),
  exact: () => z.string().optional(),
  integer: () => z.int().optional(),
  choice: (values) => z.enum(values).optional(),
  flag: () => z.boolean().optional(),
  since: () => bound.optional(),
  until: () => bound.optional(),
  ids: () => z.array(z.int()).optional(),
};

export const SegmentFilter = filtersOf({ object: z.object, ...answered }, ["true", "false"]).meta({
  id: "SegmentFilter",
  description: "The filters that are set. A lead must match all of them.",
});
