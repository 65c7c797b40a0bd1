import {
  AtSign,
  CalendarCheck,
  CalendarClock,
  CalendarDays,
  CircleHelp,
  Hand,
  Hash,
  Link,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  MessageCirclePlus,
  MessageSquareReply,
  MessageSquareText,
  MousePointerClick,
  Radio,
  TagIcon,
  TrendingUp,
  UserPlus,
} from "lucide-react";
import type { KnownTrigger } from "#client";
import { type GraphTrigger, type Settings, settingsOf } from "../graph";
import { type Needed, useIsOffered } from "../on-platform";

export type TriggerType = KnownTrigger["type"];

type Kind = {
  Icon: LucideIcon;
  needs?: Needed;
  /** The settings of a new trigger. */
  initial: () => Settings;
};

const triggerKinds: Record<TriggerType, Kind> = {
  keyword: { Icon: Hash, initial: () => ({ words: [] }) },
  first_message: { Icon: MessageCirclePlus, initial: () => ({}) },
  any_message: { Icon: MessageCircle, initial: () => ({}) },
  comment: { Icon: MessageSquareText, needs: "hasComments", initial: () => ({}) },
  tap: { Icon: Hand, initial: () => ({ payloads: [] }) },
  link_referral: { Icon: Link, initial: () => ({}) },
  ad_click: { Icon: Megaphone, initial: () => ({}) },
  story_reply: { Icon: MessageSquareReply, needs: "hasStories", initial: () => ({}) },
  story_mention: { Icon: AtSign, needs: "hasStories", initial: () => ({}) },
  tag_added: { Icon: TagIcon, initial: () => ({ tag_ids: [] }) },
  stage_changed: { Icon: TrendingUp, initial: () => ({ to: [] }) },
  lead_created: { Icon: UserPlus, initial: () => ({ sources: [] }) },
  link_clicked: { Icon: MousePointerClick, initial: () => ({ short_link_ids: [] }) },
  booking: { Icon: CalendarCheck, initial: () => ({ states: ["booked"] }) },
  event: { Icon: Radio, initial: () => ({ name: "" }) },
  date: { Icon: CalendarDays, initial: () => ({ of: "", offset_days: 0, at: "09:00" }) },
  recurring: {
    Icon: CalendarClock,
    initial: () => ({ every: "week", weekdays: [1], at: "09:00" }),
  },
};

export const isTriggerType = (type: string): type is TriggerType =>
  Object.hasOwn(triggerKinds, type);

// `triggerKinds` has every type.
export const triggerTypes = Object.keys(triggerKinds) as TriggerType[];

/** The types of triggers that the scenario's platform has. */
export function useTriggerTypes() {
  const isOffered = useIsOffered();
  return triggerTypes.filter((type) => isOffered(triggerKinds[type]));
}

export const triggerIcon = (type: string) =>
  isTriggerType(type) ? triggerKinds[type].Icon : CircleHelp;

export const newTrigger = (type: TriggerType, id: string): GraphTrigger => ({
  id,
  type,
  data: triggerKinds[type].initial(),
});

/** True if a trigger is as it was when it was added, and lacks settings. */
export function isUntouchedTrigger({ type, ...trigger }: GraphTrigger) {
  if (!isTriggerType(type)) return false;
  return JSON.stringify(settingsOf(trigger)) === JSON.stringify(triggerKinds[type].initial());
}
