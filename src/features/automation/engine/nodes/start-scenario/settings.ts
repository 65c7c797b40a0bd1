import * as z from "zod";
import { reference } from "#lib/fields";
import { documentSettings, type NodeDocumentation } from "../documentation";

export const StartScenarioSettings = z.object({ scenario_id: reference() });

export const documentation: NodeDocumentation = {
  summary: "Enrols the lead in another scenario.",
  data: documentSettings(StartScenarioSettings, "StartScenario", "`start_scenario`", {
    scenario_id: 2,
  }),
};
