import { end } from "../../transition";
import { defineNode } from "../definition";
import { EndSettings, endDocumentation } from "../end-settings";

export const handoff = defineNode({
  type: "handoff",
  documentation: endDocumentation,
  settings: EndSettings,
  handles: () => [],
  arrive: ({ data }) => end("handed_off", "handoff", { reason: data.reason ?? null }),
});
