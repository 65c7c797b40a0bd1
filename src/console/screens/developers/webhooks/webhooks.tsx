import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, Webhook } from "lucide-react";
import { useState } from "react";
import {
  createWebhookEndpoint,
  listWebhookEndpoints,
  type NewWebhookEndpoint,
  type WebhookEndpoint,
} from "#client";
import { ListView } from "#console/data/list-view";
import { useList } from "#console/data/lists";
import { useLiveQueries } from "#console/live/live";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { DataTable } from "#console/ui/data-table";
import { Card } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { SecretDialog } from "../secret-dialog";
import { DefaultSecret } from "./default-secret";
import { EndpointForm } from "./endpoint-form";
import { EndpointStatus } from "./statuses";
import { texts } from "./texts";
import styles from "./webhooks.module.css";

const KEY = ["webhook-endpoints"];

function Url({ endpoint: { id, url, scenario_id } }: { endpoint: WebhookEndpoint }) {
  const t = useTexts(texts);
  return (
    <>
      <Link to="/developers/webhooks/$endpoint" params={{ endpoint: String(id) }}>
        {url}
      </Link>
      {scenario_id !== null && (
        <Soft as="span" size="medium">
          {t.ofScenario(scenario_id)}
        </Soft>
      )}
    </>
  );
}

export default function Webhooks() {
  const t = useTexts(texts);
  const c = useTexts(general);
  const format = useFormat();
  const queries = useQueryClient();
  const mayWrite = useMay("webhooks:write");
  const mayCreate = useMay("events:read") && mayWrite;
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<NewWebhookEndpoint | null>(null);
  useLiveQueries(["webhook_endpoint.disabled"], [KEY]);
  const endpoints = useList(KEY, (client, page, signal) =>
    listWebhookEndpoints({ client, query: { ...page, per_page: 100 }, signal }),
  );
  const create = mayCreate && (
    <Button size="small" kind="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {t.create}
    </Button>
  );
  const typesOf = ({ event_types }: WebhookEndpoint) =>
    event_types.includes("*") ? t.allTypes : event_types.join(", ");
  return (
    <>
      <Card
        title={t.endpoints}
        isPadded={false}
        actions={endpoints.items.length > 0 ? create : undefined}
      >
        <ListView
          list={endpoints}
          empty={
            <EmptyState icon={<Webhook />} title={t.empty} actions={create}>
              {t.emptyAbout}
            </EmptyState>
          }
        >
          {(items) => (
            <DataTable
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                [t.url, (endpoint) => <Url endpoint={endpoint} />, { className: styles.url }],
                [t.status, ({ status }) => <EndpointStatus status={status} />],
                [t.types, typesOf, { className: styles.typesCell }],
                [c.created, ({ created_at }) => format.short(created_at), "time"],
              ]}
            />
          )}
        </ListView>
      </Card>
      {mayWrite && <DefaultSecret />}
      {isCreating && (
        <EndpointForm
          onClose={() => setCreating(false)}
          save={(client, body) => createWebhookEndpoint({ client, body })}
          onSaved={({ data }) => {
            setMade(data);
            return queries.invalidateQueries({ queryKey: KEY });
          }}
        />
      )}
      <SecretDialog title={t.made} secret={made?.secret ?? null} onClose={() => setMade(null)}>
        <Soft size="medium">{t.secretAbout}</Soft>
      </SecretDialog>
    </>
  );
}
