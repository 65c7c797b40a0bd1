import type { ExportKind } from "#domain/imports";
import type { Scope } from "#env";
import { getSettings } from "#features/access/settings/store";
import { listAnalyses } from "#features/analysis/store";
import { listAllRuns } from "#features/automation/runs/list";
import { listScenarios } from "#features/automation/scenarios/store";
import { listEvents } from "#features/events/store";
import { listEndpoints } from "#features/events/webhooks/endpoints";
import { listSources } from "#features/imports/sources/store";
import { listBookings } from "#features/leads/bookings/list";
import { listAllConsents } from "#features/leads/consents";
import { exportLeads } from "#features/leads/read";
import { listSegments } from "#features/leads/segments/store";
import { listSuppressions } from "#features/leads/suppressions/store";
import { listTags } from "#features/leads/tags/store";
import { listAllClicks } from "#features/links/clicks/store";
import { listLinkSends } from "#features/links/recipients/store";
import { listShortLinks } from "#features/links/store";
import { listChannels } from "#features/messaging/channels/store";
import { listConversations } from "#features/messaging/conversations/store";
import { listAllMessages } from "#features/messaging/messages/store";
import type { Page, PageRequest } from "#lib/cursor";

type Read = (scope: Scope, page: PageRequest) => Promise<Page<object>>;

/**
 * The way to read a kind; `rows` at once where they may be long, and no bytes end a page of them.
 */
type Kind = { read: Read; rows?: number };

const readSettings: Read = async (scope, { perPage }) => ({
  items: [await getSettings(scope)],
  ...{ perPage, next: null, prev: null },
});

/** Exports have what the lists of the API answer. */
export const KINDS: Record<ExportKind, Kind> = {
  settings: { read: readSettings },
  tags: { read: (scope, page) => listTags(scope, {}, page) },
  segments: { read: listSegments },
  leads: { read: (scope, page) => exportLeads(scope, {}, page) },
  consents: { read: (scope, page) => listAllConsents(scope, {}, page) },
  suppressions: { read: (scope, page) => listSuppressions(scope, {}, page) },
  bookings: { read: (scope, page) => listBookings(scope, {}, page), rows: 200 },
  channels: { read: listChannels },
  sources: { read: (scope, page) => listSources({ ...scope, abilities: [] }, page) },
  conversations: { read: (scope, page) => listConversations(scope, {}, page) },
  messages: { read: (scope, page) => listAllMessages(scope, { withNotes: true }, page) },
  analyses: { read: (scope, page) => listAnalyses(scope, {}, page), rows: 200 },
  scenarios: { read: (scope, page) => listScenarios(scope, undefined, page), rows: 10 },
  runs: { read: (scope, page) => listAllRuns(scope, {}, page) },
  short_links: { read: (scope, page) => listShortLinks(scope, undefined, page) },
  link_sends: { read: (scope, page) => listLinkSends(scope, {}, page) },
  clicks: { read: (scope, page) => listAllClicks(scope, {}, page) },
  webhook_endpoints: { read: listEndpoints },
  events: { read: (scope, page) => listEvents(scope, {}, page), rows: 500 },
};
