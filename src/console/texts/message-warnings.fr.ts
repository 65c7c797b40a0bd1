import type { Like } from "./catalogue";
import type en from "./message-warnings.en";

const places: Record<string, string> = {
  header: "l’en-tête",
  body: "le texte",
  limited_time_offer: "l’offre",
  button: "le bouton",
};
const placeOf = (place = "body") => places[place] ?? place;

export default {
  unknown_template: ({ template, language, choices = [] }) =>
    choices.length > 0
      ? `Le modèle ${template} n’existe pas en ${language}, mais en ${choices.join(", ")}.`
      : `Aucun canal n’a le modèle ${template}.`,
  template_not_approved: ({ template }) =>
    `WhatsApp n’envoie pas le modèle ${template} pour l’instant : non approuvé ou suspendu.`,
  template_flagged: ({ template }) =>
    `WhatsApp a signalé le modèle ${template} : trop de destinataires s’en plaignent.`,
  template_parameters: ({ why, place, card, index = 0, expected = 0, given = 0 }) => {
    const on = card === undefined ? "" : `Carte ${card + 1} : `;
    if (why === "cards") return `Le modèle a ${expected} cartes, mais ${given} sont remplies.`;
    if (why === "button_lacks") return `${on}Remplissez ce qu’il faut au bouton ${index + 1}.`;
    if (why === "button_takes_none") return `${on}Le bouton ${index + 1} ne prend rien. Videz-le.`;
    if (place === "limited_time_offer") return "Indiquez quand l’offre se termine.";
    if (why === "lacks") return `${on}Une variable reste vide dans ${placeOf(place)}.`;
    return `${on}${expected} variables attendues dans ${placeOf(place)}, ${given} remplies.`;
  },
  template_unsupported: ({ template, names = [] }) =>
    `Le modèle ${template} ne peut pas partir d’ici : il contient ${names.join(", ")}.`,
  offer_expired: ({ template, until = "" }) =>
    `L’offre du modèle ${template} est terminée depuis le ${until}.`,
  unknown_placeholder: ({ name, near }) =>
    `{{${name}}} n’est pas un champ des leads. Vouliez-vous dire {{${near}}} ?`,
  large_voice_note: () =>
    "Le message vocal dépasse 512 ko : il faudra le télécharger avant de l’écouter.",
  channel_paused: ({ name, until = "" }) =>
    `${name ? `Le canal ${name}` : "Le canal"} est en pause : l’envoi attend. ` +
    `Prochain essai : ${until}.`,
} satisfies Like<typeof en>;
