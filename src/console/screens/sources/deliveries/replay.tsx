import { useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { replaySource, replaySourceDelivery } from "#client";
import { useAction } from "#console/data/forms";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { toast, useProblemToast } from "#console/ui/toasts";
import { deliveriesKey, type Stuck } from "./queries";
import { texts } from "./texts";

const useMayReplay = () => [useMay("sources:write"), useMay("leads:write")].every(Boolean);

/** Takes all kept bodies of a status through today's mapping. */
export function ReplayAll({ source, status }: { source: number; status: Stuck }) {
  const t = useTexts(texts);
  const format = useFormat();
  const queries = useQueryClient();
  const { run, isBusy } = useAction(
    (client) => replaySource({ client, path: { source }, body: { status } }),
    {
      onDone({ data: { count, has_more: hasMore } }) {
        toast(t.replaying(format.number(count), count) + (hasMore ? ` ${t.replayMore}` : ""));
        void queries.invalidateQueries({ queryKey: deliveriesKey(source) });
      },
      onFailed: useProblemToast(),
    },
  );
  if (!useMayReplay()) return null;
  return (
    <Button icon={<RotateCw />} isBusy={isBusy} onClick={() => void run(undefined)}>
      {t.replayAll}
    </Button>
  );
}

/** Takes the kept body of a delivery through today's mapping. */
export function ReplayOne({ source, delivery }: { source: number; delivery: number }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const { run, isBusy } = useAction(
    (client) => replaySourceDelivery({ client, path: { source, delivery } }),
    {
      onDone() {
        toast(t.replaying("1", 1));
        void queries.invalidateQueries({ queryKey: deliveriesKey(source) });
      },
      onFailed: useProblemToast(),
    },
  );
  if (!useMayReplay()) return null;
  return (
    <Button kind="primary" icon={<RotateCw />} isBusy={isBusy} onClick={() => void run(undefined)}>
      {t.replay}
    </Button>
  );
}
