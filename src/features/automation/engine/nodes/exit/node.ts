import { end } from "../../transition";
import { defineNode } from "../definition";
import { EndSettings, endDocumentation } from "../end-settings";

export const exit = defineNode({
  type: "exit",
  documentation: endDocumentation,
  settings: EndSettings,
  handles: () => [],
  arrive: ({ data }) => end("exited", "exit_node", { reason: data.reason ?? null }),
});
