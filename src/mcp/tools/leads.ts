import { namesSetBy, namesWhere } from "#domain/field-names";
import { type LeadFields, mainFields } from "#domain/lead-fields";
import { type Body, mistake } from "../api";
import { IDS, type Tool } from "./tool";

/** The filters for a value that agents have. The API has more. */
export const filters = (fields: LeadFields) =>
  namesWhere(fields, ({ filter }) => filter !== undefined);

const MAX_TAGGED = 25;

const idsIn = (value: unknown, name: string, most: number): number[] => {
  const ids = [value ?? []].flat().map(Number);
  if (ids.length > most) throw mistake(name, `At most ${most}.`);
  return ids;
};

/** An event of a lead that is shown beside it. */
const withoutLead = ({ data: { lead: _, lead_id: __, ...data }, ...event }: Body) => ({
  ...event,
  data,
});

/** The bookings that are to come, the first one first. */
const nextBookings = () => ({
  state: "booked",
  order: "starts_at",
  starts_from: new Date().toISOString(),
  per_page: 10,
});

export const leadTools: Tool[] = [
  {
    name: "find_leads",
    title: "Find leads",
    description: "Leads that match all filters, newest first.",
    operations: ["listLeads"],
    input: [
      ...["search", "name", "email", "phone", "identity", "tag_ids", "exclude_tag_ids"],
      ...["segment_id", ...filters(mainFields), "is_reachable", "optout_method", "import_id"],
      ...["last_inbound_from", "last_inbound_to", "created_from", "created_to"],
      ...["per_page", "cursor"],
    ],
  },
  {
    name: "get_lead",
    title: "One lead",
    description: "A lead. As the token may: what has happened to it lately, and its next booking.",
    operations: ["getLead"],
    extras: ["listEvents", "listBookings"],
    input: ["lead_id"],
    answer: { data: "object", next_booking: "any", timeline: "any" },
    run: async ({ lead_id }, { api }) => {
      const { data } = await api.call("getLead", { lead_id });
      const [events, bookings] = await Promise.all([
        api.find("listEvents", { lead_id, per_page: 15 }),
        api.find("listBookings", { ...nextBookings(), lead_id }),
      ]);
      return {
        data,
        next_booking: bookings?.data[0] ?? null,
        timeline: events?.data.map(withoutLead) ?? null,
      };
    },
  },
  {
    name: "upsert_lead",
    title: "Create or change a lead",
    description:
      "Changes the lead with this ext_id, phone or email, or creates it. `warnings` names a " +
      "phone or an email that is kept but can't be an address.",
    operations: ["createLead"],
    input: [...["ext_id", ...namesSetBy(mainFields, "scenarios"), "variables"]],
    ownWords: ["warnings.message"],
    run: (args, { api }) => api.call("createLead", { ...args, upsert: true }),
  },
  {
    name: "tag_leads",
    title: "Tag leads",
    description: `Adds and removes tags, of up to ${MAX_TAGGED} leads. Tags' ids: call listTags.`,
    operations: ["attachTags", "detachTag"],
    own: { lead_ids: IDS, add_tag_ids: IDS, remove_tag_ids: IDS },
    required: ["lead_ids"],
    answer: { data: "object" },
    run: async ({ lead_ids, add_tag_ids, remove_tag_ids }, { api }) => {
      const leads = idsIn(lead_ids, "lead_ids", MAX_TAGGED);
      const [add, remove] = [
        idsIn(add_tag_ids, "add_tag_ids", 100),
        idsIn(remove_tag_ids, "remove_tag_ids", 1),
      ];
      if (add.length + remove.length === 0) throw mistake("add_tag_ids", "Name a tag.");
      for (const lead_id of leads) {
        if (add.length > 0) await api.call("attachTags", { lead_id, tag_ids: add });
        for (const tag_id of remove) await api.find("detachTag", { lead_id, tag_id });
      }
      return { data: { tagged: leads.length } };
    },
  },
  {
    name: "analyze_lead",
    title: "Analyse a lead",
    description: "Reads the lead's conversations for profile fields and a summary.",
    operations: ["analyzeLead"],
    input: ["lead_id", "wait"],
  },
];
