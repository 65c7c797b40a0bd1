import type { NodeDocumentation } from "../engine/nodes/documentation";
import { nodeDefinitions } from "../engine/nodes/registry";

// The documentation of nodes in the OpenAPI document, collected from their definitions.

/** The types of nodes by their documentation, which some share. */
const typesByDocumentation: [NodeDocumentation, string[]][] = [
  ...Map.groupBy(Object.values(nodeDefinitions), ({ documentation }) => documentation),
].map(([documentation, definitions]) => [documentation, definitions.map(({ type }) => type)]);

const rows = typesByDocumentation.map(([{ summary, handles }, types]) => {
  const names = types.map((type) => `\`${type}\``).join(", ");
  return `| ${names} | ${summary} | ${handles} |`;
});

export const NODE_TYPES = [
  "What a run does at a node is its `type`, and `data` holds its settings. " +
    "Edges leave by the handles.",
  "",
  "| type | what happens | handles |",
  "| --- | --- | --- |",
  ...rows,
  "",
  "A node of another type, or with other settings, is saved with a warning, " +
    "and a run that comes to it fails. Where no edge leaves by a run's",
  "handle, the run ends; a reply that fits a match then leaves by `reply`. " +
    "Further members come back as they were sent.",
].join("\n");

/** The schemas of the settings. A node without settings has none. */
export const documentedData = typesByDocumentation.flatMap(([{ data }]) => data ?? []);
