/** The languages of the pages for recipients; the first stands in for all others. */
export const languages = ["en", "fr", "es", "pt", "de"] as const;
export type Language = (typeof languages)[number];

type Text = { title: string; text: string };

/** The notice that a visitor gets in place of the link's destination. */
export type NoticeName = "unknown" | "gone" | "unavailable";

type Texts = Record<NoticeName, Text> & {
  website: string;
};

/** The texts of the pages for recipients, as HTML. */
export const catalogue: Record<Language, Texts> = {
  en: {
    unknown: {
      title: "Link not found",
      text: "This link does not exist. Check that it was copied whole.",
    },
    gone: {
      title: "Link no longer available",
      text: "This link has been switched off by its owner.",
    },
    unavailable: {
      title: "Please try again",
      text: "This page can't be opened right now. Try again in a few seconds.",
    },
    website: "Go to the website",
  },
  fr: {
    unknown: {
      title: "Lien introuvable",
      text: "Ce lien n’existe pas. Vérifiez qu’il a été copié en entier.",
    },
    gone: {
      title: "Lien désactivé",
      text: "Ce lien a été désactivé par son propriétaire.",
    },
    unavailable: {
      title: "Veuillez réessayer",
      text: "Cette page ne peut pas être ouverte pour le moment. Réessayez dans quelques secondes.",
    },
    website: "Aller sur le site web",
  },
  es: {
    unknown: {
      title: "Enlace no encontrado",
      text: "Este enlace no existe. Comprueba que se haya copiado entero.",
    },
    gone: {
      title: "Enlace no disponible",
      text: "El propietario ha desactivado este enlace.",
    },
    unavailable: {
      title: "Inténtalo de nuevo",
      text: "Esta página no se puede abrir ahora. Inténtalo de nuevo en unos segundos.",
    },
    website: "Ir al sitio web",
  },
  pt: {
    unknown: {
      title: "Link não encontrado",
      text: "Este link não existe. Verifique se foi copiado por inteiro.",
    },
    gone: {
      title: "Link indisponível",
      text: "Este link foi desativado pelo proprietário.",
    },
    unavailable: {
      title: "Tente novamente",
      text: "Esta página não pode ser aberta agora. Tente novamente dentro de alguns segundos.",
    },
    website: "Ir para o site",
  },
  de: {
    unknown: {
      title: "Link nicht gefunden",
      text: "Diesen Link gibt es nicht. Prüfen Sie, ob er vollständig kopiert wurde.",
    },
    gone: {
      title: "Link nicht mehr verfügbar",
      text: "Dieser Link wurde von seinem Besitzer abgeschaltet.",
    },
    unavailable: {
      title: "Bitte noch einmal versuchen",
      text: "Diese Seite kann gerade nicht geöffnet werden. Versuchen Sie es in einigen Sekunden.",
    },
    website: "Zur Website",
  },
};
