import { useState } from "react";
import { replayWebhooks } from "#client";
import { FormDialog } from "#console/data/form-dialog";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { Field, Input } from "#console/ui/field";
import { toast } from "#console/ui/toasts";
import { texts } from "./texts";

/** An input's value of local time as ISO 8601. */
const isoOf = (local: string) => {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? "" : at.toISOString();
};

/** The local time of an hour ago, as an input has it. */
function hourAgo() {
  const at = new Date(Date.now() - 3_600_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Sends events of some time to an endpoint again. */
export function ReplayForm({
  endpoint,
  onClose,
  onDone,
}: {
  endpoint: number;
  onClose: () => void;
  onDone: () => unknown;
}) {
  const t = useTexts(texts);
  const [from, setFrom] = useState(hourAgo);
  const [to, setTo] = useState("");
  const { run, errors, ...state } = useAction(
    (client, body: { from: string; to: string | null }) =>
      replayWebhooks({ client, path: { endpoint }, body }),
    {
      onDone({ data }) {
        toast(t.replayed(data.deliveries));
        return onDone();
      },
      next: onClose,
    },
  );
  return (
    <FormDialog
      title={t.replayTitle}
      about={t.replayAbout}
      action={t.replayAction}
      fields={["from", "to"]}
      state={state}
      onClose={onClose}
      onSubmit={() => void run({ from: isoOf(from), to: isoOf(to) || null })}
    >
      <Field label={t.from} errors={errors.from}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
        )}
      </Field>
      <Field label={t.to} hint={t.toHint} errors={errors.to}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
