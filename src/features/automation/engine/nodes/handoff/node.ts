import { end } from "#features/automation/engine/transition";
import { defineNode } from "../definition";
import { documentation, HandoffSettings } from "./settings";

export const handoff = defineNode({
  type: "handoff",
  documentation,
  settings: HandoffSettings,
  handles: [],
  arrive: ({ data: { reason, assignee_id: assigneeId } }, { effects }) => {
    effects.push({ kind: "hand_over", assigneeId: assigneeId ?? null });
    return end("handed_off", "handoff", {
      reason: reason ?? null,
      ...(assigneeId != null && { assignee_id: assigneeId }),
    });
  },
  references: ({ assignee_id: ref }) =>
    ref == null ? [] : [{ kind: "assignee", ref, path: "assignee_id" }],
});
