// Generates demo.sql from the data in this folder. write.mjs runs it.
import { hash } from "node:crypto";
import { keyOfEmail, keyOfPhone, normalPhone } from "../../src/domain/addresses.ts";
import { readsBookings } from "../../src/features/automation/scenarios/bookings.ts";
import { compile } from "../../src/features/automation/scenarios/compile.ts";
import { slugKey } from "../../src/features/links/slug.ts";
import { foldLabel, foldText } from "../../src/lib/text.ts";
import { ANALYSED, analysedAt, claimedBy, claimRows } from "./analyses.mjs";
import { auditRows } from "./audit.mjs";
import {
  BOOKINGS,
  keepTimes,
  RUN_TIMES,
  runBooking,
  stageBefore,
  stageMovedAt,
} from "./bookings.mjs";
import { cannedReplyRows } from "./canned-replies.mjs";
import {
  consentRows,
  conversationRows,
  identityRows,
  lastTimes,
  messageRows,
} from "./conversations.mjs";
import { DELIVERIES } from "./deliveries.mjs";
import { EVENTS } from "./events.mjs";
import { FIGURES } from "./figures.mjs";
import { importRows, rejectedRows } from "./imports.mjs";
import { INBOX, noteRows, people } from "./inbox.mjs";
import { leads } from "./leads.mjs";
import { SENT } from "./messages.mjs";
import { profiles } from "./profiles.mjs";
import { drafts, olderVersions, scenarios } from "./scenarios.mjs";
import { sends } from "./sends.mjs";
import { SOURCES } from "./sources.mjs";
import { inParts, insert, latest, literal, rowsOf } from "./sql.mjs";
import { standingOf, stepRows } from "./steps.mjs";
import { REFUSED, templateRows } from "./templates.mjs";
import { causeOf, registration, STARTS, startedRuns, withWebinar } from "./triggers.mjs";
import { visitRows } from "./visits.mjs";
import { channels, segments, shortLinks, tags, token, workspace } from "./workspace.mjs";

const DAY_MS = 86_400_000;

const orNull = (text, fold) => (text === null ? null : fold(text));

function leadRow(row, index) {
  const id = index + 1;
  const lastMessages = lastTimes(id);
  const analysed = analysedAt(id);
  const { values, pinned } = profileOf(row, profiles[id] ?? {}, claimedBy(id));
  const phone = orNull(row.phone, (text) => normalPhone(text, workspace.country));
  return {
    id,
    workspace_id: 1,
    seq: id,
    ext_id: row.ext_id,
    first_name: row.first_name,
    last_name: row.last_name,
    username: row.username,
    image: row.username && id % 4 === 0 ? `https://example.com/avatars/${id}.jpg` : null,
    email: row.email,
    email_key: keyOfEmail(row.email),
    phone,
    phone_key: keyOfPhone(phone, workspace.country),
    first_name_search: orNull(row.first_name, foldText),
    last_name_search: orNull(row.last_name, foldText),
    username_search: orNull(row.username, foldText),
    source: row.source,
    warmth: row.warmth,
    pipeline_stage: stageBefore(id) ?? row.stage,
    is_optout: row.optout !== null,
    variables: {
      ...(row.language && { language: row.language }),
      ...(row.city && { city: row.city }),
      ...registration(id),
    },
    ...values,
    profile_pinned: pinned,
    created_at: row.days,
    updated_at: latest(row.days, ...lastMessages, analysed, stageMovedAt(id)),
  };
}

/** A lead's profile: the rules have found plain statements, and the team has set the rest. */
function profileOf({ stage, lost_reason }, known, claimed) {
  const set = {
    ...known,
    ...(stage === "lost" && { is_lost: true }),
    ...(lost_reason && { lost_reason }),
  };
  const own = Object.entries(set).filter(
    ([field]) => field === "is_lost" || field === "lost_reason" || !(field in claimed),
  );
  const {
    lost_reason: reason = null,
    lost_reason_detail: detail = null,
    ...all
  } = { ...claimed, ...Object.fromEntries(own) };
  const isLost = all.is_lost ?? false;
  const profile = {
    professional_situation: all.professional_situation ?? null,
    primary_objective: all.primary_objective ?? null,
    blockers: all.blockers ?? [],
    levers: all.levers ?? [],
    verbatim: all.verbatim ?? null,
    lost_reason_detail: isLost ? detail : null,
  };
  const isEmpty = Object.values(profile).every((value) => value === null || value.length === 0);
  return {
    values: {
      age: all.age,
      occupation_status: all.occupation_status,
      maturity_level: all.maturity_level,
      engagement_level: all.engagement_level,
      is_lost: isLost,
      lost_reason: isLost ? reason : null,
      profile: isEmpty ? null : profile,
    },
    pinned: Object.fromEntries(own.map(([field]) => [field, true])),
  };
}

