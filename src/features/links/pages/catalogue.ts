/** The languages of the pages for recipients; the first stands in for all others. */
export const languages = ["en", "fr", "es", "pt", "de"] as const;
export type Language = (typeof languages)[number];

type Text = { title: string; text: string };

/** The notice that a visitor gets in place of the link's destination. */
export type NoticeName = "unknown" | "gone" | "unavailable";

type Texts = Record<NoticeName, Text> & {
  website: string;
  preferences: {
    title: string;
    subscribed: string;
    unsubscribed: string;
    unsubscribe: string;
    subscribe: string;
    saved: string;
    held: string;
    history: string;
    optedOut: string;
    optedIn: string;
  };
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
    preferences: {
      title: "Your messages",
      subscribed: "You are subscribed: you can get messages.",
      unsubscribed: "You are unsubscribed: you get no messages.",
      unsubscribe: "Unsubscribe",
      subscribe: "Subscribe again",
      saved: "Your choice is saved.",
      held: "To get messages again, please contact the sender.",
      history: "Changes so far",
      optedOut: "Unsubscribed",
      optedIn: "Subscribed",
    },
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
    preferences: {
      title: "Vos messages",
      subscribed: "Votre abonnement est actif : vous pouvez recevoir des messages.",
      unsubscribed: "Votre abonnement a pris fin : vous ne recevez plus de messages.",
      unsubscribe: "Se désabonner",
      subscribe: "Se réabonner",
      saved: "Votre choix est enregistré.",
      held: "Pour recevoir à nouveau des messages, contactez l’expéditeur.",
      history: "Historique",
      optedOut: "Désabonnement",
      optedIn: "Abonnement",
    },
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
    preferences: {
      title: "Tus mensajes",
      subscribed: "Tu suscripción está activa: puedes recibir mensajes.",
      unsubscribed: "Has cancelado tu suscripción: no recibes mensajes.",
      unsubscribe: "Cancelar la suscripción",
      subscribe: "Volver a suscribirse",
      saved: "Tu elección se ha guardado.",
      held: "Para volver a recibir mensajes, ponte en contacto con el remitente.",
      history: "Historial",
      optedOut: "Suscripción cancelada",
      optedIn: "Suscripción activada",
    },
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
    preferences: {
      title: "As suas mensagens",
      subscribed: "A sua inscrição está ativa: pode receber mensagens.",
      unsubscribed: "A sua inscrição está cancelada: não recebe mensagens.",
      unsubscribe: "Cancelar a inscrição",
      subscribe: "Voltar a receber mensagens",
      saved: "A sua escolha foi guardada.",
      held: "Para voltar a receber mensagens, contacte o remetente.",
      history: "Histórico",
      optedOut: "Inscrição cancelada",
      optedIn: "Inscrição ativada",
    },
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
    preferences: {
      title: "Ihre Nachrichten",
      subscribed: "Sie sind angemeldet: Sie können Nachrichten erhalten.",
      unsubscribed: "Sie sind abgemeldet: Sie erhalten keine Nachrichten.",
      unsubscribe: "Abmelden",
      subscribe: "Wieder anmelden",
      saved: "Ihre Wahl ist gespeichert.",
      held: "Wenden Sie sich an den Absender, um wieder Nachrichten zu erhalten.",
      history: "Bisherige Änderungen",
      optedOut: "Abgemeldet",
      optedIn: "Angemeldet",
    },
  },
};
