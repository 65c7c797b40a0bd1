import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { getEvent, getWebhookDelivery, retryWebhookDelivery } from "#client";
import { setAnswer } from "#console/data/entities";
import { useAction } from "#console/data/forms";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Facts } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { Json } from "../json";
import { DeliveryStatus } from "./statuses";
import { texts } from "./texts";
import styles from "./webhooks.module.css";

const POLL_MS = 2_000;

/** A delivery: how its last attempt went, what was answered, and the event that it is of. */
export function Delivery({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTexts(texts);
  const format = useFormat();
  const client = useClient();
  const queries = useQueryClient();
  const mayReadEvents = useMay("events:read");
  const mayWrite = useMay("webhooks:write");
  const key = ["webhook-delivery", id];
  const delivery = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => getWebhookDelivery({ client, path: { delivery: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.data.status === "pending" ? POLL_MS : false),
  });
  const shown = delivery.data?.data;
  const event = useQuery({
    queryKey: ["event", shown?.event_id],
    queryFn: ({ signal }) => getEvent({ client, path: { event: shown?.event_id ?? 0 }, signal }),
    enabled: mayReadEvents && shown !== undefined,
  });
  const retry = useAction((client) => retryWebhookDelivery({ client, path: { delivery: id } }), {
    onDone(answer) {
      setAnswer(queries, key, answer);
      return queries.invalidateQueries({ queryKey: ["webhook-deliveries"] });
    },
  });
  return (
    <Dialog
      isOpen
      kind="drawer"
      width="36rem"
      onClose={onClose}
      title={shown ? <code>{shown.event_type}</code> : t.deliveries}
      foot={
        mayWrite &&
        shown && (
          <Button
            kind="primary"
            icon={<RefreshCw />}
            isBusy={retry.isBusy}
            onClick={() => void retry.run(undefined)}
          >
            {t.sendAgain}
          </Button>
        )
      }
    >
      {delivery.error && <ProblemNote error={delivery.error} />}
      {retry.error && <ProblemNote error={retry.error} />}
      {!shown && !delivery.error && <LoadingRows />}
      {shown && (
        <Facts
          facts={[
            [t.status, <DeliveryStatus key="status" status={shown.status} />],
            [t.problem, shown.error && t.deliveryErrors[shown.error]],
            [t.answer, shown.http_status],
            [t.latency, shown.latency_ms !== null && t.ms(format.number(shown.latency_ms))],
            [t.attempts, format.number(shown.attempts)],
            [t.lastAttempt, shown.last_attempt_at && format.dateTime(shown.last_attempt_at)],
            [t.next, shown.next_attempt_at && format.relative(shown.next_attempt_at)],
          ]}
        />
      )}
      {shown?.answer && (
        <Stack as="section" gap={3}>
          <h3>{t.answerBody}</h3>
          <pre className={styles.answer}>{shown.answer}</pre>
        </Stack>
      )}
      {event.data && (
        <Stack as="section" gap={3}>
          <h3>{t.event}</h3>
          <Json value={event.data.data} label={t.event} />
        </Stack>
      )}
    </Dialog>
  );
}
