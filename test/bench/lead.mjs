// A lead of the benchmark: varied, with the same distribution for any number of leads.
import {
  engagementLevels,
  lostReasons,
  maturityLevels,
  occupations,
  sources,
  warmths,
} from "../../src/domain/leads.ts";
import { foldCase, foldText } from "../../src/lib/text.ts";

const DAY_MS = 86_400_000;
/** The leads were created evenly over the two years before this day. */
export const LAST_DAY = Date.UTC(2026, 10, 20);
const SPAN_DAYS = 730;

const words = (text) => text.trim().split(/\s+/);

const FIRST_NAMES = words(`
  Élodie Marie Camille Léa Manon Chloé Inès Sarah Jade Louise Zoé Anaïs Noémie Aïcha Fatou Sofía Lucía María Valentina Camila
  João Mateus Gabriel Rafael Thiago Lucas Hugo Théo Nathan Maël Jérôme François Benoît Cédric Loïc Yann Karim Mehdi Omar Yusuf
  Søren Björn Łukasz Zoltán İbrahim Olga Dmitri Ngọc Hiroshi Jean-Baptiste`);
const LAST_NAMES = words(`
  Marchand Dubois Lefèvre Moreau Girard Bonnet Faure Mercier Chevalier Rousseau Blanchard Gauthier Perrin Morel Fournier Lambert
  García Fernández Rodríguez Sánchez Martínez Gómez Ortega Castillo Silva Santos Oliveira Souza Pereira Almeida Nascimento Ribeiro
  Diallo Traoré Ndiaye Benali Haddad Cherif Mansouri Øster Müller Schröder Kowalski Nowak Novák Rossi Bianchi Yılmaz Nguyễn Tanaka`);
const CITIES = words("Lyon Paris Lille Nantes Dakar Madrid Lisboa Bogotá Casablanca Bruxelles");

/** The properties of leads by stage, with the share of leads that reach it. */
const STAGES = {
  new: 0.4,
  contacted: 0.25,
  engaged: 0.15,
  qualified: 0.08,
  call_booked: 0.05,
  won: 0.02,
  lost: 0.05,
};

const TAGS = { Newsletter: 0.3, "Webinar attendee": 0.1, Customer: 0.02, "VIP guest": 0.005 };
export const tagLabels = Object.keys(TAGS);

/** Pseudo-random numbers from 0 to 1, the same in every run (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The rows of a lead, its tags and its conversation. `age` is its place in the two years, 0 to 1.
 */
export function leadAt({ id, workspace, seq }, age) {
  const random = randomFrom(id);
  const chance = (share) => random() < share;
  const pick = (list) => list[Math.floor(random() * list.length)];
  /** Picks from a list in which each item is half as frequent as the one before. */
  const pickFalling = (list) =>
    list[Math.min(list.length - 1, Math.floor(-Math.log2(1 - random())))];

  const [firstName, lastName] = [pick(FIRST_NAMES), pick(LAST_NAMES)];
  const login = `${foldText(firstName)}.${foldText(lastName)}`;
  const [email, username] = [`${login}.${id}@example.com`, chance(0.5) ? `${login}_${id}` : null];
  const phone = `+336${String((id * 61_803_399) % 100_000_000).padStart(8, "0")}`;
  const createdAt = Math.round(LAST_DAY - (1 - age) * SPAN_DAYS * DAY_MS);
  const later = () => Math.round(createdAt + random() * (LAST_DAY - createdAt));
  const stage = pickStage(random());
  const analysed = chance(0.3);
  const [inboundAt, outboundAt] = chance(0.4) ? [later(), later()] : [null, null];

  const lead = {
    id,
    workspace_id: workspace.id,
    seq,
    ext_id: `crm-${id}`,
    first_name: firstName,
    last_name: lastName,
    username,
    email,
    email_key: foldCase(email),
    phone,
    first_name_search: foldText(firstName),
    last_name_search: foldText(lastName),
    username_search: username,
    phone_key: phone,
    source: pickFalling(sources),
    warmth: chance(0.5) ? pickFalling(warmths) : null,
    pipeline_stage: stage,
    is_optout: Number(chance(0.01)),
    variables: JSON.stringify({ language: "fr", city: pick(CITIES) }),
    age: analysed ? 18 + Math.floor(random() * 60) : null,
    occupation_status: analysed ? pickFalling(occupations) : null,
    maturity_level: analysed ? pickFalling(maturityLevels) : null,
    engagement_level: analysed ? pickFalling(engagementLevels) : null,
    is_lost: Number(stage === "lost"),
    lost_reason: stage === "lost" ? pickFalling(lostReasons) : null,
    profile_extracted_at: analysed ? later() : null,
    last_inbound_at: inboundAt,
    last_outbound_at: outboundAt,
    created_at: createdAt,
    updated_at: createdAt,
  };
  const tags = tagLabels.flatMap((label, index) =>
    chance(TAGS[label])
      ? [{ lead_id: id, tag_id: workspace.tags[index], created_at: createdAt }]
      : [],
  );
  const talk = {
    platform: pick(["whatsapp", "instagram"]),
    last_inbound_at: inboundAt,
    last_outbound_at: outboundAt,
    messages_count: 12,
  };
  const stamps = { created_at: createdAt, updated_at: createdAt };
  return {
    lead,
    tags,
    conversations: inboundAt
      ? [{ workspace_id: workspace.id, lead_id: id, ...talk, ...stamps }]
      : [],
  };
}

function pickStage(random) {
  let rest = random;
  return Object.keys(STAGES).find((stage) => {
    rest -= STAGES[stage];
    return rest < 0;
  });
}
