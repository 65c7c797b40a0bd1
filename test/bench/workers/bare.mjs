// A Worker with the bindings of the service that does the least that an answer can need: nothing,
// or the call of D1 that an unknown slug takes. Measures the machine and workerd alone.
import { DurableObject } from "cloudflare:workers";

const LINK = "select short_link_id from slugs where slug_key = ?";

export default {
  async fetch({ url }, { DB }) {
    if (url.endsWith("/d1"))
      await DB.withSession("first-unconstrained").prepare(LINK).bind("none").run();
    return new Response(null, { status: 302, headers: { Location: "https://example.com/" } });
  },
};

export class AnalysisWorker extends DurableObject {}
export class Archivist extends DurableObject {}
export class ChunkWorker extends DurableObject {}
export class EventStream extends DurableObject {}
export class Exporter extends DurableObject {}
export class HostPacer extends DurableObject {}
export class ImportWorker extends DurableObject {}
export class LinkCounter extends DurableObject {}
export class MediaFetcher extends DurableObject {}
export class MessageSender extends DurableObject {}
export class PortfolioAllowance extends DurableObject {}
export class RunScheduler extends DurableObject {}
export class SourceInbox extends DurableObject {}
export class TriggerWorker extends DurableObject {}
export class WebhookSender extends DurableObject {}
export class WorkspaceMover extends DurableObject {}
