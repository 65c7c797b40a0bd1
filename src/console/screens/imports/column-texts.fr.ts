import names from "#console/names/fr";
import type { Like } from "#console/texts/catalogue";
import type en from "./column-texts.en";

const { fields } = names;

export default {
  title: "Que contient chaque colonne ?",
  about: (mapped, all) => `Colonnes importées : ${mapped} sur ${all}.`,
  column: "Colonne du fichier",
  becomes: "Devient",
  becomesOf: (column) => `Ce que devient ${column}`,
  keyOf: (column) => `Clé pour ${column}`,
  key: "clé",
  keyMissing: "Nommez la clé.",
  blank: "Vide dans les premières lignes",
  samplesElsewhere: "Les premières valeurs s’affichent dans l’onglet qui a envoyé le fichier.",
  nobody:
    "Aucune colonne ne dit qui est une ligne. Choisissez-en au moins une pour un téléphone, un e-mail, un nom, un nom d’utilisateur ou un identifiant externe.",
  twice: (field) =>
    `Plusieurs colonnes deviennent « ${field} ». La première qui n’est pas vide compte.`,
  consent: (columns, one) =>
    one
      ? `${columns} indique peut-être qui s’est désinscrit. Choisissez ce que devient cette colonne, pour n’écrire à personne contre son gré.`
      : `${columns} indiquent peut-être qui s’est désinscrit. Choisissez ce que deviennent ces colonnes, pour n’écrire à personne contre son gré.`,
  ignoreConsent: (one) =>
    one
      ? "Elle ne dit pas à qui l’on peut écrire. L’écarter."
      : "Elles ne disent pas à qui l’on peut écrire. Les écarter.",
  consentWanted: "Décidez-en avant de vérifier le fichier.",
  undecided: "Indique peut-être qui s’est désinscrit",
  ignore: "Ne pas importer",
  variable: "Une variable…",
  data: "Vos propres données…",
  groups: { person: "Personne", sales: "Vente", consent: "Consentement", other: "Autre" },
  targets: {
    ...fields,
    image: `${fields.image} (URL)`,
    is_lost: `${fields.is_lost} (oui ou non)`,
    is_optout: `${fields.is_optout} (oui ou non)`,
    is_subscribed: `${fields.is_subscribed} (oui ou non)`,
    is_marketing_optout: `${fields.is_marketing_optout} (oui ou non)`,
    is_marketing_subscribed: `${fields.is_marketing_subscribed} (oui ou non)`,
    profile: `${fields.profile} (JSON)`,
    variables: `${fields.variables} (JSON)`,
    data: `${fields.data} (JSON)`,
  },
  how: "Comment importer",
  mode: "Leads",
  modeHints: {
    upsert: "Les leads existants sont mis à jour, les autres créés.",
    create: "Les lignes de leads existants sont écartées.",
    update: "Les lignes de leads inexistants sont écartées.",
  },
  modes: {
    upsert: "Créer et mettre à jour",
    create: "Créer seulement",
    update: "Mettre à jour seulement",
  },
  matchBy: "Un lead existe s’il a le même",
  addTags: "Étiquettes pour chaque lead",
  addTagsHint: "Par exemple « Salon » ; des virgules entre plusieurs.",
  country: "Pays des numéros nationaux",
  ownCountry: (country) => `Celui de l’espace : ${country}`,
  noCountry: "Aucun : les numéros ont besoin de leur +",
  createTags: "Créer les étiquettes qui n’existent pas encore",
  createTagsHint: "Sinon, les lignes aux étiquettes inconnues sont rejetées.",
  notify: "Prévenir les scénarios et les webhooks",
  notifyHint:
    "Les parcours qui attendent une étiquette continuent, et vos webhooks apprennent chaque lead.",
  check: "Vérifier le fichier",
  checkAbout: "Rien n’est encore écrit.",
  incomplete: "Le fichier est encore en cours d’envoi. Vous pourrez le vérifier dès qu’il est là.",
} satisfies Like<typeof en>;
