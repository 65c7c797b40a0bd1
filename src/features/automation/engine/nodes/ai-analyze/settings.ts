import * as z from "zod";
import { integer } from "#lib/fields";
import { documentSettings, type NodeDocumentation } from "../documentation";

export const AiAnalyzeSettings = z.object({
  timeout_seconds: integer(1)
    .max(600)
    .default(60)
    .describe("After this many seconds, the run leaves by `failed`."),
});

export const documentation: NodeDocumentation = {
  summary: "Has the lead's conversations analysed, for the fields that conditions use.",
  data: documentSettings(
    AiAnalyzeSettings,
    "AiAnalyze",
    "`ai_analyze`. When the lead's conversations are done, the run leaves by `next` if one of " +
      "them was analysed or had nothing new. Otherwise it leaves by `failed`, and its step's " +
      "`detail` says why: the `reason` of the last analysis, `timeout`, or `no_text` if the lead " +
      "has no conversation",
    { timeout_seconds: 120 },
  ),
};
