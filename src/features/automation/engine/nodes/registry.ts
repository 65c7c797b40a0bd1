import type { z } from "zod";
import type { NodeType } from "#domain/automation";
import { addTag } from "./add-tag/node";
import { aiAnalyze } from "./ai-analyze/node";
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
export const nodeDefinitions = {
  start,
  message,
  template,
  delay,
  wait_for_reply: waitForReply,
  wait_for_event: waitForEvent,
  condition,
  split,
  add_tag: addTag,
  remove_tag: removeTag,
  update_lead: updateLead,
  webhook: httpRequest,
  ai_analyze: aiAnalyze,
  start_scenario: startScenario,
  handoff,
  exit,
} satisfies { [Type in NodeType]: { type: Type } };

type Definitions = typeof nodeDefinitions;

/** The valid settings of each type of node. */
export type NodeData = { [Type in NodeType]: z.output<Definitions[Type]["settings"]> };

/** The definition of a node's type. */
export const definitionOf = <Type extends NodeType>({
  type,
}: {
  type: Type;
  data: NodeData[Type];
}) =>
  // TypeScript can't follow that the definition found by a node's type takes that node's settings.
  nodeDefinitions[type] as unknown as NodeDefinition<Type, z.ZodType<NodeData[Type]>>;
