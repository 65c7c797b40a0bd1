import * as z from "zod";
import { PageQuery } from "#http/page";
import { at, query } from "#lib/fields";
import { LeadListItem } from "../schema";

const LeadOfPair = LeadListItem.pick({
  id: true,
  ext_id: true,
  first_name: true,
  last_name: true,
  username: true,
  phone: true,
  email: true,
  source: true,
  pipeline_stage: true,
  is_optout: true,
  is_marketing_optout: true,
  created_at: true,
})
  .extend({ last_inbound_at: at.nullable() })
  .meta({ id: "LeadOfPair", description: "A lead of a pair, as far as it helps to decide." });

export const LeadDuplicate = z
  .object({
    lead: LeadOfPair,
    other: LeadOfPair,
    found_at: at.meta({ description: "When they proved to be one person." }),
  })
  .meta({
    id: "LeadDuplicate",
    description: "Two leads that a platform has shown to be one person, and that were not merged.",
    examples: [
      {
        lead: {
          id: 42,
          ext_id: "crm-1042",
          first_name: "Élodie",
          last_name: "Martin",
          username: null,
          phone: "+33639980142",
          email: "elodie@example.com",
          source: "api",
          pipeline_stage: "contacted",
          is_optout: false,
          is_marketing_optout: false,
          created_at: "2026-10-02T08:00:00.000Z",
          last_inbound_at: null,
        },
        other: {
          id: 77,
          ext_id: "shop-88",
          first_name: "Élodie",
          last_name: null,
          username: "elo.m",
          phone: null,
          email: null,
          source: "whatsapp",
          pipeline_stage: "new",
          is_optout: false,
          is_marketing_optout: false,
          created_at: "2026-11-20T10:15:30.123Z",
          last_inbound_at: "2026-11-20T10:15:30.000Z",
        },
        found_at: "2026-11-20T10:21:04.000Z",
      },
    ],
  });

export const DuplicateQuery = PageQuery.extend({
  lead_id: query.integer(1).describe("Only the pairs of this lead."),
}).meta({ id: "DuplicateQuery" });

export type LeadDuplicate = z.output<typeof LeadDuplicate>;
export type DuplicateQuery = z.output<typeof DuplicateQuery>;
