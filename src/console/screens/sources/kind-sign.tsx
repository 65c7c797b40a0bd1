import {
  CalendarCheck,
  CalendarHeart,
  ClipboardList,
  type LucideIcon,
  Webhook,
} from "lucide-react";
import type { SourceKind } from "#client";
import { Sign, type Tone } from "#console/ui/badge";

const SIGNS: Record<SourceKind, readonly [LucideIcon, Tone]> = {
  webhook: [Webhook, "purple"],
  calendly: [CalendarCheck, "blue"],
  iclosed: [CalendarHeart, "green"],
  form: [ClipboardList, "accent"],
};

/** The sign of a kind of sources. Its name stands beside it. */
export function KindSign({ kind }: { kind: SourceKind }) {
  const [Icon, tone] = SIGNS[kind];
  return <Sign Icon={Icon} tone={tone} size="2.5rem" iconSize="1.25rem" />;
}
