import type { z } from "zod";
import type { Effects, RunWait, SendingType } from "#domain/automation";
import type { AcceptingChannel } from "#domain/gateways";
import type { OutgoingType } from "#domain/messaging";
import type { Paused } from "#domain/pauses";
import type { Platform } from "#domain/platforms";
import type { NodeWarning } from "#features/automation/scenarios/warnings";
import type { MessageInput } from "#features/messaging/outbound/schema";
import type { KnownTemplate } from "#features/messaging/templates/fits";
import type { OutboundRules } from "#lib/outbound-url";
import type { Region } from "#lib/region";
import type { RunEvent } from "../run";
import type { StepContext, Transition } from "../transition";
import type { NodeDocumentation } from "./documentation";
import type { Passage } from "./passage";
import type { SplitGoal } from "./split/settings";
import type { WhenUnconnected } from "./unconnected";

/** A node whose settings are valid. `next`: the target of each handle that an edge leaves by. */
export type NodeWith<Data> = { id: string; data: Data; next: Map<string, string> };

/** Tags and the like are referred to by id, links in texts by lower-case slug. */
export const referenceKinds = [
  "tag",
  "scenario",
  "link",
  "slug",
  "assignee",
  "medium",
  "channel",
  "segment",
  "source",
] as const;
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
  /** The workspace's channels that are paused. */
  pauses: Paused[];
  /** Its channels with a gateway. */
  gateways: (AcceptingChannel & { name: string })[];
  /** The platforms of the channels. */
  channelPlatforms: ReadonlyMap<number, Platform>;
  /** The owners of the business hours that are set: the workspace, or channels of a platform. */
  hours: ReadonlySet<Platform | "workspace">;
  /** The variables that are known, among those that dates of triggers are read from. */
  dated: ReadonlySet<string>;
  shortUrlBase: string;
  outbound: OutboundRules;
  region: Region;
};

export type CheckContext = {
  platform: Platform;
  known: Known;
  hasNode: (id: string) => boolean;
  /** The triggers that start runs of the graph. */
  triggers: StartedBy[];
};

/**
 * The handles that edges can leave by: those that each node of a type has, and those that its
 * settings make, with the words of the document for these.
 */
export type Handles<Data> = readonly (string | { of: (data: Data) => string[]; words: string })[];

/** The trigger that has started a run, as far as clauses ask for it beforehand. */
export type StartedBy = { id: string; type: string };

/** A message that a node sends, when, and what happens instead where the window is closed. */
export type Sending = {
  type: OutgoingType;
  isTemplate: boolean;
  whenClosed: "fail" | "skip" | NonNullable<MessageInput["template"]>;
  /** True if it waits for business hours. */
  isWithin: boolean;
};

/** Everything that the service knows about a type of node. */
export type NodeDefinition<
  Type extends string,
  Settings extends z.ZodType,
  Data = z.output<Settings>,
> = Behaviour<Data> &
  Traits<Data> &
  (Type extends SendingType ? { sends: (data: Data) => Sending } : { sends?: undefined }) & {
    type: Type;
    documentation: NodeDocumentation;
    settings: Settings;
  };

type Behaviour<Data> = {
  /** None where runs end. */
  handles: Handles<Data>;
  /** The transition of a run that comes to the node. */
  arrive: (node: NodeWith<Data>, context: StepContext) => Transition;
  /** The waits of a run at the node, one after the other, if it may wait there. */
  waitsFor?: (data: Data) => readonly RunWait[];
  /**
   * The transition of a waiting run at the awaited event, or when its time has come (`time`);
   * undefined if the event does not count.
   */
  react?: (node: NodeWith<Data>, context: StepContext, event: RunEvent) => Transition | undefined;
};

/** Facts about a type of node from which the checks of graphs and the like derive. */
type Traits<Data> = {
  /** True for handles by which a run leaves after it has waited for the lead or for a time. */
  waits?: (data: Data, handle: string) => boolean;
  /** The effect of a handle on the window; `AT_ONCE` if absent. */
  passage?: (data: Data, handle: string) => Passage;
  /** The handles by which runs of a trigger can leave, where the settings ask for the trigger. */
  leavesBy?: (data: Data) => ((trigger: StartedBy) => string[]) | undefined;
  /** The handles by which runs leave when the lead has just written, whatever the settings. */
  isAnswer?: (handle: string) => boolean;
  /** The faults of valid settings, for the warnings of a scenario. */
  findFaults?: (data: Data, context: CheckContext) => NodeWarning[];
  /** The code of the warning about a handle without an edge; null when runs may end there. */
  whenUnconnected?: (handle: string, data: Data) => WhenUnconnected;
  references?: (data: Data, shortUrlBase: string) => Reference[];
  /** The paths of the settings that ask for business hours. */
  asksHours?: (data: Data) => string[];
  /** True for handles behind which runs have a booking. */
  ensuresBooking?: (data: Data, handle: string) => boolean;
  /** The paths of the settings that need a booking, besides placeholders. */
  needsBooking?: (data: Data) => string[];
  /** True if the node reads bookings otherwise than by these and by placeholders. */
  readsBooking?: (data: Data) => boolean;
  /** The effects of the node that triggers react to. */
  affects?: (data: Data) => Effects;
  /** The variables of the lead that the node sets. */
  sets?: (data: Data) => string[];
  /** The weak opt-out words that are answers to the node. */
  answerWords?: (data: Data) => string[];
  /** The goal that the branches of the node are compared by. */
  goal?: (data: Data) => SplitGoal | null | undefined;
  /** True if it replies under the comment that has started the run, and fails without one. */
  repliesUnder?: true;
  /** True if placeholders in the settings are filled. */
  isFilled?: true;
  /** True if the settings may hold patterns, whose size in a graph is limited. */
  hasPatterns?: true;
  /** True if the node passes the lead's fields on to whoever runs a host. */
  passesOn?: true;
};

/** Lets TypeScript derive the types of a node's functions from its settings. */
export const defineNode = <Type extends string, Settings extends z.ZodType>(
  definition: NodeDefinition<Type, Settings>,
) => definition;
