import { Send } from "lucide-react";
import { useState } from "react";
import { listWebhookDeliveries, type WebhookDelivery } from "#client";
import { ListView } from "#console/data/list-view";
import { useList } from "#console/data/lists";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Card, Segmented } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { Table } from "#console/ui/table";
import { Delivery } from "./delivery";
import { DeliveryStatus } from "./statuses";
import { texts } from "./texts";
import styles from "./webhooks.module.css";

const FILTERS = ["all", "pending", "delivered", "failed"] as const;
/** No event tells of deliveries. */
const POLL_MS = 5_000;

/** What was sent to an endpoint, or will be. */
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
          <Table>
            <thead>
              <tr>
                <th>{t.event}</th>
                <th>{t.status}</th>
                <th>{t.answer}</th>
                <th data-number>{t.attempts}</th>
                <th data-number>{t.latency}</th>
                <th>{t.lastAttempt}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((delivery) => (
                <tr key={delivery.id}>
                  <td>
                    <button
                      type="button"
                      className={styles.open}
                      onClick={() => setOpen(delivery.id)}
                    >
                      <code>{delivery.event_type}</code>
                      <span className={styles.soft}>{delivery.event_id}</span>
                    </button>
                  </td>
                  <td>
                    <DeliveryStatus status={delivery.status} />
                  </td>
                  <td>{result(delivery)}</td>
                  <td data-number>{format.number(delivery.attempts)}</td>
                  <td data-number>
                    {delivery.latency_ms === null ? "—" : t.ms(format.number(delivery.latency_ms))}
                  </td>
                  <td className={styles.when}>
                    {delivery.last_attempt_at ? format.relative(delivery.last_attempt_at) : "—"}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </ListView>
      {open !== null && <Delivery id={open} onClose={() => setOpen(null)} />}
    </Card>
  );
}
