import type { Like } from "#console/texts/catalogue";
import replyTexts from "./replies/texts.fr";
import type en from "./texts.en";

export default {
  title: "Paramètres",
  about: "Ils s’appliquent à tout l’espace.",
  parts: {
    general: "Général",
    tags: "Étiquettes",
    replies: "Réponses types",
    segments: "Segments",
  },
  clearSearch: "Effacer la recherche",
  unsaved: "Pas encore enregistré",
  discard: "Annuler les changements",
  removeKeyword: (word: string) => `Retirer « ${word} »`,
  addKeyword: "Ajouter un mot…",
  addTo: (label: string) => `Ajouter à : ${label}`,
  place: "Lieu et heure",
  placeAbout: (country: string | null) =>
    country
      ? `Les numéros sans indicatif sont lus avec le pays ${country}, fixé par votre opérateur.`
      : "Votre opérateur n’a fixé aucun pays : les numéros nationaux restent tels quels.",
  hours: "Horaires",
  hoursAbout:
    "Les heures d’ouverture suivent le fuseau de l’espace, les heures calmes celui du lead.",
  changeHours: "Modifier les horaires",
  business: "Heures d’ouverture",
  alwaysOpen: "Toujours ouvert",
  closedOn: "Fermé le",
  quiet: "Heures calmes",
  noQuiet: "Aucune",
  quietFrom: "Début des heures calmes",
  quietTo: "Fin des heures calmes",
  quietHint: "Pendant ce temps, aucun scénario n’envoie de modèle à un lead muet depuis 24 heures.",
  recipients: "Pages vues par les destinataires",
  recipientsAbout:
    "Affichées quand un lien ne mène nulle part, et là où chacun choisit ce qu’il reçoit.",
  consent: "Désinscription",
  consentAbout:
    "Ce que les leads écrivent pour ne plus recevoir de messages, ou pour en recevoir à nouveau.",
  inbox: "Messagerie",
  inboxAbout: "Ce qui se passe quand une personne entre dans une conversation.",
  doubles: "Doublons",
  doublesAbout: "Quand une plateforme montre que deux leads sont une personne.",
  samePersonMerging: {
    auto: "Fusionner un lead que seul un canal a créé",
    off: "Seulement les lister, sous Leads",
  },
  analysis: "Analyse des conversations",
  analysisAbout: "Un modèle remplit les profils des leads à partir de ce qu’ils écrivent.",
  quietFor: (duration: string) => `Quand personne n’a écrit pendant ${duration}.`,
  events: "Événements",
  eventsAbout: "Quand les messages envoyés, remis et lus deviennent des événements.",
  statusEvents: {
    auto: "Tant qu’un point d’accès les reçoit",
    always: "Toujours, même pour le fil seul",
  },
  retention: "Conservation",
  retentionAbout: "Combien de temps l’espace garde ce dont il n’a plus besoin.",
  privacy: "Modifier dans Données personnelles",
  forever: "Sans limite",
  kept: {
    texts: "Textes des messages",
    media: "Fichiers des leads",
    runs: "Parcours terminés",
    clicks: "Clics individuels",
    conversations: "Conversations muettes",
  },
  noZone: "Non réglé : UTC",
  fields: {
    time_zone: {
      label: "Fuseau horaire",
      hint: "Pour les heures d’ouverture, et les scénarios et déclencheurs sans fuseau propre.",
    },
    public_name: { label: "Nom", hint: "Laissez vide pour le nom de l’espace." },
    contact: { label: "Contact", hint: "Une adresse ou un numéro devient un lien." },
    fallback_url: { label: "Où aller ensuite", hint: "Par exemple votre site, en https." },
    opt_out_keywords: {
      label: "Autres mots qui désinscrivent",
      hint: "STOP et ses semblables, en douze langues, le font toujours. Ajoutez les vôtres.",
    },
    opt_in_keywords: {
      label: "Autres mots qui réinscrivent",
      hint: "START, RÉABONNER et leurs semblables le font toujours.",
    },
    opt_out_confirmation: {
      label: "Confirmation",
      hint: "Envoyée une fois après la désinscription. Vide : aucune.",
    },
    reply_pauses_runs: {
      label: "Une réponse met les scénarios en pause",
      hint: "Les parcours du lead sur ce canal attendent qu’on les reprenne.",
    },
    triggers_wait_hours: {
      label: "Heures sans déclencheurs",
      hint: "Après le message d’une personne, rien ne démarre automatiquement dans la conversation pendant ce temps. 0 : sans délai.",
    },
    merge_same_person: {
      label: "Deux leads, une personne",
      hint: "Un lead avec identifiant externe, e-mail ou autre numéro n’est jamais fusionné seul.",
    },
    analysis_enabled: {
      label: "Les conversations peuvent être analysées",
      hint: "Non : aucune ne l’est, qui que ce soit qui le demande.",
    },
    analysis_quiet_seconds: {
      label: "Analyser automatiquement après (secondes)",
      hint: "Vide : seulement sur demande.",
    },
    analysis_daily_limit: {
      label: "Au plus par jour",
      hint: "Vide : la valeur par défaut. Votre quota est le plafond.",
    },
    message_status_events: { label: "Événements d’état", hint: "Le fil les garde 30 jours." },
  },
  tags: {
    title: "Étiquettes",
    search: "Trouver une étiquette",
    create: "Créer une étiquette",
    empty: "Aucune étiquette pour l’instant",
    emptyAbout: "Étiquetez les leads pour les retrouver, les filtrer et leur écrire ensemble.",
    notFound: "Aucune étiquette trouvée",
    label: "Libellé",
    description: "Description",
    stage: "Étape",
    stageHint: "Un lead qui reçoit l’étiquette passe à cette étape.",
    noStage: "Ne pas changer",
    edit: (label: string) => `Modifier « ${label} »`,
    delete: (label: string) => `Supprimer « ${label} »`,
    deleteAbout: "Elle disparaît de tous les leads. Les segments qui l’exigent sont vides.",
  },
  segments: {
    title: "Segments",
    empty: "Aucun segment pour l’instant",
    emptyAbout: "Filtrez les leads, puis enregistrez les filtres sous un nom.",
    toLeads: "Aller aux leads",
    filters: "Filtres",
    filterCount: (count: number) =>
      count === 0 ? "Aucun : tout le monde" : count === 1 ? "1 filtre" : `${count} filtres`,
    leads: "Leads",
    missing: "Une étiquette manque : personne",
    edit: (name: string) => `Renommer « ${name} »`,
    delete: (name: string) => `Supprimer « ${name} »`,
    deleteAbout: "Les leads restent.",
  },
  replies: replyTexts,
} satisfies Like<typeof en>;
