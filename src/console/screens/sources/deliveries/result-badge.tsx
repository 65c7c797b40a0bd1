import type { SourceDeliveryStatus } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Badge, type Tone } from "#console/ui/badge";

const TONES: Record<SourceDeliveryStatus, Tone> = {
  created: "green",
  updated: "blue",
  unchanged: "plain",
  ignored: "plain",
  conflict: "red",
  invalid: "red",
  spam: "plain",
  held: "amber",
  failed: "red",
};

/** The result of a delivery. */
export function ResultBadge({ status }: { status: SourceDeliveryStatus }) {
  const { sourceResults } = useTexts(nameTexts);
  return <Badge tone={TONES[status]}>{sourceResults[status]}</Badge>;
}
