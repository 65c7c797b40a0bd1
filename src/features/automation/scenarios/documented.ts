import * as z from "zod";
import { requiredText } from "#lib/fields";
import { type AnyDefinition, nodeDefinitions } from "../engine/nodes/registry";

// The nodes as the OpenAPI document shows them, from their definitions. What validates a scenario
// takes any node.

const id = requiredText(255, z.string());

function namesOf(handles: AnyDefinition["handles"]) {
  const names = handles.map((one) => (typeof one === "string" ? `\`${one}\`` : one.words));
  return names.length === 0 ? "No handles." : `Handles: ${names.join(", ")}.`;
}

const componentOf = (type: string) =>
  `${type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Node`;

/** The node of a type, with its settings. These may be absent where none of them is required. */
function nodeOf({ type, settings, handles, documentation: { summary, data } }: AnyDefinition) {
  const isOptional = settings.safeParse({}).success;
  return z
    .looseObject({
      id,
      type: z.literal(type),
      ...(data && { data: isOptional ? data.optional() : data }),
    })
    .meta({ id: componentOf(type), description: `${summary} ${namesOf(handles)}` });
}

const OtherNode = z.looseObject({ id, type: id, data: z.unknown().optional() }).meta({
  id: "OtherNode",
  description:
    "A node of an unknown type or with invalid settings. It is saved with a warning, and a run " +
    "that comes to it fails.",
});

const KnownNode = z.union(Object.values(nodeDefinitions).map(nodeOf)).meta({
  id: "KnownNode",
  description: "A node of a known type.",
});

/**
 * A node of any type. Other nodes are no option of the union of known ones: a discriminator tells
 * only options apart that each have a `type` of their own.
 */
export const DocumentedNode = z.union([KnownNode, OtherNode]).meta({
  id: "ScenarioNode",
  description:
    "The `type` decides what a run does at the node. `data` holds the settings. Edges leave " +
    "by the handles. If no edge leaves by a run's handle, the run ends, but a reply that " +
    "fits a match leaves by `reply`. Other members come back as you sent them.",
});
