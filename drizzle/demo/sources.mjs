import { createHash } from "node:crypto";
import { insert } from "./sql.mjs";

// The ways in of the demo. Their keys and secrets are no secrets: sealed.mjs seals them for whoever
// starts the demo.

const STAGES = {
  booked: "call_booked",
  from: ["new", "contacted", "engaged", "qualified"],
  cancelled: "back",
  no_show: null,
  outcomes: {},
};

const settings = {
  verification: { scheme: "none" },
  items: null,
  create: true,
  tag_ids: [],
  default_country: null,
  dedupe: null,
  times: null,
  stages: STAGES,
  consent: null,
  form: null,
  preset: null,
};

const person = [
  { to: "full_name", from: ["lead.full_name"] },
  { to: "first_name", from: ["lead.first_name"] },
  { to: "last_name", from: ["lead.last_name"] },
];

/** The sources, in the order of their ids. */
const sources = [
  {
    days: 29.5,
    kind: "calendly",
    name: "Discovery calls",
    key: "demo-calendly-00000000",
    secret: "demo-signing-key-of-calendly-0123456789",
    settings: {
      verification: {
        scheme: "hmac",
        header: "Calendly-Webhook-Signature",
        algorithm: "sha256",
        encoding: "hex",
        prefix: "v1=",
        timestamp: "signature",
        tolerance_seconds: 300,
      },
      match_by: ["lead_ref", "email", "phone"],
      update: "fill",
      mapping: [
        { to: "lead_ref", from: ["tracking.utm_content"] },
        ...person,
        { to: "email", from: ["lead.email"] },
        {
          to: "phone",
          from: ["lead.text_reminder_number", "lead.answered_phone", "lead.called_phone"],
          as: "phone",
        },
        // An answer such as `34 ans` is invalid, until it is read as a number.
        { to: "age", from: [["answers", "How old are you?"]] },
      ],
    },
  },
  {
    days: 24,
    kind: "iclosed",
    name: "Strategy calls",
    key: "demo-iclosed-000000000",
    secret: null,
    settings: {
      match_by: ["lead_ref", "email", "phone"],
      update: "fill",
      mapping: [
        { to: "lead_ref", from: ["tracking.utm_content"] },
        ...person,
        { to: "email", from: ["lead.email"] },
        {
          to: "phone",
          from: ["lead.phone", "lead.answered_phone", "lead.second_phone"],
          as: "phone",
        },
        { to: "variables.iclosed_status", from: ["lead.status"] },
        { to: "booking.state", from: ["booking.no_show"] },
      ],
      stages: {
        ...STAGES,
        outcomes: {
          SALE: { stage: "won" },
          NO_SALE: { stage: "lost", lost_reason: "not_interested" },
        },
      },
    },
  },
  {
    days: 5,
    kind: "form",
    name: "Open day",
    key: "demo-form-000000000000",
    secret: null,
    settings: {
      match_by: ["lead_ref", "phone", "email"],
      update: "none",
      mapping: [
        { to: "lead_ref", from: ["lead_ref", "tracking.lead_ref", "tracking.utm_content"] },
        ...person,
        { to: "email", from: ["lead.email"] },
        { to: "phone", from: ["lead.phone"] },
      ],
      form: {
        origins: ["https://example.com", "http://localhost:8787"],
        honeypot: "website",
        redirect_url: null,
      },
    },
  },
];

/** The keys and secrets of the sources, by id. */
export const secrets = sources.map(({ key, secret }, index) => ({
  id: index + 1,
  keys: [{ value: key, endsAt: null }],
  secrets: secret === null ? [] : [{ value: secret, endsAt: null }],
}));

const rows = sources.map(({ days, kind, name, key, settings: own }, index) => ({
  id: index + 1,
  workspace_id: 1,
  kind,
  name,
  settings: { ...settings, ...own },
  key_hashes: [{ hash: createHash("sha256").update(key).digest("hex"), ends_at: null }],
  changed_by: "t1",
  created_at: days,
  updated_at: days,
}));

/** The sources, and their keys as the directory knows them. */
export const SOURCES = `${insert("sources", rows)}

insert into source_keys (key_hash, source_id, workspace_id, ends_at, version)
select value ->> 'hash', sources.id, sources.workspace_id, null, seq
from sources
  join outbox on outbox.kind = 'source' and row_id = sources.id
  join json_each(key_hashes);

delete from outbox where kind = 'source';`;
