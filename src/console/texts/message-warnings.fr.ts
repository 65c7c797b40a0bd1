import type { Like } from "./catalogue";
import type en from "./message-warnings.en";

const places: Record<string, string> = {
  header: "l’en-tête",
  body: "le texte",
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
  template_parameters: ({ why, place, index = 0, expected = 0, given = 0 }) => {
    if (why === "button_lacks") return `Remplissez ce qu’il faut au bouton ${index + 1}.`;
    if (why === "button_takes_none") return `Le bouton ${index + 1} ne prend rien. Videz-le.`;
    if (why === "lacks") return `Une variable reste vide dans ${placeOf(place)}.`;
    return `${expected} variables attendues dans ${placeOf(place)}, ${given} remplies.`;
  },
  unknown_placeholder: ({ name, near }) =>
    `{{${name}}} n’est pas un champ des leads. Vouliez-vous dire {{${near}}} ?`,
  large_voice_note: () =>
    "Le message vocal dépasse 512 ko : il faudra le télécharger avant de l’écouter.",
  channel_paused: ({ name, until = "" }) =>
    `${name ? `Le canal ${name}` : "Le canal"} est en pause : l’envoi attend. ` +
    `Prochain essai : ${until}.`,
} satisfies Like<typeof en>;
