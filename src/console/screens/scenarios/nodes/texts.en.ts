import typeNames from "../editor/type-names.en";

export default {
  types: typeNames.types,
  handles: {
    next: "went on",
    else: "otherwise",
    reply: "replied",
    answers: "filled in the form",
    invalid: "invalid reply",
    timeout: "time is up",
    event: "it happened",
    success: "succeeded",
    failed: "failed",
  },
  named: (type: string, detail: string) => `${type}: ${detail}`,
  gone: "A step that is gone",
};
