import typeNames from "../editor/type-names.en";

export default {
  types: typeNames.types,
  handles: {
    next: "went on",
    else: "otherwise",
    reply: "replied",
    invalid: "invalid reply",
    timeout: "time is up",
    event: "it happened",
    success: "succeeded",
    failed: "failed",
  },
  events: {
    link_clicked: "Link clicked",
    message_read: "Message read",
    tag_added: "Tag added",
    stage_changed: "Stage changed",
    custom: "Event of yours",
  },
  named: (type: string, detail: string) => `${type}: ${detail}`,
  gone: "A step that is gone",
};
