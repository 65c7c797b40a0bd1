import * as z from "zod";
import { at, requiredText } from "#lib/fields";
import { SegmentFilter, SegmentFilterInput } from "../search/query";

export const SegmentInput = z
  .object({
    name: requiredText(255).describe(
      "Unique in the workspace, ignoring case and typographic marks.",
    ),
    filter: SegmentFilterInput.describe("`{}` finds every lead. An unknown filter is refused."),
  })
  .meta({
    id: "SegmentInput",
    examples: [
      { name: "Hot and open", filter: { warmth: "hot", is_optout: false, is_lost: false } },
    ],
  });

export const Segment = z
  .object({
    id: z.int(),
    name: z.string(),
    filter: SegmentFilter,
    missing_tag_ids: z.array(z.int()).meta({
      description:
        "Tags of the filter that have been deleted since. While there are any, the segment " +
        "finds nobody: replace its filter.",
    }),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "Segment",
    description: "A filter of leads with a name.",
    examples: [
      {
        id: 4,
        name: "Hot and open",
        filter: { warmth: "hot", is_optout: false, is_lost: false },
        missing_tag_ids: [],
        created_at: "2026-11-12T08:30:00.000Z",
        updated_at: "2026-11-12T08:30:00.000Z",
      },
    ],
  });

export const SegmentCount = z
  .object({
    count: z.int(),
    exact: z.boolean().meta({ description: "`false`: `count` is an estimate." }),
  })
  .meta({ id: "SegmentCount", examples: [{ count: 4_217, exact: true }] });

export type SegmentInput = z.output<typeof SegmentInput>;
export type Segment = z.output<typeof Segment>;
export type SegmentCount = z.output<typeof SegmentCount>;
