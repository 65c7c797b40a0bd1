import type { z } from "zod";
import * as settings from "./settings";

// What the OpenAPI document says of nodes.

export const NODE_TYPES = `What a run does at a node is its \`type\`, and \`data\` holds its settings. Edges leave by the handles.

| type | what happens | handles |
| --- | --- | --- |
| \`start\` | The run begins. Without a \`start\` node it begins at the only node that no edge leads to. | \`next\` |
| \`message\` | Sends free text, buttons or a file. | \`next\`, \`failed\` |
| \`template\` | Sends a WhatsApp template. | \`next\`, \`failed\` |
| \`delay\` | Waits for some time, until a date or until a time of the day. | \`next\` |
| \`wait_for_reply\` | Waits for the lead to write. | that of the first of the \`matches\` that fits, else \`reply\`; with \`validate\` \`invalid\`; \`timeout\` |
| \`wait_for_event\` | Waits for something else to happen. | \`event\`, \`timeout\` |
| \`condition\` | Takes the first branch whose clauses hold. | that of each branch, \`else\` |
| \`split\` | Takes a branch by chance. | that of each branch |
| \`add_tag\`, \`remove_tag\` | Changes the lead's tags. | \`next\` |
| \`update_lead\` | Sets fields and variables of the lead. | \`next\` |
| \`webhook\` | Sends a request. | \`success\`, \`failed\` |
| \`ai_analyze\` | Has the lead's conversations analysed, for the fields that conditions ask for. | \`next\`, \`failed\` |
| \`start_scenario\` | Enrols the lead in another scenario. | \`next\` |
| \`handoff\`, \`exit\` | Ends the run. | none |

A node of another type, or with other settings, is saved with a warning, and a run that comes to it fails. Where no edge leaves by a run's
handle, the run ends; a reply that fits a match then leaves by \`reply\`. Further members come back as they were sent.`;

const documented = <T extends z.ZodType>(
  schema: T,
  name: string,
  types: string,
  ...examples: object[]
) => schema.meta({ id: `${name}NodeData`, description: `\`data\` of ${types}.`, examples });

/** The settings by type, save of `start`, which has none. */
export const documentedData = [
  documented(
    settings.MessageInput,
    "Message",
    "`message`",
    {
      text: "Hi {{first_name|there}}, here it is: https://go.example.com/guide",
      on_window_closed: "skip",
    },
    {
      text: "Does Tuesday suit you?",
      buttons: [{ id: "yes", title: "Yes" }, { title: "Another day" }],
    },
  ),
  documented(settings.Template, "Template", "`template`", { name: "revive", language: "en_US" }),
  documented(
    settings.Delay,
    "Delay",
    "`delay`: one of `seconds`, `until`, `at`",
    { seconds: 3600 },
    { until: { variable: "webinar_at", offset_seconds: -3600 } },
    { at: { time: "09:30", weekdays: [1, 2, 3, 4, 5], timezone: "Europe/Paris" } },
  ),
  documented(
    settings.WaitForReply,
    "WaitForReply",
    "`wait_for_reply`",
    {
      timeout_seconds: 259_200,
      save_to: "answer",
      matches: [{ handle: "yes", op: "in", value: ["yes", "1"] }],
    },
    { timeout_seconds: 86_400, save_to: "email", validate: "email", max_attempts: 3 },
  ),
  documented(settings.WaitForEvent, "WaitForEvent", "`wait_for_event`", {
    event: "link_clicked",
    filter: { short_link_ids: [5] },
    timeout_seconds: 172_800,
  }),
  documented(settings.Condition, "Condition", "`condition`", {
    branches: [
      { handle: "french", all: [{ field: "variables.language", op: "equals", value: "fr" }] },
    ],
  }),
  documented(settings.Split, "Split", "`split`", {
    branches: [
      { handle: "a", percent: 50 },
      { handle: "b", percent: 50 },
    ],
  }),
  documented(settings.Tags, "Tag", "`add_tag` and `remove_tag`", { tag_ids: [3] }),
  documented(settings.UpdateLead, "UpdateLead", "`update_lead`: what it names is set", {
    warmth: "warm",
    variables: { webinar: "june" },
  }),
  documented(
    settings.Webhook,
    "Webhook",
    "`webhook`. The `body` is JSON or a text, and what it says may hold `{{placeholders}}`; without it `{lead, run_id, node_id}` is sent, by `GET` and `DELETE` nothing. Any 2xx is a success, and redirects are not followed. It is sent once; where the service dies over it again, three times at most, with the same header `Idempotency-Key`",
    {
      url: "https://example.com/hooks/qualified",
      body: { lead: "{{lead_id}}", email: "{{email}}" },
      save_to: "crm",
    },
  ),
  documented(
    settings.AiAnalyze,
    "AiAnalyze",
    "`ai_analyze`. The run leaves by `next` once the lead's conversations are over with and one of them was analysed, or had nothing new since it was. Else it leaves by `failed`, and its step's `detail` says why: by the `reason` of the last analysis, by `timeout`, or by `no_text` where the lead has no conversation",
    { timeout_seconds: 120 },
  ),
  documented(settings.StartScenario, "StartScenario", "`start_scenario`", { scenario_id: 2 }),
  documented(settings.Ending, "Ending", "`handoff` and `exit`", { reason: "Asked for a person" }),
] as const;
