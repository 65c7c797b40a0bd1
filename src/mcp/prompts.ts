import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

type Prompt = {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  text: (given: Record<string, string>) => string;
};

export const prompts: Prompt[] = [
  {
    name: "why_not_sent",
    title: "Why did this lead not get it?",
    description: "Finds out what keeps a lead from the next message.",
    arguments: [{ name: "lead", description: "Name, phone, e-mail or id.", required: true }],
    text: ({ lead }) =>
      `Why did the lead ${lead} not get the next message? Find the lead with find_leads, ask ` +
      "explain with its id, and read its conversation. Say which gate blocks, what the lead last " +
      "wrote and when, and what would let the message through. Change and send nothing.",
  },
  {
    name: "write_scenario",
    title: "Write a scenario",
    description: "Drafts a scenario, checks it and plays it.",
    arguments: [
      { name: "purpose", description: "What the scenario is for.", required: true },
      { name: "platform", description: "whatsapp or instagram.", required: false },
    ],
    text: ({ purpose, platform = "whatsapp" }) =>
      `Write a ${platform} scenario for: ${purpose}. Look up the types of nodes with ` +
      "search_operations. Save it with save_scenario_draft, repair it until check_scenario finds " +
      "nothing, and play it with simulate_scenario: a lead that answers, and one that does not. " +
      "Show me the draft and the two runs. Do not publish it.",
  },
  {
    name: "what_happened",
    title: "What happened this week?",
    description: "Sums up the workspace's last days.",
    arguments: [{ name: "days", description: "How many; 7 by default.", required: false }],
    text: ({ days = "7" }) =>
      `What happened in the last ${days} days? Use recent_events, list_scenarios and ` +
      "scenario_stats of the active ones, and link_stats where links were clicked. Say what went " +
      "well, what failed and why, and which conversations wait for an answer. Change nothing.",
  },
];

/** A prompt as a message of the user. */
export function findPrompt(name: string, given: Record<string, string>) {
  const prompt = prompts.find((each) => each.name === name);
  const missing = prompt?.arguments.find((each) => each.required && !given[each.name]);
  if (!prompt || missing)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      missing ? `The prompt needs ${missing.name}.` : "There is no such prompt.",
    );
  const text = prompt.text(given);
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
}
