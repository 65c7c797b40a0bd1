import { Hono } from "hono";
import type { App } from "#env";
import { scenarioExists } from "#features/automation/scenarios/store";
import { allow } from "#http/allow";
import { ids, operation, validate } from "#http/contract";
import { dataOf } from "#http/page";
import { lazily } from "#lib/lazy";
import { simulationErrors } from "./errors";
import { GraphSimulationInput, SimulationInput } from "./input";
import { Simulation } from "./schema";

const loadSimulation = lazily(() => import("./store"));

export const simulations = new Hono<App>()
  .post(
    "/scenarios/:scenario/simulate",
    operation({
      id: "simulateScenario",
      tool: "read",
      area: "Scenarios",
      summary: "Simulate a scenario",
      description:
        "Runs the graph with simulated time and the events that you send, and returns the path " +
        "that a run would take. It writes nothing, sends nothing and calls nobody. Messages " +
        "arrive at once. Other scenarios that the graph starts are not followed. The scenario " +
        "need not be active.",
      answer: dataOf(Simulation),
    }),
    allow("scenarios:read", "leads:read"),
    ids(["scenario"], scenarioExists),
    validate("json", SimulationInput, simulationErrors),
    async (c) => {
      const { simulateScenario } = await loadSimulation();
      const { scenario } = c.req.valid("param");
      return c.json({ data: await simulateScenario(c.var.scope, scenario, c.req.valid("json")) });
    },
  )
  .post(
    "/scenarios/simulate",
    operation({
      id: "simulateGraph",
      tool: "read",
      area: "Scenarios",
      summary: "Simulate a graph",
      description:
        "Runs a graph of no scenario, as `simulateScenario` does: it writes nothing, sends " +
        "nothing and calls nobody.",
      answer: dataOf(Simulation),
    }),
    allow("scenarios:read", "leads:read"),
    validate("json", GraphSimulationInput, simulationErrors),
    async (c) => {
      const { simulateGraph } = await loadSimulation();
      return c.json({ data: await simulateGraph(c.var.scope, c.req.valid("json")) });
    },
  );
