import { leave } from "#features/automation/engine/transition";
import { defineNode } from "../definition";
import { listReferences } from "../references";
import { TagSettings, tagDocumentation } from "../tag-settings";

export const removeTag = defineNode({
  type: "remove_tag",
  documentation: tagDocumentation,
  settings: TagSettings,
  handles: ["next"],
  arrive: ({ data: { tag_ids: tagIds } }, { run, effects }) => {
    effects.push({ kind: "remove_tags", tagIds });
    run.lead = { ...run.lead, tagIds: run.lead.tagIds.filter((id) => !tagIds.includes(id)) };
    return leave("next");
  },
  references: ({ tag_ids }) => listReferences("tag", "tag_ids", tag_ids),
});
