import {
  Bell,
  Bot,
  CircleDot,
  CircleStop,
  Clock,
  FileText,
  Globe,
  type LucideIcon,
  MessageSquare,
  MessageSquareReply,
  Play,
  Shuffle,
  Split,
  Tag,
  UserPen,
  UserRound,
  Workflow,
} from "lucide-react";

const ICONS: Record<string, LucideIcon> = {
  start: Play,
  message: MessageSquare,
  template: FileText,
  delay: Clock,
  wait_for_reply: MessageSquareReply,
  wait_for_event: Bell,
  condition: Split,
  split: Shuffle,
  add_tag: Tag,
  remove_tag: Tag,
  update_lead: UserPen,
  webhook: Globe,
  ai_analyze: Bot,
  start_scenario: Workflow,
  handoff: UserRound,
  exit: CircleStop,
};

/** The icon of a type of node. */
export function NodeIcon({ type }: { type: string }) {
  const Icon = ICONS[type] ?? CircleDot;
  return <Icon aria-hidden="true" />;
}
