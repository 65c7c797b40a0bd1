import { DAY_MS } from "../../src/lib/time.ts";
import { literal, rowsOf } from "./sql.mjs";

// The templates of the WhatsApp channel: those that the demo has sent, and some that WhatsApp has
// not approved. `|` separates what the parameters stand for.

const templates = `
name | language | category | status | quality | days | example | text
guide_ready | en_US | utility | approved | green | 112 | Zoë | Hello {{1}}, your guide to changing career is ready. Shall we send it here?
guide_ready | fr | utility | approved | green | 112 | Zoé | Bonjour {{1}}, votre guide de reconversion est prêt. Voulez-vous le recevoir ici ?
webinar_invitation | en_US | marketing | approved | yellow | 105 | Zoë | Hello {{1}}, on Thursday evening we show how a year with us looks. Will you come?
webinar_replay | en_US | marketing | approved | green | 100 | Zoë | Hello {{1}}, you could not make it on Thursday? Here is the replay.
webinar_replay | fr | marketing | approved | green | 100 | Zoé | Bonjour {{1}}, vous n'avez pas pu venir jeudi ? Voici le replay.
after_the_webinar | en_US | marketing | approved | green | 96 | Zoë | Hello {{1}}, what did you think of the workshop? Answer 1 for a call, 2 for the guide.
after_the_webinar | fr | marketing | approved | green | 96 | Zoé | Bonjour {{1}}, qu'avez-vous pensé de l'atelier ? Répondez 1 pour un appel, 2 pour le guide.
guide_read | en_US | marketing | approved | green | 90 | Zoë | Hello {{1}}, have you found the time to read our guide?
guide_read | fr | marketing | approved | green | 90 | Zoé | Bonjour {{1}}, avez-vous eu le temps de lire notre guide ?
open_day | en_US | marketing | approved | red | 84 | Zoë | Hello {{1}}, our doors are open on Saturday. Come and see the studio!
call_follow_up | fr | utility | approved | green | 80 | Zoé | Bonjour {{1}}, merci pour notre échange. Avez-vous d'autres questions ?
call_confirmed | en_US | utility | approved | green | 78 | Zoë / Tuesday 18:00 | Hello {{1}}, our call is confirmed: {{2}}. We look forward to it.
call_confirmed | fr | utility | approved | green | 78 | Zoé / mardi 18 h | Bonjour {{1}}, notre appel est confirmé : {{2}}. À bientôt !
call_confirmed | it | utility | approved | | 40 | Zoe / martedì 18:00 | Ciao {{1}}, la nostra chiamata è confermata: {{2}}. A presto!
after_the_call | de | utility | approved | green | 62 | Jürgen | Guten Tag {{1}}, danke für das Gespräch. Haben Sie noch Fragen?
financing_news | fr | marketing | approved | green | 60 | Zoé | Bonjour {{1}}, il y a du nouveau pour le financement de votre formation.
news_from_you | fr | marketing | approved | green | 55 | Zoé | Bonjour {{1}}, comment se passent vos premières semaines ?
last_chance | en_US | marketing | pending | | 12 | Zoë | {{1}}!!! LAST CHANCE, only today: 70 % off, click before it is gone
spring_course | en_US | marketing | pending | | 0.3 | Zoë | Hello {{1}}, the spring course has eight places left. Shall we keep one for you?
`;

/** The templates that WhatsApp has refused since, and when, in days before the load. */
const refused = [
  {
    name: "open_day",
    status: "paused",
    reason: "Low quality: too many people have blocked or reported it.",
    days: 9,
  },
  {
    name: "last_chance",
    status: "rejected",
    reason: "INVALID_FORMAT: it must not begin with a parameter.",
    days: 11.8,
  },
];

const BUTTONS = {
  webinar_replay: { type: "URL", text: "▶", url: "https://example.com/replay?to={{1}}" },
  spring_course: { type: "QUICK_REPLY", text: "Keep one for me" },
};

const componentsOf = ({ name, text, example }) => [
  { type: "BODY", text, example: { body_text: [example.split(" / ")] } },
  ...(BUTTONS[name] ? [{ type: "BUTTONS", buttons: [BUTTONS[name]] }] : []),
];

export const templateRows = rowsOf(templates).map((row, index) => ({
  workspace_id: 1,
  channel_id: 1,
  id: index + 1,
  name: row.name,
  language: row.language,
  category: row.category,
  status: row.status,
  quality: row.quality,
  components: componentsOf(row),
  external_id: String(710_000_000_001 + index),
  status_at: row.days * 0.98,
  created_at: row.days,
  updated_at: row.days * 0.98,
}));

export const REFUSED = refused
  .map(
    ({ name, status, reason, days }) => `update templates
set status = ${literal(status)}, reason = ${literal(reason)}, changed_by = 'p', status_at = past.at, updated_at = past.at
from (select updated_at - ${days * DAY_MS} as at from workspaces where id = 1) as past
where channel_id = 1 and name = ${literal(name)};`,
  )
  .join("\n\n");
