import type { TriggerType } from "#client";
import type { Language } from "../texts/language";

/** The name of a type of trigger, which completes "Starts when …", and what it is for. */
type Words = readonly [name: string, about: string];

const rows: Record<TriggerType, Record<Language, Words>> = {
  keyword: {
    en: ["A keyword is written", "A lead writes one of your words"],
    fr: ["Un mot-clé est écrit", "Un lead écrit un de vos mots"],
  },
  first_message: {
    en: ["A first message comes", "Never before on this channel"],
    fr: ["Un premier message arrive", "Jamais encore sur ce canal"],
  },
  any_message: {
    en: ["Any message comes", "And nothing else answers it"],
    fr: ["Un message arrive", "Et rien d’autre n’y répond"],
  },
  comment: {
    en: ["A comment is written", "Under your posts on Instagram"],
    fr: ["Un commentaire est écrit", "Sous vos publications Instagram"],
  },
  tap: {
    en: ["A button is tapped", "Ice breakers, menus, Get Started"],
    fr: ["Un bouton est touché", "Questions d’accueil, menus, Démarrer"],
  },
  link_referral: {
    en: ["A chat link is followed", "wa.me with a text, ig.me with a ref"],
    fr: ["Un lien de discussion est suivi", "wa.me avec un texte, ig.me avec un ref"],
  },
  ad_click: {
    en: ["An ad is followed", "Ads on Facebook and Instagram"],
    fr: ["Une publicité est suivie", "Publicités sur Facebook et Instagram"],
  },
  story_reply: {
    en: ["A story is answered", "One of yours, on Instagram"],
    fr: ["Une story reçoit une réponse", "Une des vôtres, sur Instagram"],
  },
  story_mention: {
    en: ["A story mentions you", "A lead’s own, on Instagram"],
    fr: ["Une story vous mentionne", "Celle d’un lead, sur Instagram"],
  },
  tag_added: {
    en: ["A tag is added", "By a person, a program or a scenario"],
    fr: ["Une étiquette est ajoutée", "Par qui ou quoi que ce soit"],
  },
  stage_changed: {
    en: ["The stage changes", "A lead comes to a stage"],
    fr: ["L’étape change", "Un lead arrive à une étape"],
  },
  lead_created: {
    en: ["A lead is created", "By the sources that you choose"],
    fr: ["Un lead est créé", "Par les sources que vous choisissez"],
  },
  link_clicked: {
    en: ["A short link is clicked", "By people: robots don’t count"],
    fr: ["Un lien court est cliqué", "Par des personnes, pas des robots"],
  },
  booking: {
    en: ["A booking is made or changes", "Booked, moved, cancelled, missed or held"],
    fr: ["Un rendez-vous est pris ou change", "Pris, déplacé, annulé, manqué ou honoré"],
  },
  event: {
    en: ["An event is reported", "By your programs, over the API"],
    fr: ["Un événement est signalé", "Par vos programmes, via l’API"],
  },
  date: {
    en: ["A date comes", "Before, on or after a date of the lead"],
    fr: ["Une date arrive", "Une date du lead, avant ou après"],
  },
  recurring: {
    en: ["A set time comes", "Each day, week or month, for a segment"],
    fr: ["Une heure fixée arrive", "Régulièrement, pour un segment"],
  },
};

/** The words of all types in a language, as its catalogue has them. */
export function triggerNamesIn(language: Language) {
  // `rows` has every type.
  const types = Object.keys(rows) as TriggerType[];
  const listed = (place: 0 | 1) =>
    Object.fromEntries(types.map((type) => [type, rows[type][language][place]])) as Record<
      TriggerType,
      string
    >;
  return { types: listed(0), about: listed(1) };
}
