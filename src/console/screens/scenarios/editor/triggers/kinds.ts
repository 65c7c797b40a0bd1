import {
  CalendarClock,
  CalendarDays,
  CircleHelp,
  Hand,
  Hash,
  Link,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  MessageCirclePlus,
  MousePointerClick,
  Radio,
  TagIcon,
  TrendingUp,
  UserPlus,
} from "lucide-react";
import type { KnownTrigger } from "#client";
import type { Language } from "#console/texts/language";
import { type GraphTrigger, type Settings, settingsOf } from "../graph";

export type TriggerType = KnownTrigger["type"];

/** The name of a type of trigger, which completes "Starts when …", and what it is for. */
type Words = readonly [name: string, about: string];

type Kind = Record<Language, Words> & {
  Icon: LucideIcon;
  /** The settings of a new trigger. */
  initial: () => Settings;
};

export const triggerKinds: Record<TriggerType, Kind> = {
  keyword: {
    en: ["A keyword is written", "A lead writes one of your words"],
    fr: ["Un mot-clé est écrit", "Un lead écrit un de vos mots"],
    Icon: Hash,
    initial: () => ({ words: [] }),
  },
  first_message: {
    en: ["A first message comes", "Never before on this channel"],
    fr: ["Un premier message arrive", "Jamais encore sur ce canal"],
    Icon: MessageCirclePlus,
    initial: () => ({}),
  },
  any_message: {
    en: ["Any message comes", "And nothing else answers it"],
    fr: ["Un message arrive", "Et rien d’autre n’y répond"],
    Icon: MessageCircle,
    initial: () => ({}),
  },
  tap: {
    en: ["A button is tapped", "Ice breakers, menus, Get Started"],
    fr: ["Un bouton est touché", "Questions d’accueil, menus, Démarrer"],
    Icon: Hand,
    initial: () => ({ payloads: [] }),
  },
  link_referral: {
    en: ["A chat link is followed", "wa.me with a text, ig.me with a ref"],
    fr: ["Un lien de discussion est suivi", "wa.me avec un texte, ig.me avec un ref"],
    Icon: Link,
    initial: () => ({}),
  },
  ad_click: {
    en: ["An ad is followed", "Ads on Facebook and Instagram"],
    fr: ["Une publicité est suivie", "Publicités sur Facebook et Instagram"],
    Icon: Megaphone,
    initial: () => ({}),
  },
  tag_added: {
    en: ["A tag is added", "By a person, a program or a scenario"],
    fr: ["Une étiquette est ajoutée", "Par une personne, un programme, un scénario"],
    Icon: TagIcon,
    initial: () => ({ tag_ids: [] }),
  },
  stage_changed: {
    en: ["The stage changes", "A lead comes to a stage"],
    fr: ["L’étape change", "Un lead arrive à une étape"],
    Icon: TrendingUp,
    initial: () => ({ to: [] }),
  },
  lead_created: {
    en: ["A lead is created", "By the sources that you choose"],
    fr: ["Un lead est créé", "Par les sources que vous choisissez"],
    Icon: UserPlus,
    initial: () => ({ sources: [] }),
  },
  link_clicked: {
    en: ["A short link is clicked", "By people: robots don’t count"],
    fr: ["Un lien court est cliqué", "Par des personnes, pas des robots"],
    Icon: MousePointerClick,
    initial: () => ({ short_link_ids: [] }),
  },
  event: {
    en: ["An event is reported", "By your programs, over the API"],
    fr: ["Un événement est signalé", "Par vos programmes, via l’API"],
    Icon: Radio,
    initial: () => ({ name: "" }),
  },
  date: {
    en: ["A date comes", "Before, on or after a date of the lead"],
    fr: ["Une date arrive", "Avant, pendant ou après une date du lead"],
    Icon: CalendarDays,
    initial: () => ({ of: "", offset_days: 0, at: "09:00" }),
  },
  recurring: {
    en: ["A set time comes", "Each day, week or month, for a segment"],
    fr: ["Une heure fixée arrive", "Chaque jour, semaine ou mois, pour un segment"],
    Icon: CalendarClock,
    initial: () => ({ every: "week", weekdays: [1], at: "09:00" }),
  },
};

export const isTriggerType = (type: string): type is TriggerType =>
  Object.hasOwn(triggerKinds, type);

// `triggerKinds` has every type.
export const triggerTypes = Object.keys(triggerKinds) as TriggerType[];

export const triggerIcon = (type: string) =>
  isTriggerType(type) ? triggerKinds[type].Icon : CircleHelp;

/** The words of all types in a language, as its catalogue has them. */
export function triggerNamesIn(language: Language) {
  const listed = (place: 0 | 1) =>
    Object.fromEntries(
      triggerTypes.map((type) => [type, triggerKinds[type][language][place]]),
    ) as Record<TriggerType, string>;
  return { types: listed(0), about: listed(1) };
}

export const newTrigger = (type: TriggerType, id: string): GraphTrigger => ({
  id,
  type,
  data: triggerKinds[type].initial(),
});

/** True if a trigger is as it was when it was added, and lacks settings. */
export function isUntouchedTrigger({ type, ...trigger }: GraphTrigger) {
  if (!isTriggerType(type)) return false;
  return JSON.stringify(settingsOf(trigger)) === JSON.stringify(triggerKinds[type].initial());
}
