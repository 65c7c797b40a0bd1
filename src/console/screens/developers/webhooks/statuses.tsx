import type { WebhookDelivery, WebhookEndpoint } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Badge, type Tone } from "#console/ui/badge";
import { texts } from "./texts";

const OF_ENDPOINTS: Record<WebhookEndpoint["status"], Tone> = {
  active: "green",
  failing: "amber",
  inactive: "plain",
  disabled: "red",
};

export function EndpointStatus({ status }: { status: WebhookEndpoint["status"] }) {
  const t = useTexts(texts);
  return <Badge tone={OF_ENDPOINTS[status]}>{t.statuses[status]}</Badge>;
}

const OF_DELIVERIES: Record<WebhookDelivery["status"], Tone> = {
  pending: "amber",
  delivered: "green",
  failed: "red",
};

export function DeliveryStatus({ status }: { status: WebhookDelivery["status"] }) {
  const t = useTexts(texts);
  return <Badge tone={OF_DELIVERIES[status]}>{t.deliveryStatuses[status]}</Badge>;
}
