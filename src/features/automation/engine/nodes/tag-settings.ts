import * as z from "zod";
import { idList } from "#lib/fields";
import { documentSettings, type NodeDocumentation } from "./documentation";

// The nodes that add and remove tags have the same settings and share their documentation.

export const TagSettings = z.object({ tag_ids: idList(100).min(1) });

export const tagDocumentation: NodeDocumentation = {
  summary: "Changes the lead's tags.",
  data: documentSettings(TagSettings, "Tag", "`add_tag` and `remove_tag`", { tag_ids: [3] }),
};
