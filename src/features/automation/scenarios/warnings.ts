import * as z from "zod";

/** The codes of warnings, and what they mean. */
const codes = {
  missing_entry: "the graph has no entry",
  several_entries: "there is more than one entry: each one but the first is listed",
  unknown_type: "there is no such type of node",
  missing_setting: "the node lacks a required setting",
  invalid_setting: "a setting is invalid for the type of node",
  unknown_setting: "the type of node has no such setting, and ignores it",
  content_too_long: "a text is longer than the platform allows",
  invalid_content: "the platform does not accept the message",
  never_holds: "a clause of a condition never holds, alone or together with those before it",
  may_be_empty:
    "a text is nothing but placeholders without a default, so the message fails for leads that " +
    "lack the values",
  template_on_instagram: "Instagram has no templates",
  unknown_template: "the workspace's channels have no such template, or not in this language",
  template_not_approved: "WhatsApp has not approved the template, or has paused or disabled it",
  template_parameters: "the template has other parameters or buttons",
  percentages: "the percentages of a split don't add up to 100",
  unknown_tag: "the workspace has no such tag",
  unknown_scenario: "the workspace has no such scenario",
  unknown_link: "the workspace has no such short link",
  unknown_assignee: "the workspace has no such token, or it may not write conversations",
  webhook_url_refused: "the service sends nothing to such a URL",
  wait_without_timeout: "a run may wait here forever",
  unconnected_handle: "no edge leaves by the handle. `next`, and `failed` of messages, need none",
  unreachable_node: "no path leads here from the entry",
  loop_without_wait: "a run can come back here without having waited",
  path_without_wait: "a path of more than 100 nodes without a wait begins here: a run ends on it",
  window_may_be_closed: "free text that may fall outside the 24-hour window on some path",
  unknown_handle: "the edge leaves by a handle that its source does not have",
  several_edges: "another edge leaves by the same handle: only the first counts",
  too_many_warnings: "there are more warnings than listed",
} as const;

const names = Object.keys(codes) as [keyof typeof codes, ...(keyof typeof codes)[]];

export const Warning = z
  .object({
    code: z.enum(names).meta({
      id: "ScenarioWarningCode",
      description: names.map((name) => `\`${name}\`: ${codes[name]}.`).join("\n\n"),
    }),
    message: z.string().meta({ description: "What is wrong, and what to do." }),
    node_id: z.string().optional(),
    edge_id: z
      .string()
      .optional()
      .meta({ description: "The edge's own `id` if it is a string, else `source->target`." }),
    path: z
      .string()
      .optional()
      .meta({
        description: "The path of the setting in the node.",
        examples: ["data.branches.0.handle"],
      }),
    handle: z.string().optional().meta({ description: "The handle in question." }),
  })
  .meta({
    id: "ScenarioWarning",
    description: "Something that would keep the graph or a run from doing what you mean.",
  });

export type Warning = z.output<typeof Warning>;

/** A warning before the id of its node is added. */
export type NodeWarning = Omit<Warning, "node_id">;

/** The path in a node of a setting, by its path in `data`. */
export const inData = (path: string) => (path === "" ? "data" : `data.${path}`);
