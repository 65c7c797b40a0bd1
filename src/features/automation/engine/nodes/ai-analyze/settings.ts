import { z } from "zod";
import { integer } from "../../../../../lib/fields";
import { documentSettings, type NodeDocumentation } from "../documentation";

export const AiAnalyzeSettings = z.object({
  timeout_seconds: integer(1)
    .max(600)
    .default(60)
    .describe("After which the run leaves by `failed`."),
});

export const documentation: NodeDocumentation = {
  summary: "Has the lead's conversations analysed, for the fields that conditions ask for.",
  handles: "`next`, `failed`",
  data: documentSettings(
    AiAnalyzeSettings,
    "AiAnalyze",
    "`ai_analyze`. The run leaves by `next` once the lead's conversations are over with and " +
      "one of them was analysed, or had nothing new since it was. Else it leaves by `failed`, " +
      "and its step's `detail` says why: by the `reason` of the last analysis, by `timeout`, or " +
      "by `no_text` where the lead has no conversation",
    { timeout_seconds: 120 },
  ),
};
