import type { ExportKind } from "../../../domain/imports";
import type { Scope } from "../../../env";
import type { Page, PageRequest } from "../../../lib/cursor";
import { getSettings } from "../../access/settings/store";
import { listAnalyses } from "../../analysis/store";
import { listAllRuns } from "../../automation/runs/list";
import { listScenarios } from "../../automation/scenarios/store";
import { listEvents } from "../../events/store";
import { listEndpoints } from "../../events/webhooks/endpoints";
import { listAllConsents } from "../../leads/consents";
import { exportLeads } from "../../leads/read";
import { listSegments } from "../../leads/segments/store";
import { listSuppressions } from "../../leads/suppressions/store";
import { listTags } from "../../leads/tags/store";
import { listAllClicks } from "../../links/clicks/store";
import { listLinkSends } from "../../links/recipients/store";
import { listShortLinks } from "../../links/store";
import { listChannels } from "../../messaging/channels/store";
import { listConversations } from "../../messaging/conversations/store";
import { listAllMessages } from "../../messaging/messages/store";

type Read = (scope: Scope, page: PageRequest) => Promise<Page<object>>;

/** How a kind is read; `rows` at once where they may be long, and no bytes end a page of them. */
type Kind = { read: Read; rows?: number };

const readSettings: Read = async (scope, { perPage }) => ({
  items: [await getSettings(scope)],
  ...{ perPage, next: null, prev: null },
});

/** What an export has is what the lists of the API answer. */
export const KINDS: Record<ExportKind, Kind> = {
  settings: { read: readSettings },
  tags: { read: (scope, page) => listTags(scope, {}, page) },
  segments: { read: listSegments },
  leads: { read: (scope, page) => exportLeads(scope, {}, page) },
  consents: { read: (scope, page) => listAllConsents(scope, {}, page) },
  suppressions: { read: (scope, page) => listSuppressions(scope, {}, page) },
  channels: { read: listChannels },
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
