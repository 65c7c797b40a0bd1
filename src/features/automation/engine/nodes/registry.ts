import type { z } from "zod";
import { addTag } from "./add-tag/node";
import { aiAnalyze } from "./ai-analyze/node";
import { commentReply } from "./comment-reply/node";
import { condition } from "./condition/node";
import type { NodeDefinition } from "./definition";
import { delay } from "./delay/node";
import { exit } from "./exit/node";
import { handoff } from "./handoff/node";
import { httpRequest } from "./http-request/node";
import { message } from "./message/node";
import { removeTag } from "./remove-tag/node";
import { split } from "./split/node";
import { start } from "./start/node";
import { startScenario } from "./start-scenario/node";
import { template } from "./template/node";
import { updateLead } from "./update-lead/node";
import { waitForEvent } from "./wait-for-event/node";
import { waitForReply } from "./wait-for-reply/node";

/** Every type of node, in the order of the OpenAPI document. */
const definitions = [
  start,
  message,
  template,
  commentReply,
  delay,
  waitForReply,
  waitForEvent,
  condition,
  split,
  addTag,
  removeTag,
  updateLead,
  httpRequest,
  aiAnalyze,
  startScenario,
  handoff,
  exit,
] as const;

type Definitions = {
  [Definition in (typeof definitions)[number] as Definition["type"]]: Definition;
};
export type NodeType = keyof Definitions;

/** The valid settings of each type of node. */
export type NodeData = { [Type in NodeType]: z.output<Definitions[Type]["settings"]> };

export const nodeDefinitions = Object.fromEntries(
  definitions.map((definition) => [definition.type, definition]),
) as Definitions;

export const isNodeType = (type: string): type is NodeType => Object.hasOwn(nodeDefinitions, type);

/** A definition, whatever the settings of its nodes. */
export type AnyDefinition = Omit<NodeDefinition<string, z.ZodType, never>, "sends">;

/** The definition of a type; undefined where there is no such type. */
export const findDefinition = (type: string): AnyDefinition | undefined =>
  isNodeType(type) ? nodeDefinitions[type] : undefined;

/** The definition of a node's type. */
export const definitionOf = <Type extends NodeType>({
  type,
}: {
  type: Type;
  data: NodeData[Type];
}) =>
  // TypeScript can't follow that the definition found by a node's type takes that node's settings.
  nodeDefinitions[type] as unknown as NodeDefinition<Type, z.ZodType<NodeData[Type]>>;
