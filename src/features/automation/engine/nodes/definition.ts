import type { z } from "zod";
import type { NodeType, RunWait } from "#domain/automation";
import type { Platform } from "#domain/messaging";
import type { NodeWarning } from "#features/automation/scenarios/warnings";
import type { KnownTemplate } from "#features/messaging/templates/fits";
import type { OutboundRules } from "#lib/outbound-url";
import type { Region } from "#lib/region";
import type { RunEvent } from "../run";
import type { StepContext, Transition } from "../transition";
import type { NodeDocumentation } from "./documentation";
import type { WhenUnconnected } from "./unconnected";

/** A node whose settings are valid. `next`: the target of each handle that an edge leaves by. */
export type NodeWith<Data> = { id: string; data: Data; next: Map<string, string> };

/** Tags and the like are referred to by id, links in texts by lower-case slug. */
export const referenceKinds = ["tag", "scenario", "link", "slug", "assignee", "medium"] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** Something of the workspace that a node refers to, and the path in `data` where it does. */
export type Reference = { kind: ReferenceKind; ref: number | string; path: string };

/**
 * The things that exist in the workspace. `outbound`: which hosts may be called.
 * `region`: where dates in settings are read.
 */
export type Known = Record<ReferenceKind, ReadonlySet<number | string>> & {
  /** For each WhatsApp channel whose templates are known, those that the nodes name. */
  templates: KnownTemplate[][];
  /** The names of placeholders that are variables of leads, among those that may be misspelt. */
  variables: ReadonlySet<string>;
  shortUrlBase: string;
  outbound: OutboundRules;
  region: Region;
};

export type CheckContext = {
  platform: Platform;
  known: Known;
  hasNode: (id: string) => boolean;
};

/** Everything that the service knows about a type of node. */
export type NodeDefinition<
  Type extends NodeType,
  Settings extends z.ZodType,
  Data = z.output<Settings>,
> = {
  type: Type;
  documentation: NodeDocumentation;
  settings: Settings;
  /** The handles that edges can leave by. */
  handles: (data: Data) => string[];
  /** What a run does when it comes to the node. */
  arrive: (node: NodeWith<Data>, context: StepContext) => Transition;
  /** What a run may wait for at the node. */
  waitsFor?: (data: Data) => RunWait;
  /**
   * What a waiting run does at the awaited event, or when its time has come (`time`); undefined if
   * the event does not count.
   */
  react?: (node: NodeWith<Data>, context: StepContext, event: RunEvent) => Transition | undefined;
  /** The faults of valid settings, for the warnings of a scenario. */
  findFaults?: (data: Data, context: CheckContext) => NodeWarning[];
  /** The code of the warning about a handle without an edge; null when runs may end there. */
  whenUnconnected?: (handle: string, data: Data) => WhenUnconnected;
  references?: (data: Data, shortUrlBase: string) => Reference[];
  /** Whether the node sends a message, whose texts may be too long for the platform. */
  sendsMessage?: true;
};

/** Lets TypeScript derive the types of a node's functions from its settings. */
export const defineNode = <Type extends NodeType, Settings extends z.ZodType>(
  definition: NodeDefinition<Type, Settings>,
) => definition;
