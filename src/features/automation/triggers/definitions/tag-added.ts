import * as z from "zod";
import { listReferences } from "#features/automation/engine/nodes/references";
import { idList } from "#lib/fields";
import { defineTrigger } from "../definition";
import { ofFact } from "../settings";

export const tagAdded = defineTrigger({
  type: "tag_added",
  lane: "facts",
  on: "lead.tag_added",
  mismatch: "tag_differs",
  settings: z.object({ ...ofFact("always"), tag_ids: idList(50).min(1) }),
  documentation: { summary: "The lead gets one of these tags.", example: { tag_ids: [3] } },
  fits: ({ tag_ids: ids }, { tagId }) => (ids.includes(tagId) ? {} : undefined),
  references: ({ tag_ids }) => listReferences("tag", "tag_ids", tag_ids),
});
