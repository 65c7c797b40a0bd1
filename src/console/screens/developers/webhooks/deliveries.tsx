import { Send } from "lucide-react";
import { useState } from "react";
import {
  DeliveryStatus as deliveryStatuses,
  listWebhookDeliveries,
  type WebhookDelivery,
} from "#client";
import { ListView } from "#console/data/list-view";
import { useList } from "#console/data/lists";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { DataTable } from "#console/ui/data-table";
import { Card, Segmented } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { Soft } from "#console/ui/text";

import { Delivery } from "./delivery";
import { DeliveryStatus } from "./statuses";
import { texts } from "./texts";
import styles from "./webhooks.module.css";

const FILTERS = ["all", ...Object.values(deliveryStatuses)] as const;
/** No event tells of deliveries. */
const POLL_MS = 5_000;

/** The deliveries to an endpoint, sent or still to be sent. */
export function Deliveries({ endpoint }: { endpoint: number }) {
  const t = useTexts(texts);
  const format = useFormat();
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>("all");
  const [open, setOpen] = useState<number | null>(null);
  const deliveries = useList(
    ["webhook-deliveries", endpoint, filter],
    (client, page, signal) => {
      const status = filter === "all" ? {} : { status: filter };
      const query = { ...page, endpoint_id: endpoint, per_page: 25, ...status };
      return listWebhookDeliveries({ client, query, signal });
    },
    { refetchInterval: POLL_MS },
  );
  const result = ({ http_status, error }: WebhookDelivery) =>
    error && error !== "status" ? t.deliveryErrors[error] : (http_status ?? "—");
  return (
    <Card
      title={t.deliveries}
      isPadded={false}
      actions={
        <Segmented
          label={t.status}
          value={filter}
          options={FILTERS.map(
            (one) => [one, one === "all" ? t.allDeliveries : t.deliveryStatuses[one]] as const,
          )}
          onChange={setFilter}
        />
      }
    >
      <ListView
        list={deliveries}
        empty={
          <EmptyState
            icon={<Send />}
            title={t.noDeliveries}
            actions={
              filter !== "all" && <Button onClick={() => setFilter("all")}>{t.showAll}</Button>
            }
          >
            {filter === "all" && t.noDeliveriesAbout}
          </EmptyState>
        }
      >
        {(items) => (
          <DataTable
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              [
                t.event,
                ({ id, event_type, event_id }) => (
                  <button type="button" className={styles.open} onClick={() => setOpen(id)}>
                    <code>{event_type}</code>
                    <Soft as="span" size="medium">
                      {event_id}
                    </Soft>
                  </button>
                ),
              ],
              [t.status, ({ status }) => <DeliveryStatus status={status} />],
              [t.answer, result],
              [t.attempts, ({ attempts }) => format.number(attempts), "number"],
              [
                t.latency,
                ({ latency_ms }) => (latency_ms === null ? "—" : t.ms(format.number(latency_ms))),
                "number",
              ],
              [
                t.lastAttempt,
                ({ last_attempt_at }) => (last_attempt_at ? format.relative(last_attempt_at) : "—"),
                "time",
              ],
            ]}
          />
        )}
      </ListView>
      {open !== null && <Delivery id={open} onClose={() => setOpen(null)} />}
    </Card>
  );
}
