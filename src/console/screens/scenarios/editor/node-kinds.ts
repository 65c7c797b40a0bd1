import {
  BrainCircuit,
  CircleHelp,
  Flag,
  GitBranch,
  Globe,
  Headset,
  Hourglass,
  type LucideIcon,
  MessageSquareReply,
  MessageSquareText,
  MousePointerClick,
  Play,
  Shuffle,
  SquarePen,
  Tag,
  Tags,
  Ticket,
  Workflow,
} from "lucide-react";
import type { KnownNode } from "#client";
import type { Tone } from "#console/ui/badge";
import { type Graph, type GraphNode, handleOf, isObject, type Settings, settingsOf } from "./graph";

export type NodeType = KnownNode["type"];
export type Group = "say" | "wait" | "decide" | "act" | "end";

type Kind = {
  group: Group;
  Icon: LucideIcon;
  tone: Tone;
  /** The settings of a new node. */
  initial?: () => Settings;
  handles: (data: Settings) => string[];
  /** The settings that its form does not show. */
  hidden?: string[];
  /** True if its form shows only the settings that are there. */
  isSparse?: true;
  /** True if it makes HTTP requests. */
  calls?: true;
};

const handlesIn = (list: unknown) =>
  (Array.isArray(list) ? list : []).flatMap((item): string[] =>
    isObject(item) && typeof item.handle === "string" && item.handle !== "" ? [item.handle] : [],
  );

const onward = () => ["next"];
const sent = () => ["next", "failed"];
const none = () => [];
const DAY = 86_400;

export const kinds: Record<NodeType, Kind> = {
  start: { group: "say", Icon: Play, tone: "green", handles: onward },
  message: {
    group: "say",
    Icon: MessageSquareText,
    tone: "accent",
    initial: () => ({ text: "" }),
    handles: sent,
    hidden: ["type"],
  },
  template: { group: "say", Icon: Ticket, tone: "accent", initial: () => ({}), handles: sent },
  delay: {
    group: "wait",
    Icon: Hourglass,
    tone: "amber",
    initial: () => ({ seconds: 3_600 }),
    handles: onward,
  },
  wait_for_reply: {
    group: "wait",
    Icon: MessageSquareReply,
    tone: "amber",
    initial: () => ({ timeout_seconds: DAY }),
    handles: ({ matches, validate }) => [
      ...handlesIn(matches),
      "reply",
      ...(validate ? ["invalid"] : []),
      "timeout",
    ],
  },
  wait_for_event: {
    group: "wait",
    Icon: MousePointerClick,
    tone: "amber",
    initial: () => ({ event: "link_clicked", timeout_seconds: 2 * DAY }),
    handles: () => ["event", "timeout"],
  },
  condition: {
    group: "decide",
    Icon: GitBranch,
    tone: "purple",
    initial: () => ({
      branches: [{ handle: "yes", all: [{ field: "warmth", op: "equals", value: "hot" }] }],
    }),
    handles: ({ branches }) => [...handlesIn(branches), "else"],
  },
  split: {
    group: "decide",
    Icon: Shuffle,
    tone: "purple",
    initial: () => ({
      branches: [
        { handle: "a", percent: 50 },
        { handle: "b", percent: 50 },
      ],
    }),
    handles: ({ branches }) => handlesIn(branches),
  },
  add_tag: {
    group: "act",
    Icon: Tag,
    tone: "blue",
    initial: () => ({ tag_ids: [] }),
    handles: onward,
  },
  remove_tag: {
    group: "act",
    Icon: Tags,
    tone: "blue",
    initial: () => ({ tag_ids: [] }),
    handles: onward,
  },
  update_lead: {
    group: "act",
    Icon: SquarePen,
    tone: "blue",
    initial: () => ({}),
    handles: onward,
    isSparse: true,
  },
  webhook: {
    group: "act",
    Icon: Globe,
    tone: "blue",
    initial: () => ({ url: "" }),
    handles: () => ["success", "failed"],
    calls: true,
  },
  ai_analyze: { group: "act", Icon: BrainCircuit, tone: "blue", handles: sent },
  start_scenario: {
    group: "act",
    Icon: Workflow,
    tone: "blue",
    initial: () => ({}),
    handles: onward,
  },
  handoff: { group: "end", Icon: Headset, tone: "red", handles: none },
  exit: { group: "end", Icon: Flag, tone: "red", handles: none },
};

const UNKNOWN = { Icon: CircleHelp, tone: "plain" } as const;

export const isNodeType = (type: string): type is NodeType => Object.hasOwn(kinds, type);

export const appearanceOf = (type: string): { Icon: LucideIcon; tone: Tone } =>
  isNodeType(type) ? kinds[type] : UNKNOWN;

/** Whether runs that come to the node make an HTTP request. */
export const calls = ({ type }: { type: string }) => isNodeType(type) && kinds[type].calls === true;

/** The handles that a node has, of which edges can leave. */
export const ownHandlesOf = (node: GraphNode): string[] =>
  isNodeType(node.type) ? [...new Set(kinds[node.type].handles(settingsOf(node)))] : ["next"];

/** The handles of each node, with those by which only edges know. */
export function handlesOf({ nodes, edges }: Graph): Map<string, string[]> {
  const handles = new Map(nodes.map((node) => [node.id, ownHandlesOf(node)]));
  for (const edge of edges) {
    const known = handles.get(edge.source);
    const handle = handleOf(edge);
    if (known && !known.includes(handle)) known.push(handle);
  }
  return handles;
}

/** True if a node is as it was when it was added. */
export const isUntouched = (node: GraphNode) =>
  isNodeType(node.type) &&
  JSON.stringify(settingsOf(node)) === JSON.stringify(kinds[node.type].initial?.() ?? {});

export const newNode = (type: NodeType, id: string): GraphNode => {
  const data = kinds[type].initial?.();
  return { id, type, ...(data && { data }) };
};
