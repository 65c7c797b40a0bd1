import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  api: "L’API",
  apiAbout: "Du JSON par HTTPS. Cette requête dit à qui est votre jeton ; le reste suit.",
  reference: "Référence",
  limits: "Erreurs et limites",
  copyRequest: "Copier la requête",
  guides: "Guides",
  guidesAbout: "Ce qui existe et comment s’en servir, avec des requêtes prêtes à lancer.",
  allGuides: "Tous les guides",
  start: "Premiers pas",
  webhooks: "Webhooks et événements",
  agents: "Agents",
  agentsAbout: "Claude Code et d’autres utilisent le service par le Model Context Protocol.",
  agentsGuide: "Connecter un agent",
  copyAddress: "Copier l’adresse",
  cli: "Ligne de commande et TypeScript",
  cliAbout: "Fichiers entrants et sortants, scénarios dans git, événements, et un client typé.",
  cliGuide: "Ligne de commande",
  client: "Client TypeScript",
  copyCommand: "Copier la commande",
} satisfies Like<typeof en>;
