import type { Template } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Badge, type Tone } from "#console/ui/badge";

type Status = Template["status"];
export type Filter = "all" | "usable" | "waiting" | "refused";

const KINDS: Record<Status, Exclude<Filter, "all">> = {
  approved: "usable",
  flagged: "usable",
  local: "usable",
  pending: "waiting",
  in_appeal: "waiting",
  unknown: "waiting",
  rejected: "refused",
  paused: "refused",
  disabled: "refused",
  pending_deletion: "refused",
  limit_exceeded: "refused",
  archived: "refused",
};

const TONES: Record<Exclude<Filter, "all">, Tone> = {
  usable: "green",
  waiting: "amber",
  refused: "red",
};
/** The tones of those that differ from their kind. */
const OWN_TONES: Partial<Record<Status, Tone>> = { local: "blue", flagged: "amber" };

export const isIn = (filter: Filter, status: Status) =>
  filter === "all" || KINDS[status] === filter;

export function StatusBadge({ status }: { status: Status }) {
  const { templateStatuses } = useTexts(nameTexts);
  return <Badge tone={OWN_TONES[status] ?? TONES[KINDS[status]]}>{templateStatuses[status]}</Badge>;
}
