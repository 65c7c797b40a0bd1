import * as z from "zod";
import { listReferences } from "#features/automation/engine/nodes/references";
import { idList } from "#lib/fields";
import { defineTrigger } from "../definition";
import { ofFact } from "../settings";

export const linkClicked = defineTrigger({
  type: "link_clicked",
  lane: "facts",
  on: "link.clicked",
  mismatch: "link_differs",
  settings: z.object({
    ...ofFact("never"),
    short_link_ids: idList(50).min(1).describe("Each of the links starts by itself: see `again`."),
  }),
  documentation: {
    summary: "The lead opens one of these short links. Visits of robots do not count.",
    example: { short_link_ids: [7] },
  },
  fits: ({ short_link_ids: ids }, { shortLinkId }) => (ids.includes(shortLinkId) ? {} : undefined),
  subject: ({ shortLinkId }) => String(shortLinkId),
  references: ({ short_link_ids: ids }) => listReferences("link", "short_link_ids", ids),
});
