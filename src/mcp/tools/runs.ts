import { type Body, mistake } from "../api";
import type { Tool } from "./tool";

const EXPLAINED = 5;

export const runTools: Tool[] = [
  {
    name: "enrol_leads",
    title: "Put leads into a scenario",
    description: "Starts runs of leads, by ids or filter. First counts who would be enrolled.",
    operations: ["enrolLeads"],
    input: ["scenario_id", "lead_ids", "at", "per_hour"],
    own: { filter: { type: "object", description: "The filters of find_leads." } },
    required: ["scenario_id"],
    preview: async (args, { api }) => {
      const { preview } = await api.call("enrolLeads", { ...args, dry_run: true });
      return { enrols: preview };
    },
    reach: ({ enrols }) =>
      enrols.groups.find(({ reason }: Body) => reason === "enrolled")?.count ?? 0,
  },
  {
    name: "explain",
    title: "Why is a message not sent",
    description: "Why a lead has not got the next message: of a run, or of a lead's latest runs.",
    operations: ["explainRun", "listAllRuns"],
    own: { run_id: { type: "integer" }, lead_id: { type: "integer" } },
    required: [],
    answer: { data: "any", message: "string" },
    ownWords: ["message", "data.gates.detail"],
    run: async ({ run_id, lead_id }, { api }) => {
      if (run_id !== undefined) return api.call("explainRun", { run_id });
      if (lead_id === undefined) throw mistake("lead_id", "Name a lead or a run.");
      const { data: runs } = await api.call("listAllRuns", { lead_id, per_page: 10 });
      const explained = runs
        .slice(0, EXPLAINED)
        .map(({ id }: { id: number }) => api.find("explainRun", { run_id: id }));
      const answers = (await Promise.all(explained)).map((answer) => answer?.data);
      return { data: answers, ...(runs.length === 0 && { message: "The lead has no runs." }) };
    },
  },
  {
    name: "scenario_stats",
    title: "How a scenario does",
    description: "How many runs came to each node, ended, answered, clicked and converted.",
    operations: ["getScenarioStats"],
    input: ["scenario_id", "from", "to", "version"],
    isOwn: true,
  },
];
