import type { Like } from "#console/texts/catalogue";
import type en from "./suppression-texts.en";

export default {
  about:
    "Les personnes de cette liste ne reçoivent plus de messages, ou plus de marketing, même si un import les fait revenir. Seules des empreintes à clé sont gardées : personne ne peut lire la liste, mais vous pouvez vérifier une adresse.",
  check: "Une adresse est-elle sur la liste ?",
  checkHint: "Un téléphone ou un e-mail.",
  checkAction: "Vérifier",
  isOn: (address, when, all) =>
    `${address} y est depuis le ${when}${all ? "" : ", pour le marketing"}.`,
  isNotOn: (address) => `${address} n’y est pas.`,
  none: "Aucune opposition",
  noneAbout:
    "Les désinscriptions s’ajoutent ici automatiquement. Vous pouvez aussi apporter la liste d’un autre outil.",
  kind: "Connu par",
  scope: "Portée",
  since: "Désinscription",
  kept: "Sur la liste depuis",
  list: "Adresses sur la liste",
  add: "Ajouter",
  addTitle: "S’opposer aux envois à une adresse",
  addAbout:
    "Plus rien n’y est envoyé, ou plus de marketing, jusqu’à ce que la personne se réabonne.",
  value: "Adresse",
  added: "L’opposition est ajoutée.",
  addMany: "En coller plusieurs",
  manyTitle: "S’opposer aux envois à plusieurs adresses",
  manyAbout:
    "Une par ligne : téléphones et e-mails. Ce qui suit une virgule ou un point-virgule est ignoré.",
  many: "Adresses",
  manyAction: (count, one) => `Ajouter ${count} ${one ? "adresse" : "adresses"}`,
  result: (created, exists) => `Ajoutées : ${created}. Déjà sur la liste : ${exists}.`,
  invalid: (count) => `Écartées, car elles ne peuvent être des adresses : ${count}`,
  invalidLine: (line, text) => `Ligne ${line} : ${text}`,
  delete: "Retirer",
  deleteTitle: "Retirer cette adresse de la liste ?",
  deleteAbout:
    "On pourra de nouveau écrire à un lead qui l’a, sauf s’il s’est lui-même désinscrit.",
} satisfies Like<typeof en>;
