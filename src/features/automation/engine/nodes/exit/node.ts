import { end } from "#features/automation/engine/transition";
import { defineNode } from "../definition";
import { documentation, ExitSettings } from "./settings";

export const exit = defineNode({
  type: "exit",
  documentation,
  settings: ExitSettings,
  handles: [],
  arrive: ({ data }) => end("exited", "exit_node", { reason: data.reason ?? null }),
});
