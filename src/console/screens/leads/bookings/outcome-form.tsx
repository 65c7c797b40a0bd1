import { useQueryClient } from "@tanstack/react-query";
import { type Booking, updateBooking } from "#client";
import { setAnswer } from "#console/data/entities";
import { NumberField, TextField } from "#console/data/form/fields";
import { Form } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Part } from "#console/ui/part";
import { Stack } from "#console/ui/stack";
import { toast } from "#console/ui/toasts";
import { bookingKey } from "./queries";
import { texts } from "./texts";

/** Enters how an appointment went. */
export function OutcomeForm({ booking }: { booking: Booking }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const queries = useQueryClient();
  const { id } = booking;
  const form = useForm(
    { outcome: booking.outcome ?? "", outcome_value: booking.outcome_value },
    (client, body) => updateBooking({ client, path: { booking: id }, body }),
  );
  return (
    <Part title={t.howItWent} gap={3}>
      <Form
        form={form}
        onDone={({ data }) => {
          setAnswer(queries, bookingKey(id), data);
          void queries.invalidateQueries({ queryKey: ["bookings"] });
          toast(c.saved);
        }}
      >
        <Stack gap={3}>
          <TextField form={form} name="outcome" label={t.outcome} hint={t.outcomeHint} />
          <NumberField form={form} name="outcome_value" label={t.value} step="any" />
          <div>
            <Button type="submit" isBusy={form.isBusy}>
              {t.saveOutcome}
            </Button>
          </div>
        </Stack>
      </Form>
    </Part>
  );
}