const leadRows = rowsOf(leads).map(leadRow);

const leadTagRows = rowsOf(leads).flatMap((row, index) =>
  (row.tags === null ? [] : String(row.tags).split(" ")).map((tag) => ({
    lead_id: index + 1,
    tag_id: Number(tag),
    created_at: row.days,
  })),
);

const channelRow = ({ platform, name }, index) => ({
  id: index + 1,
  workspace_id: 1,
  platform,
  provider: "sandbox",
  name,
  is_default: true,
  created_at: workspace.days,
  updated_at: workspace.days,
});

const tagRow = ({ label, description, stage }, index) => ({
  id: index + 1,
  workspace_id: 1,
  label,
  label_key: foldLabel(label),
  description,
  pipeline_stage: stage,
  created_at: workspace.days,
  updated_at: workspace.days,
});

const segmentRow = ({ name, filter }, index) => ({
  id: index + 1,
  workspace_id: 1,
  name,
  name_key: foldLabel(name),
  filter,
  created_at: workspace.days,
  updated_at: workspace.days,
});

const scenarioRow = ({ name, platform, active, trackedTags, days }, index) => ({
  id: index + 1,
  workspace_id: 1,
  name,
  name_key: foldText(name),
  platform,
  is_active: active,
  tracked_tag_ids: trackedTags,
  webhook_url: null,
  version: older(index + 1).length + 1,
  created_at: days,
  updated_at: older(index + 1).at(-1)?.until ?? days,
});

const older = (scenario) => olderVersions.filter((one) => one.scenario === scenario);

const versionRow = ({ scenario, version, name, triggers, nodes, edges, days }) => ({
  scenario_id: scenario,
  version,
  reads_bookings: readsBookings(compile(nodes, edges)),
  name,
  platform: scenarios[scenario - 1].platform,
  nodes_count: nodes.length,
  edges_count: edges.length,
  changed_by: "t1",
  created_at: days,
  triggers,
  nodes,
  edges,
});

const versionRows = scenarios.flatMap(({ name, triggers, nodes, edges, days }, index) => {
  const scenario = index + 1;
  const before = older(scenario);
  const newest = { scenario, name, triggers, nodes, edges, days: before.at(-1)?.until ?? days };
  return [...before, newest].map((one, at) =>
    versionRow({ triggers: [], ...one, version: at + 1 }),
  );
});

const draftRow = ({ scenario, days, nodes, edges, mentions }) => {
  const { name, platform } = scenarios[scenario - 1];
  return {
    scenario_id: scenario,
    workspace_id: 1,
    base_version: older(scenario).length + 1,
    revision: 1,
    settings: { name, platform, provider: null },
    mentions,
    changed_by: "t1",
    created_at: days,
    updated_at: days,
    nodes,
    edges,
  };
};

/** The version that was the newest when the run began. */
const versionOf = ({ scenario, enrolled }) =>
  older(scenario).filter(({ until }) => enrolled <= until).length + 1;

const runRow = (run, index) => ({
  ...standingOf(run, scenarios[run.scenario - 1]),
  id: index + 1,
  workspace_id: 1,
  scenario_id: run.scenario,
  lead_id: run.lead,
  version: versionOf(run),
  ...causeOf(run),
  booking_id: runBooking(run),
  state: run.state,
  node_id: run.node,
  next_at: run.next,
  enrolled_at: run.enrolled,
  end_reason: run.reason,
  ended_at: run.ended,
  created_at: run.enrolled,
  updated_at: run.ended ?? run.enrolled,
});

const shortLinkRow = (link, index) => ({
  id: index + 1,
  workspace_id: 1,
  slug: link.slug,
  slug_key: slugKey(link.slug),
  label: link.label,
  search: [link.label, link.slug].map(foldText).join("\n"),
  destination_url: link.url,
  is_active: link.active ?? true,
  base_clicks_count: link.clicks,
  bot_clicks_count: link.bots,
  tag_on_sent_id: link.sent,
  tag_on_clicked_id: link.clicked,
  created_at: link.days,
  updated_at: link.days,
});

const sent = rowsOf(sends);

const sendRow = ({ link, lead, sent: sentAt, read, clicked }, index) => ({
  id: index + 1,
  workspace_id: 1,
  short_link_id: link,
  lead_id: lead,
  sent_at: sentAt,
  read_at: read,
  sent_tagged: true,
  read_tagged: read !== null,
  clicked_tagged: clicked !== null,
  created_at: sentAt,
});

