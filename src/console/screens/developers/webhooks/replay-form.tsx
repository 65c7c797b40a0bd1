import { replayWebhooks } from "#client";
import { TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
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
  const form = useForm(
    () => ({ from: hourAgo(), to: "" }),
    (client, { from, to }) => {
      const body = { from: isoOf(from), to: isoOf(to) || null };
      return replayWebhooks({ client, path: { endpoint }, body });
    },
  );
  return (
    <FormDialog
      form={form}
      title={t.replayTitle}
      about={t.replayAbout}
      action={t.replayAction}
      onClose={onClose}
      onDone={({ data }) => {
        toast(t.replayed(data.deliveries));
        return onDone();
      }}
    >
      <TextField form={form} name="from" label={t.from} type="datetime-local" />
      <TextField form={form} name="to" label={t.to} hint={t.toHint} type="datetime-local" />
    </FormDialog>
  );
}
