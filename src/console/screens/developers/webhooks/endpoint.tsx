import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { ApiError, getWebhookEndpoint, type WebhookEndpoint } from "#client";
import { useLiveQueries } from "#console/live/live";
import { useClient } from "#console/session/session";
import { NotFound } from "#console/shell/failures";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { BackLink } from "#console/ui/back-link";
import { Card, Facts } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { Deliveries } from "./deliveries";
import { EndpointActions } from "./endpoint-actions";
import { EndpointStatus } from "./statuses";
import { texts } from "./texts";
import styles from "./webhooks.module.css";

const POLL_MS = 5_000;

/** The trouble with an endpoint, and what happens next. */
function Trouble({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { status, disabled_reason, failing_since, paused_until } = endpoint;
  if (status === "disabled" && disabled_reason)
    return <Note tone="red">{t.disabledFor[disabled_reason]}</Note>;
  if (status !== "failing" || !failing_since) return null;
  const again = paused_until && Date.parse(paused_until) > Date.now() ? paused_until : null;
  return (
    <Note tone="amber">
      {t.failing(format.dateTime(failing_since))} {again && t.nextAttempt(format.relative(again))}
    </Note>
  );
}

export default function Endpoint() {
  const t = useTexts(texts);
  const c = useTexts(general);
  const format = useFormat();
  const client = useClient();
  const { endpoint: id } = useParams({ from: "/developers/webhooks/$endpoint" });
  const key = ["webhook-endpoints", id];
  useLiveQueries(["webhook_endpoint.disabled"], [key]);
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => getWebhookEndpoint({ client, path: { endpoint: Number(id) }, signal }),
    refetchInterval: ({ state }) => (state.error ? false : POLL_MS),
  });
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error && !data) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows />;
  const endpoint = data.data;
  return (
    <>
      <BackLink to="/developers/webhooks">{t.endpoints}</BackLink>
      <Card
        title={
          <Row as="span" gap={2} wraps>
            <span className={styles.url}>{endpoint.url}</span>
            <EndpointStatus status={endpoint.status} />
          </Row>
        }
        actions={<EndpointActions endpoint={endpoint} />}
      >
        <Stack gap={3}>
          <Trouble endpoint={endpoint} />
          {endpoint.scenario_id !== null && <Note>{t.changedByScenario}</Note>}
          <Facts
            facts={[
              [
                t.types,
                endpoint.event_types.includes("*") ? t.allTypes : endpoint.event_types.join(", "),
              ],
              [
                t.scenario,
                endpoint.scenario_id && (
                  <Link to={`/scenarios/${endpoint.scenario_id}` as string}>
                    {t.ofScenario(endpoint.scenario_id)}
                  </Link>
                ),
              ],
              [c.created, format.dateTime(endpoint.created_at)],
            ]}
          />
        </Stack>
      </Card>
      <Deliveries endpoint={endpoint.id} />
    </>
  );
}
