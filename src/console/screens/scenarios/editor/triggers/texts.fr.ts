import type { Like } from "#console/texts/catalogue";
import fullTexts from "../../full.fr";
import type en from "./texts.en";
import typeNames from "./type-names.fr";

export default {
  ...typeNames,
  ...fullTexts,
  startsWhen: "Démarre quand…",
  unknownType: (type: string) => `Inconnu : ${type}`,
  add: "Ajouter ce qui le démarre",
  added: (name: string) => `« ${name} » a été ajouté.`,
  none: "Rien ne démarre encore ce scénario de lui-même.",
  start:
    "Les parcours commencent ici : quand quelqu’un inscrit un lead, dans la console, par un " +
    "import ou via l’API. Ils commencent aussi d’eux-mêmes quand ce que vous ajoutez ici arrive.",
  heads: "Ce qui le démarre",
  limits: "Limites",
  atMost: (count: number) => `Un scénario en a au plus ${count}.`,
  states: {
    on: "Actif",
    paused: "Scénario en pause",
    draft: "Dès la publication",
    off: "Inactif : à corriger",
  },
  started: (count: string, runs: number) => (runs < 2 ? `${count} lancé` : `${count} lancés`),
  refused: (count: string) => `${count} non`,
  countsOf: (started: string, refused: string) =>
    `En 30 jours : a démarré ${started} fois, et ${refused} fois non, bien que concerné`,
  edge: (name: string, entry: string) => `« ${name} » démarre « ${entry} »`,
  noWords: "Pas encore de mots",
  noPayloads: "Pas encore de boutons",
  noRefs: "Pas encore de liens",
  anyAd: "N’importe quelle publicité",
  anyMessage: "De tout type",
  noStages: "Aucune étape choisie",
  noSources: "Aucune source choisie",
  noLinks: "Aucun lien choisi",
  noName: "Pas encore de nom",
  noDate: "Aucune date choisie",
  noSegment: "Aucun segment choisi",
  unknownChannel: (id: number) => `canal ${id}`,
  unknownSegment: (id: number) => `segment ${id}`,
  matches: {
    word: (words: string) => words,
    is: (words: string) => `Exactement ${words}`,
    begins: (words: string) => `Commence par ${words}`,
    contains: (words: string) => `Contient ${words}`,
  },
  patterns: (patterns: string) => `Correspond à ${patterns}`,
  without: (words: string) => `Sans ${words}`,
  ads: (ids: string) => `Publicité ${ids}`,
  to: (stages: string) => `Vers ${stages}`,
  from: (stages: string) => `Depuis ${stages}`,
  on: (channels: string) => `Seulement ${channels}`,
  filtered: (count: number) => `${count} ${count > 1 ? "conditions" : "condition"} sur le lead`,
  moments: {
    created_at: "la création du lead",
    last_inbound_at: "le dernier message du lead",
    last_outbound_at: "votre dernier message",
  },
  momentNames: {
    created_at: "Création",
    last_inbound_at: "Dernier message reçu",
    last_outbound_at: "Dernier message envoyé",
  },
  onDay: (of: string, at: string) => `Le jour même : ${of}, à ${at}`,
  daysBefore: (days: number, of: string, at: string) =>
    `${days} ${days > 1 ? "jours" : "jour"} avant ${of}, à ${at}`,
  daysAfter: (days: number, of: string, at: string) =>
    `${days} ${days > 1 ? "jours" : "jour"} après ${of}, à ${at}`,
  exactly: (of: string) => `Au moment même : ${of}`,
  timeBefore: (time: string, of: string) => `${time} avant ${of}`,
  timeAfter: (time: string, of: string) => `${time} après ${of}`,
  eachYear: "Chaque année",
  eachDay: (at: string) => `Chaque jour à ${at}`,
  eachWeek: (days: string, at: string) => `${days || "Chaque semaine"} à ${at}`,
  eachMonth: (day: string, at: string) => `Le ${day === "1" ? "1er" : day} de chaque mois à ${at}`,
  segment: (name: string) => `Leads de « ${name} »`,
  offsets: { days: "Un jour", minutes: "Un moment précis" },
  sides: { before: "Avant", exact: "Au moment même", sameDay: "Le jour même", after: "Après" },
  offset: "Quand",
} satisfies Like<typeof en>;
