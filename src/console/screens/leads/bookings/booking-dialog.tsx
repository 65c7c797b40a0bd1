import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { type Booking, deleteBooking, updateBooking } from "#client";
import { setAnswer } from "#console/data/entities";
import { useAction } from "#console/data/forms";
import { nameTexts } from "#console/names/texts";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { ConfirmDialog, Dialog } from "#console/ui/dialog";
import { Part } from "#console/ui/part";
import { Row, Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { toast } from "#console/ui/toasts";
import { Answers, BookingFacts } from "./booking-facts";
import { OutcomeForm } from "./outcome-form";
import { bookingKey, useBooking } from "./queries";
import { texts } from "./texts";

type State = Booking["state"];
type Changed = Extract<State, "held" | "no_show" | "cancelled" | "booked">;

/** The states that a person may set, by what the booking is now. */
const nextOf = (state: State): Changed[] => {
  if (state === "cancelled" || state === "moved") return ["booked"];
  const next = (["held", "no_show", "cancelled"] as const).filter((one) => one !== state);
  return state === "booked" ? next : [...next, "booked"];
};

/** Changes the state of a booking. */
function StateButtons({ booking }: { booking: Booking }) {
  const t = useTexts(texts);
  const { bookingStates } = useTexts(nameTexts);
  const client = useClient();
  const queries = useQueryClient();
  const [isCancelling, setCancelling] = useState(false);
  const names = {
    held: t.setHeld,
    no_show: t.setNoShow,
    cancelled: t.setCancelled,
    booked: t.setBooked,
  };
  const path = { booking: booking.id };
  const shown = ({ data }: { data: Booking }) => {
    setAnswer(queries, bookingKey(data.id), data);
    void queries.invalidateQueries({ queryKey: ["bookings"] });
    toast(t.saved(data.name ?? t.booking, bookingStates[data.state]));
  };
  const { run, isBusy, error } = useAction(
    (client, state: Changed) => updateBooking({ client, path, body: { state } }),
    { onDone: shown },
  );
  return (
    <Part title={t.actions}>
      <Row gap={2} wraps>
        {nextOf(booking.state).map((state) => (
          <Button
            key={state}
            aria-disabled={isBusy || undefined}
            onClick={() => (state === "cancelled" ? setCancelling(true) : void run(state))}
          >
            {names[state]}
          </Button>
        ))}
      </Row>
      <Soft size="small">{t.stateHint}</Soft>
      {error && <ProblemNote error={error} />}
      <ConfirmDialog
        isOpen={isCancelling}
        onClose={() => setCancelling(false)}
        title={t.cancelTitle}
        about={t.cancelAbout}
        action={t.cancelAction}
        onConfirm={async () =>
          shown(await updateBooking({ client, path, body: { state: "cancelled" } }))
        }
      />
    </Part>
  );
}

function Remove({ id, onRemoved }: { id: number; onRemoved: () => void }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const client = useClient();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" icon={<Trash2 />} onClick={() => setAsking(true)}>
        {c.delete}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t.deleteTitle}
        about={t.deleteAbout}
        action={c.delete}
        onConfirm={async () => {
          await deleteBooking({ client, path: { booking: id } });
          onRemoved();
          queries.removeQueries({ queryKey: bookingKey(id) });
          void queries.invalidateQueries({ queryKey: ["bookings"] });
          toast(t.deleted);
        }}
      />
    </>
  );
}

/** A booking: what is known of it, and what happened to it. */
export default function BookingDialog({
  id,
  known,
  onClose,
}: {
  id: number;
  known?: Booking | undefined;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const mayWrite = useMay("bookings:write");
  const { data: booking, error } = useBooking(id, known);
  return (
    <Dialog
      isOpen
      kind="drawer"
      width="34rem"
      onClose={onClose}
      title={booking ? (booking.name ?? t.noName) : t.booking}
      foot={mayWrite && booking && <Remove id={id} onRemoved={onClose} />}
    >
      {error && <ProblemNote error={error} />}
      {!booking && !error && <LoadingRows />}
      {booking && (
        <Stack gap={4}>
          <BookingFacts booking={booking} />
          <Answers booking={booking} />
          {mayWrite && <StateButtons booking={booking} />}
          {mayWrite && <OutcomeForm key={booking.outcome} booking={booking} />}
        </Stack>
      )}
    </Dialog>
  );
}