/**
 * The clicks, oldest first. A further click comes halfway between the click before and the load.
 */
const clickRows = sent
  .flatMap((send, index) =>
    Array.from({ length: send.clicks }, (_, again) => ({
      workspace_id: 1,
      short_link_id: send.link,
      link_send_id: index + 1,
      lead_id: send.lead,
      clicked_at: send.clicked / 2 ** again,
      country: send.country,
      referrer_host: send.referrer,
      device: send.device,
      suspected_scanner: false,
      created_at: send.clicked / 2 ** again,
    })),
  )
  .toSorted((a, b) => b.clicked_at - a.clicked_at);

/** The counts by hour (UTC) and in total, from the inserted visits: one row for each hour. */
const COUNTS = `insert into link_hours (short_link_id, starts_at, recipient, first_click_id, last_click_id)
select short_link_id, clicked_at - clicked_at % 3600000, count(*), min(id), max(id)
from link_clicks group by 1, 2;

${insert("link_hours", visitRows).replace("loaded.ms - starts_at", "(loaded.ms - starts_at) / 3600000 * 3600000").replace(/;$/, "")} where true
on conflict do update set base = base + excluded.base, preview = preview + excluded.preview,
  crawler = crawler + excluded.crawler, prefetch = prefetch + excluded.prefetch;

update short_links set clicks_count = (select count(*) from link_clicks where short_link_id = short_links.id);`;

/** The links as the directory knows them. */
const SLUGS = `insert into slugs (slug_key, workspace_id, short_link_id, destination_url, is_active, version)
select slug_key, short_links.workspace_id, short_links.id, destination_url, is_active, seq
from short_links join outbox on kind = 'short_link' and row_id = short_links.id;

delete from outbox where kind = 'short_link';`;

/** The channels as the directory knows them. */
const CHANNEL_OWNERS = `insert into channel_owners (id, workspace_id, platform, provider, external_id, version)
select channels.id, channels.workspace_id, platform, provider, external_id, seq
from channels join outbox on kind = 'channel' and row_id = channels.id;

delete from outbox where kind = 'channel';`;

export const demoSql = () => `-- The demo workspace of local development. Made by generate.mjs.
-- Times count back from the moment of loading, which the workspace's updated_at holds.
insert into workspaces (id, database, name, name_key, default_country, created_at, updated_at)
select 1, 'DB', ${literal(workspace.name)}, ${literal(foldText(workspace.name))}, ${literal(workspace.country)}, ms - ${workspace.days * DAY_MS}, ms
from (select cast(unixepoch('subsec') * 1000 as integer) as ms);

${[
  insert("tokens", [
    {
      id: 1,
      workspace_id: 1,
      name: "Demo",
      hash: hash("sha256", token),
      abilities: ["*"],
      last_used_at: 0.5,
      created_at: workspace.days,
    },
    ...people,
  ]),
  insert("tags", tags.map(tagRow)),
  insert("segments", segments.map(segmentRow)),
  withWebinar(insert("leads", leadRows)),
  insert("lead_tags", leadTagRows),
  SOURCES,
  BOOKINGS,
  keepTimes(leadRows),
  DELIVERIES,
  insert("channels", channels.map(channelRow)),
  CHANNEL_OWNERS,
  insert("templates", templateRows),
  REFUSED,
  insert("lead_identities", identityRows),
  insert("conversations", conversationRows),
  ...inParts(messageRows, 100).map((rows) => insert("messages", rows)),
  SENT,
  insert("messages", noteRows),
  INBOX,
  insert("profile_claims", claimRows),
  ANALYSED,
  insert("consents", consentRows),
  insert("scenarios", scenarios.map(scenarioRow)),
  insert("scenario_versions", versionRows),
  insert("scenario_drafts", drafts.map(draftRow)),
  insert("runs", startedRuns.map(runRow)),
  insert(
    "run_steps",
    startedRuns.flatMap((run, index) => stepRows(run, index + 1, scenarios[run.scenario - 1])),
  ),
  RUN_TIMES,
  insert("short_links", shortLinks.map(shortLinkRow)),
  SLUGS,
  insert("link_sends", sent.map(sendRow)),
  insert("link_clicks", clickRows),
  COUNTS,
  FIGURES,
  insert("canned_replies", cannedReplyRows),
  insert("imports", importRows),
  insert("import_rows", rejectedRows),
  insert("audit_log", auditRows),
  EVENTS,
  STARTS,
].join("\n\n")}
`;
