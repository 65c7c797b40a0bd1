import { useState } from "react";
import { replayWebhooks } from "../../../../client/index";
import { isShownAtFields, useAction } from "../../../data/forms";
import { useTexts } from "../../../texts/catalogue";
import { general } from "../../../texts/general";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field, Input } from "../../../ui/field";
import { ProblemNote } from "../../../ui/states";
import { toast } from "../../../ui/toasts";
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
  const c = useTexts(general);
  const [from, setFrom] = useState(hourAgo);
  const [to, setTo] = useState("");
  const { run, isBusy, error, errors } = useAction(
    (client, body: { from: string; to: string | null }) =>
      replayWebhooks({ client, path: { endpoint }, body }),
    {
      onDone({ data }) {
        toast(t.replayed(data.deliveries));
        onClose();
        return onDone();
      },
    },
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.replayTitle}
      about={t.replayAbout}
      onSubmit={() => void run({ from: isoOf(from), to: isoOf(to) || null })}
      foot={
        <>
          <Button onClick={onClose}>{c.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t.replayAction}
          </Button>
        </>
      }
    >
      {error && !isShownAtFields(error, ["from", "to"]) && <ProblemNote error={error} />}
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
    </Dialog>
  );
}
