import { Link } from "@tanstack/react-router";
import type { SourceDeliveryDetail } from "#client";
import { nameTexts } from "#console/names/texts";
import { Json } from "#console/screens/developers/json";
import { LeadOf } from "#console/screens/leads/bookings/parts";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { buttonClass } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Facts } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { DeliveryFaults } from "./faults";
import { useDelivery } from "./queries";
import { ReplayOne } from "./replay";
import { ResultBadge } from "./result-badge";
import { texts } from "./texts";

function Known({ delivery }: { delivery: SourceDeliveryDetail }) {
  const t = useTexts(texts);
  const { sourceFacts } = useTexts(nameTexts);
  const format = useFormat();
  const { status, fact, lead_id: lead, booking_id: booking, replayed_at: replayed } = delivery;
  return (
    <Facts
      facts={[
        [t.status, <ResultBadge key="status" status={status} />],
        [t.fact, fact && sourceFacts[fact]],
        [t.received, format.dateTime(delivery.received_at)],
        [t.replayed, replayed && format.dateTime(replayed)],
        [t.lead, lead !== null && <LeadOf id={lead} />],
        [
          t.booking,
          booking !== null && (
            <Link to="/leads/bookings" search={{ view: "all", booking }}>
              {t.openBooking}
            </Link>
          ),
        ],
      ]}
    />
  );
}

/** The way to the mapping, with this body. */
function Mend({ source, delivery }: { source: number; delivery: number }) {
  const t = useTexts(texts);
  return (
    <Link
      to="/channels/sources/$source/mapping"
      params={{ source: String(source) }}
      search={{ delivery }}
      className={buttonClass()}
    >
      {t.mend}
    </Link>
  );
}

/** A delivery: what came, what has become of it, and what to do about it. */
export function DeliveryDialog({
  source,
  id,
  onClose,
}: {
  source: number;
  id: number;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const mayWrite = useMay("sources:write");
  const { data: delivery, error } = useDelivery(source, id);
  const canReplay = delivery?.has_body && delivery.status !== "held";
  return (
    <Dialog
      isOpen
      kind="drawer"
      width="38rem"
      onClose={onClose}
      title={t.delivery}
      foot={
        mayWrite &&
        delivery?.has_body && (
          <>
            <Mend source={source} delivery={id} />
            {canReplay && <ReplayOne source={source} delivery={id} />}
          </>
        )
      }
    >
      {error && <ProblemNote error={error} />}
      {!delivery && !error && <LoadingRows />}
      {delivery && (
        <Stack gap={4}>
          <p>{t.explained[delivery.status]}</p>
          <DeliveryFaults of={delivery} />
          <Known delivery={delivery} />
          <Stack as="section" gap={2}>
            <h3>{t.body}</h3>
            {delivery.has_body ? (
              <Json value={delivery.body} label={t.body} />
            ) : (
              <Note>{t.bodyGone}</Note>
            )}
          </Stack>
        </Stack>
      )}
    </Dialog>
  );
}
