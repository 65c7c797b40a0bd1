import { Link } from "@tanstack/react-router";
import type { Booking } from "#client";
import { useLeadName } from "#console/data/use-lead-name";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Badge, type Tone } from "#console/ui/badge";
import { Skeleton } from "#console/ui/states";

export const TONES: Record<Booking["state"], Tone> = {
  booked: "blue",
  moved: "amber",
  cancelled: "plain",
  no_show: "red",
  held: "green",
};

export function BookingBadge({ state }: Pick<Booking, "state">) {
  const { bookingStates } = useTexts(nameTexts);
  return <Badge tone={TONES[state]}>{bookingStates[state]}</Badge>;
}

/** The name of a lead, or its number for those who may not read it. */
export function LeadName({ id }: { id: number }) {
  const { name, isLoading } = useLeadName(id);
  if (isLoading) return <Skeleton width="6rem" />;
  return <bdi>{name ?? `#${id}`}</bdi>;
}

/** The way to a lead, for those who may read it. */
export function LeadOf({ id }: { id: number }) {
  const { mayRead } = useLeadName(id, false);
  if (!mayRead) return <LeadName id={id} />;
  return (
    <Link to="/leads/$lead" params={{ lead: String(id) }}>
      <LeadName id={id} />
    </Link>
  );
}
