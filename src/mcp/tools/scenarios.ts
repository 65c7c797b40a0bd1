import type { Body } from "../api";
import { shown, type Tool } from "./tool";

/** The document shows the settings of each type of nodes, and of triggers. */
const NODES = {
  nodes: {
    type: "array",
    items: { type: "object", required: ["id", "type"] },
    description: 'What runs do, as {"id": "hi", "type": "message", "data": {…}}.',
  },
};
const TRIGGERS = {
  triggers: {
    type: "array",
    items: { type: "object", required: ["id", "type"] },
    description: 'What starts runs, as {"id": "guide", "type": "keyword", "data": {…}}.',
  },
};

/** A scenario without its graph, in lists. */
const withoutGraph = ({ nodes = [], edges: _, triggers, ...rest }: Body) => ({
  ...rest,
  nodes_count: nodes.length,
  triggers_count: triggers?.length ?? null,
});

export const scenarioTools: Tool[] = [
  {
    name: "list_scenarios",
    title: "Find scenarios",
    description: "The scenarios, without their graphs.",
    operations: ["listScenarios"],
    input: ["name", "per_page", "cursor"],
    isOwn: true,
    run: async (args, { api }) => {
      const { data, ...rest } = shown(await api.call("listScenarios", args));
      return { data: data.map(withoutGraph), ...rest };
    },
  },
  {
    name: "get_scenario",
    title: "One scenario",
    description: "A scenario with its graph, and its draft.",
    operations: ["getScenario"],
    extras: ["getScenarioDraft"],
    input: ["scenario_id"],
    isOwn: true,
    answer: { data: "object", draft: "any" },
    run: async ({ scenario_id }, { api }) => {
      const { data } = await api.call("getScenario", { scenario_id });
      const draft = await api.find("getScenarioDraft", { scenario_id });
      return { data, draft: draft?.data ?? null };
    },
  },
  {
    name: "list_triggers",
    title: "Find triggers",
    description: "What starts runs, and whether it is on.",
    operations: ["listTriggers"],
    input: ["scenario_id", "is_on", "cursor"],
    isOwn: true,
    run: async (args, { api }) => shown(await api.call("listTriggers", args)),
  },
  {
    name: "explain_start",
    title: "Why did nothing start",
    description: "Which triggers fit a message, comment or event, or what might happen.",
    operations: ["explainStart"],
    input: ["message_id", "comment_id", "event_id", "lead_id"],
    own: {
      happens: {
        type: "object",
        description:
          'With lead_id, as {"type": "message", "text": "GUIDE"}; {"type": "time"} for dates.',
      },
    },
    required: [],
    isOwn: true,
  },
  {
    name: "check_scenario",
    title: "Find faults of a scenario",
    description:
      "What is wrong with a graph, or without one with the saved scenario. Without scenario_id: " +
      "with a graph of a platform.",
    operations: ["checkScenario", "checkGraph"],
    input: ["scenario_id", "platform", "edges"],
    own: { ...NODES, ...TRIGGERS },
    required: [],
    isOwn: true,
    run: (args, { api }) =>
      api.call(args.scenario_id === undefined ? "checkGraph" : "checkScenario", args),
  },
  {
    name: "simulate_scenario",
    title: "Play a scenario",
    description:
      "Plays a run and sends nothing. Without a graph, plays the saved one; without scenario_id, " +
      "a graph of a platform.",
    operations: ["simulateScenario", "simulateGraph"],
    input: ["scenario_id", "platform", "lead_id", "events", "edges"],
    required: [],
    run: (args, { api }) =>
      api.call(args.scenario_id === undefined ? "simulateGraph" : "simulateScenario", args),
    own: {
      ...NODES,
      lead: { type: "object", description: "Or a made-up lead, with fields of a lead." },
      started_by: {
        type: "object",
        description: 'What triggers react to, as {"type": "message", "text": "GUIDE"}.',
      },
    },
  },
  {
    name: "save_scenario_draft",
    title: "Write a scenario",
    description:
      "Saves a draft that nobody follows. Without scenario_id, creates a paused scenario. For " +
      'types of nodes, search_operations "node …"; of triggers, "trigger …".',
    operations: ["saveScenarioDraft", "createScenario"],
    input: ["scenario_id", "name", "platform", "edges", "is_active"],
    own: { ...NODES, ...TRIGGERS },
    required: ["name", "platform", "nodes", "edges"],
    isOwn: true,
    run: (args, { api }) =>
      args.scenario_id === undefined
        ? api.call("createScenario", { ...args, is_active: false })
        : api.call("saveScenarioDraft", args),
  },
  {
    name: "publish_scenario",
    title: "Publish a draft",
    description: "Makes the draft what new runs follow. First answers whom that touches.",
    operations: ["publishScenarioDraft", "getScenarioDraft"],
    input: ["scenario_id", "migrate", "force"],
    isOwn: true,
    preview: async ({ scenario_id }, { api }) => {
      const { data } = await api.call("getScenarioDraft", { scenario_id });
      return { publishes: withoutGraph(data) };
    },
    run: async (args, { api }) => {
      const { data, ...rest } = await api.call("publishScenarioDraft", args);
      return { data: withoutGraph(data), ...rest };
    },
  },
];
