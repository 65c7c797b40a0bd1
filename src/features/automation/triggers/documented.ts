import * as z from "zod";
import { requiredText } from "#lib/fields";
import { type AnyTrigger, triggerDefinitions } from "./registry";

// The triggers as the OpenAPI document shows them, from their definitions. What validates a
// scenario takes any trigger.

const id = requiredText(64, z.string());

const componentOf = (type: string) =>
  `${type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Trigger`;

/** The trigger of a type, with its settings. These may be absent where none is required. */
function triggerOf({ type, platforms, settings, documentation }: AnyTrigger) {
  const { summary, example } = documentation;
  const component = componentOf(type);
  const data = settings.meta({
    id: `${component}Data`,
    description: `\`data\` of \`${type}\`.`,
    examples: [example],
  });
  const isOptional = settings.safeParse({}).success;
  const only = platforms ? ` On ${platforms.join(", ")} alone.` : "";
  return z
    .looseObject({ id, type: z.literal(type), data: isOptional ? data.optional() : data })
    .meta({ id: component, description: `${summary}${only}` });
}

const OtherTrigger = z.looseObject({ id, type: z.string(), data: z.unknown().optional() }).meta({
  id: "OtherTrigger",
  description:
    "A trigger of an unknown type or with invalid settings. It is saved with a warning, and off.",
});

const KnownTrigger = z.union(triggerDefinitions.map(triggerOf)).meta({
  id: "KnownTrigger",
  description: "A trigger of a known type.",
});

/** A trigger of any type. Others are no option of the union of known ones, as with nodes. */
export const DocumentedTrigger = z.union([KnownTrigger, OtherTrigger]).meta({
  id: "ScenarioTrigger",
  description:
    "Something that starts runs of the scenario by itself. The `type` decides what it reacts to. " +
    "`data` holds the settings. Other members come back as you sent them.",
});
