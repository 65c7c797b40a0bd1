import type { z } from "zod";
import type { TriggerType } from "#domain/triggers";
import type { TriggerDefinition } from "./definition";
import { anyMessage } from "./definitions/any-message";
import { tagAdded } from "./definitions/tag-added";
import type { CommonData } from "./settings";

/** Every type of trigger, in the order of the OpenAPI document. */
const definitions = [anyMessage, tagAdded] as const;

/** A definition, whatever its settings. */
export type AnyTrigger = TriggerDefinition<TriggerType, never, z.ZodType<CommonData>, never>;

const byType = new Map<string, AnyTrigger>(
  // TypeScript can't follow that each definition is asked only for causes and data of its own.
  definitions.map((definition) => [definition.type, definition as unknown as AnyTrigger]),
);

export const triggerDefinitions = [...byType.values()];

/** The definition of a type; undefined where there is no such type. */
export const findTrigger = (type: string) => byType.get(type);
