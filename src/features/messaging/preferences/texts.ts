import type { Language } from "#features/links/pages/catalogue";
import type { PreferencesAction } from "./schema";

type Texts = Record<PreferencesAction, string> & {
  title: string;
  subscribed: string;
  marketingStopped: string;
  unsubscribed: string;
  saved: string;
  held: string;
  marketingHeld: string;
  history: string;
  optedOut: string;
  optedIn: string;
  marketingOut: string;
  marketingIn: string;
};

/** The texts of the page, as HTML. To its readers, marketing is advertising. */
export const texts: Record<Language, Texts> = {
  en: {
    title: "Your messages",
    subscribed: "You are subscribed: you can get messages.",
    marketingStopped: "You can get messages, but no advertising.",
    unsubscribed: "You are unsubscribed: you get no messages.",
    subscribe: "Get all messages",
    no_marketing: "Get messages without advertising",
    unsubscribe: "Unsubscribe from everything",
    saved: "Your choice is saved.",
    held: "To get messages again, write START to the sender, or contact them.",
    marketingHeld: "To get advertising again, please contact the sender.",
    history: "Changes so far",
    optedOut: "Unsubscribed",
    optedIn: "Subscribed",
    marketingOut: "Unsubscribed from advertising",
    marketingIn: "Subscribed to advertising",
  },
  fr: {
    title: "Vos messages",
    subscribed: "Votre abonnement est actif : vous pouvez recevoir des messages.",
    marketingStopped: "Vous pouvez recevoir des messages, mais pas de publicité.",
    unsubscribed: "Votre abonnement a pris fin : vous ne recevez plus de messages.",
    subscribe: "Recevoir tous les messages",
    no_marketing: "Recevoir les messages sans publicité",
    unsubscribe: "Se désabonner de tout",
    saved: "Votre choix est enregistré.",
    held: "Pour recevoir à nouveau des messages, écrivez START à l’expéditeur, ou contactez-le.",
    marketingHeld: "Pour recevoir à nouveau de la publicité, contactez l’expéditeur.",
    history: "Historique",
    optedOut: "Désabonnement",
    optedIn: "Abonnement",
    marketingOut: "Désabonnement de la publicité",
    marketingIn: "Abonnement à la publicité",
  },
  es: {
    title: "Tus mensajes",
    subscribed: "Tu suscripción está activa: puedes recibir mensajes.",
    marketingStopped: "Puedes recibir mensajes, pero no publicidad.",
    unsubscribed: "Has cancelado tu suscripción: no recibes mensajes.",
    subscribe: "Recibir todos los mensajes",
    no_marketing: "Recibir mensajes sin publicidad",
    unsubscribe: "Cancelar toda la suscripción",
    saved: "Tu elección se ha guardado.",
    held: "Para volver a recibir mensajes, escribe START al remitente o ponte en contacto con él.",
    marketingHeld: "Para volver a recibir publicidad, ponte en contacto con el remitente.",
    history: "Historial",
    optedOut: "Suscripción cancelada",
    optedIn: "Suscripción activada",
    marketingOut: "Publicidad cancelada",
    marketingIn: "Publicidad activada",
  },
  pt: {
    title: "As suas mensagens",
    subscribed: "A sua inscrição está ativa: pode receber mensagens.",
    marketingStopped: "Pode receber mensagens, mas não publicidade.",
    unsubscribed: "A sua inscrição está cancelada: não recebe mensagens.",
    subscribe: "Receber todas as mensagens",
    no_marketing: "Receber mensagens sem publicidade",
    unsubscribe: "Cancelar toda a inscrição",
    saved: "A sua escolha foi guardada.",
    held: "Para voltar a receber mensagens, escreva START ao remetente ou contacte-o.",
    marketingHeld: "Para voltar a receber publicidade, contacte o remetente.",
    history: "Histórico",
    optedOut: "Inscrição cancelada",
    optedIn: "Inscrição ativada",
    marketingOut: "Publicidade cancelada",
    marketingIn: "Publicidade ativada",
  },
  de: {
    title: "Ihre Nachrichten",
    subscribed: "Sie sind angemeldet: Sie können Nachrichten erhalten.",
    marketingStopped: "Sie können Nachrichten erhalten, aber keine Werbung.",
    unsubscribed: "Sie sind abgemeldet: Sie erhalten keine Nachrichten.",
    subscribe: "Alle Nachrichten erhalten",
    no_marketing: "Nachrichten ohne Werbung erhalten",
    unsubscribe: "Von allem abmelden",
    saved: "Ihre Wahl ist gespeichert.",
    held:
      "Schreiben Sie dem Absender START, um wieder Nachrichten zu erhalten, oder wenden Sie sich " +
      "an ihn.",
    marketingHeld: "Wenden Sie sich an den Absender, um wieder Werbung zu erhalten.",
    history: "Bisherige Änderungen",
    optedOut: "Abgemeldet",
    optedIn: "Angemeldet",
    marketingOut: "Von Werbung abgemeldet",
    marketingIn: "Für Werbung angemeldet",
  },
};
