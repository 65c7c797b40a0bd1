import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Simuler",
  simulation: "Simulation",
  testRun: "Parcours de test",
  how: "Comment le temps passe",
  about: {
    simulation:
      "Jouez le rôle du lead et laissez passer le temps à votre guise. Rien n’est envoyé, rien " +
      "n’est conservé. Ce que vous changez dans le graphe compte aussitôt.",
    test:
      "Jouez le rôle du lead en temps réel : chaque attente dure ce qu’elle doit durer, sauf " +
      "si vous la sautez. Rien n’est envoyé. Le parcours continue en votre absence et reste " +
      "7 jours. Il suit le graphe tel qu’il est maintenant.",
  },
  noLeads: "Pour simuler, il faut un jeton qui peut lire les leads.",
  who: "Qui est le lead ?",
  described: "En décrire un",
  chosen: "En choisir un",
  noLead: "Aucun lead ne porte ce nom.",
  window: "Fenêtre de 24 heures au début",
  windows: { open: "Fenêtre ouverte", closed: "Fenêtre fermée" },
  windowHint: {
    open: "Comme si le lead venait d’écrire.",
    closed:
      "Comme si le lead n’avait pas écrit depuis un mois : les messages libres ne partent pas.",
  },
  startsAt: "Début",
  startsHint: "Vide : maintenant.",
  failing: "Les requêtes HTTP échouent",
  play: "Jouer",
  begin: "Commencer le test",
  notSaved: "Le brouillon n’a pas pu être enregistré : le test n’a pas commencé.",
  earlier: "Tests précédents",
  noEarlier: "Aucun pour l’instant",
  invented: "Lead décrit",
  follows: (version: number, isDraft: boolean) =>
    isDraft ? `Brouillon après la version ${version}` : `Version ${version}`,
  keptUntil: (day: string) => `conservé jusqu’au ${day}`,
  endAndDelete: "Arrêter et supprimer",
  deleteTitle: "Arrêter et supprimer ce test ?",
  deleteAbout: "Son chemin disparaît avec lui. Rien d’autre ne change.",
  realTime: "Temps réel",
  again: "Recommencer",
  clock: "Heure simulée",
  atStart: "Au début",
  sinceStart: (time: string) => `${time} après le début`,
  skip: (time: string) => `Avancer de ${time}`,
  skipHint: "Aller au moment où le parcours continue de lui-même",
  skipWait: "Sauter l’attente",
  wait: "Laisser passer le temps",
  waits: { minute: "Une minute", hour: "Une heure", day: "Un jour", week: "Une semaine" },
  chat: "Conversation",
  write: "Écrire à la place du lead…",
  send: "Envoyer",
  more: "Ce que le lead peut faire d’autre",
  clicks: "Cliquer sur le lien",
  reads: "Lire le message",
  optsOut: "Se désinscrire",
  failsRequests: "Faire échouer les requêtes HTTP à partir de maintenant",
  getsTag: (tag: string) => `Recevoir l’étiquette « ${tag} »`,
  reaches: (stage: string) => `Atteindre l’étape « ${stage} »`,
  reports: (name: string) => `Déclencher « ${name} »`,
  did: {
    click: "A cliqué sur le lien",
    read: "A lu le message",
    opt_out: "S’est désinscrit",
    webhook: (isOk: boolean) =>
      `Les requêtes HTTP ${isOk ? "aboutissent" : "échouent"} à partir de maintenant`,
    analysis: (isOk: boolean) =>
      `Les analyses ${isOk ? "aboutissent" : "échouent"} à partir de maintenant`,
    tag_added: "A reçu une étiquette",
    stage_changed: (stage: string) => `A atteint l’étape « ${stage} »`,
    custom: (name: string) => `« ${name} » s’est produit`,
  },
  ignored: "Le parcours n’attendait pas cela.",
  file: "Fichier",
  template: (name: string) => `Modèle « ${name} »`,
  here: "ici",
  ended: "terminé",
  over: (reason: string) => `Le parcours est terminé : ${reason}`,
  waitsAt: (node: string) => `Maintenant à « ${node} »`,
  until: (time: string) => `jusqu’au ${time}`,
  changes: "Ce que le parcours a changé",
  noChanges: "Rien chez le lead pour l’instant.",
  tagAdded: (tag: string) => `Étiquette « ${tag} »`,
  tagRemoved: (tag: string) => `Étiquette « ${tag} » retirée`,
  nothing: "rien",
  partly:
    "La simulation s’arrête ici : elle ne va pas au-delà de 1 000 passages, moins avec des motifs lents ou de très longs textes.",
  noStart: "Le parcours ne peut pas commencer : le graphe n’a pas un seul début.",
} satisfies Like<typeof en>;
