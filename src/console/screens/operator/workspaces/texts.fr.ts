import type { Like } from "#console/texts/catalogue";
import type en from "./texts.en";

export default {
  title: "Espaces",
  search: "Trouver par nom ou identifiant",
  create: "Créer un espace",
  empty: "Aucun espace pour l’instant",
  emptyAbout: "Créez-en un par client. Rien n’est partagé entre eux.",
  notFound: "Aucun espace trouvé",
  notFoundAbout: "Les espaces supprimés ne sont pas listés, mais s’ouvrent par identifiant.",
  openById: (id: string) => `Ouvrir l’espace ${id}`,
  state: "État",
  active: "Actif",
  suspended: "Suspendu",
  country: "Pays",
  noCountry: "Aucun : les numéros ont besoin de leur +",
  countryHint: "Les numéros nationaux sont lus comme ceux de ce pays.",
  database: "Base",
  anyDatabase: "La plus petite qui soit ouverte",
  jurisdictionHint: "Ses données ne vont que dans les bases de cette juridiction.",
  made: (name: string) => `« ${name} » est prêt`,
  firstToken: "Voici son premier jeton, avec tous les droits. Remettez-le au client.",
} satisfies Like<typeof en>;
