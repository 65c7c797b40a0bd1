import {
  BrainCircuit,
  CircleHelp,
  Flag,
  GitBranch,
  Globe,
  Headset,
  Hourglass,
  type LucideIcon,
  MessageCircleReply,
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
import type { Language } from "#console/texts/language";
import type { Tone } from "#console/ui/badge";
import { answerHandles, askingHandles, awaitsReply } from "./choices";
import { isObject, type Settings } from "./graph";
import type { Needed } from "./on-platform";

export type NodeType = KnownNode["type"];
export type Group = "say" | "wait" | "decide" | "act" | "end";

/** The name of a type of node, and its purpose. */
type Words = readonly [name: string, about: string];

type Kind = Record<Language, Words> & {
  group: Group;
  Icon: LucideIcon;
  needs?: Needed;
  /** If it is not that of its group. */
  tone?: Tone;
  /** The settings of a new node. */
  initial?: () => Settings;
  handles: (data: Settings) => string[];
  /** True if its form shows only the settings that are there. */
  isSparse?: true;
  /** True if it may wait for what the lead taps of it. */
  asks?: true;
  /** True if it waits for a reply to what stands before it. */
  takesReply?: true;
  /** True if it makes HTTP requests. */
  calls?: true;
};

const TONES: Record<Group, Tone> = {
  say: "accent",
  wait: "amber",
  decide: "purple",
  act: "blue",
  end: "red",
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
  start: {
    en: ["Start", "Where each run begins"],
    fr: ["Début", "Chaque parcours commence ici"],
    group: "say",
    Icon: Play,
    tone: "green",
    handles: onward,
  },
  message: {
    en: ["Send a message", "Text, buttons, a list or a file"],
    fr: ["Envoyer un message", "Texte, boutons, liste ou fichier"],
    group: "say",
    Icon: MessageSquareText,
    initial: () => ({ text: "" }),
    handles: (data) => (awaitsReply(data) ? askingHandles(data) : sent()),
    asks: true,
  },
  template: {
    en: ["Send a template", "Approved by WhatsApp"],
    fr: ["Envoyer un modèle", "Approuvé par WhatsApp"],
    group: "say",
    Icon: Ticket,
    needs: "hasTemplates",
    initial: () => ({}),
    handles: sent,
  },
  comment_reply: {
    en: ["Reply under the comment", "For all to read"],
    fr: ["Répondre au commentaire", "En public, sous la publication"],
    group: "say",
    Icon: MessageCircleReply,
    needs: "hasComments",
    initial: () => ({ texts: [""] }),
    handles: sent,
  },
  delay: {
    en: ["Wait", "For a time, or until one"],
    fr: ["Attendre", "Un certain temps, ou une date"],
    group: "wait",
    Icon: Hourglass,
    initial: () => ({ seconds: 3_600 }),
    handles: ({ until }) => [
      "next",
      ...(isObject(until) && "booking" in until ? ["cancelled"] : []),
    ],
  },
  wait_for_reply: {
    en: ["Wait for a reply", "Reads, checks and keeps it"],
    fr: ["Attendre une réponse", "La lit, la vérifie, la garde"],
    group: "wait",
    Icon: MessageSquareReply,
    initial: () => ({ timeout_seconds: DAY }),
    handles: ({ matches, validate, flow }) => [
      ...new Set([
        ...handlesIn(matches),
        ...(flow ? answerHandles(flow) : []),
        "reply",
        ...(validate ? ["invalid"] : []),
        "timeout",
      ]),
    ],
    takesReply: true,
  },
  wait_for_event: {
    en: ["Wait for an event", "A click, a tag, a booking…"],
    fr: ["Attendre un événement", "Un clic, une étiquette, un rendez-vous…"],
    group: "wait",
    Icon: MousePointerClick,
    initial: () => ({ event: "link_clicked", timeout_seconds: 2 * DAY }),
    handles: () => ["event", "timeout"],
  },
  condition: {
    en: ["Decide", "By what is known of the lead"],
    fr: ["Décider", "Selon ce qu’on sait du lead"],
    group: "decide",
    Icon: GitBranch,
    initial: () => ({
      branches: [{ handle: "yes", all: [{ field: "warmth", op: "equals", value: "hot" }] }],
    }),
    handles: ({ branches }) => [...handlesIn(branches), "else"],
  },
  split: {
    en: ["Split by chance", "Tries out which works better"],
    fr: ["Répartir au hasard", "Compare ce qui marche le mieux"],
    group: "decide",
    Icon: Shuffle,
    initial: () => ({
      branches: [
        { handle: "a", percent: 50 },
        { handle: "b", percent: 50 },
      ],
    }),
    handles: ({ branches }) => handlesIn(branches),
  },
  add_tag: {
    en: ["Add tags", "Marks the lead"],
    fr: ["Ajouter des étiquettes", "Marque le lead"],
    group: "act",
    Icon: Tag,
    initial: () => ({ tag_ids: [] }),
    handles: onward,
  },
  remove_tag: {
    en: ["Remove tags", "Takes marks away"],
    fr: ["Retirer des étiquettes", "Enlève des marques"],
    group: "act",
    Icon: Tags,
    initial: () => ({ tag_ids: [] }),
    handles: onward,
  },
  update_lead: {
    en: ["Update the lead", "Stage, warmth, variables…"],
    fr: ["Modifier le lead", "Étape, intérêt, variables…"],
    group: "act",
    Icon: SquarePen,
    initial: () => ({}),
    handles: onward,
    isSparse: true,
  },
  webhook: {
    en: ["Call a web address", "Your server, with the lead"],
    fr: ["Appeler une adresse web", "Votre serveur, avec le lead"],
    group: "act",
    Icon: Globe,
    initial: () => ({ url: "" }),
    handles: () => ["success", "failed"],
    calls: true,
  },
  ai_analyze: {
    en: ["Analyse conversations", "Reads what the lead is like"],
    fr: ["Analyser les conversations", "Comprend qui est le lead"],
    group: "act",
    Icon: BrainCircuit,
    handles: sent,
  },
  start_scenario: {
    en: ["Start a scenario", "Enrols the lead in another"],
    fr: ["Lancer un scénario", "Inscrit le lead dans un autre"],
    group: "act",
    Icon: Workflow,
    initial: () => ({}),
    handles: onward,
  },
  handoff: {
    en: ["Hand over to a person", "A colleague takes over"],
    fr: ["Passer à une personne", "Un collègue prend la suite"],
    group: "end",
    Icon: Headset,
    handles: none,
  },
  exit: {
    en: ["End", "The run is over"],
    fr: ["Fin", "Le parcours est terminé"],
    group: "end",
    Icon: Flag,
    handles: none,
  },
};

const UNKNOWN = { Icon: CircleHelp, tone: "plain" } as const;

export const isNodeType = (type: string): type is NodeType => Object.hasOwn(kinds, type);

export function appearanceOf(type: string): { Icon: LucideIcon; tone: Tone } {
  if (!isNodeType(type)) return UNKNOWN;
  const { Icon, group, tone = TONES[group] } = kinds[type];
  return { Icon, tone };
}

/** True if runs that come to the node make an HTTP request. */
export const calls = ({ type }: { type: string }) => isNodeType(type) && kinds[type].calls === true;
