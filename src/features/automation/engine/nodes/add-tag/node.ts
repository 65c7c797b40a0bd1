import { withTags } from "#features/automation/engine/lead-changes";
import { leave } from "#features/automation/engine/transition";
import { defineNode } from "../definition";
import { listReferences } from "../references";
import { TagSettings, tagDocumentation } from "../tag-settings";

export const addTag = defineNode({
  type: "add_tag",
  documentation: tagDocumentation,
  settings: TagSettings,
  handles: ["next"],
  arrive: ({ data: { tag_ids: tagIds } }, { run, effects }) => {
    effects.push({ kind: "add_tags", tagIds });
    run.lead = withTags(run, tagIds);
    return leave("next");
  },
  affects: ({ tag_ids: tags }) => ({ tags }),
  references: ({ tag_ids }) => listReferences("tag", "tag_ids", tag_ids),
});
