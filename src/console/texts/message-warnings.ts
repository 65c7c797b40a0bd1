import type { MessageWarningCode, WarningParams } from "#client";
import { catalogue } from "./catalogue";

type Say = (params: WarningParams) => string;

const places = { header: "header", body: "text", button: "button" };
const lieux = { header: "l’en-tête", body: "le texte", button: "le bouton" };
const placeOf = (names: typeof places, place = "body") =>
  names[place as keyof typeof places] ?? place;

/** The warnings about messages before they are sent. */
export const messageWarningTexts = catalogue({
  en: {
    unknown_template: ({ template, language, choices = [] }) =>
      choices.length > 0
        ? `The template ${template} is not there in ${language}, but in ${choices.join(", ")}.`
        : `No channel has the template ${template}.`,
    template_not_approved: ({ template }) =>
      `WhatsApp does not send the template ${template} now: it is not approved, or is paused.`,
    template_parameters: ({ why, place, index = 0, expected = 0, given = 0 }) => {
      if (why === "button_lacks") return `Fill in what button ${index + 1} needs.`;
      if (why === "button_takes_none") return `Button ${index + 1} takes nothing. Empty it.`;
      if (why === "lacks") return `A placeholder in the ${placeOf(places, place)} is empty.`;
      return `The ${placeOf(places, place)} has ${expected} placeholders, but ${given} are filled in.`;
    },
    unknown_placeholder: ({ name, near }) =>
      `{{${name}}} is not a field of leads. Did you mean {{${near}}}?`,
  } satisfies Record<MessageWarningCode, Say>,
  fr: {
    unknown_template: ({ template, language, choices = [] }) =>
      choices.length > 0
        ? `Le modèle ${template} n’existe pas en ${language}, mais en ${choices.join(", ")}.`
        : `Aucun canal n’a le modèle ${template}.`,
    template_not_approved: ({ template }) =>
      `WhatsApp n’envoie pas le modèle ${template} pour l’instant : non approuvé ou suspendu.`,
    template_parameters: ({ why, place, index = 0, expected = 0, given = 0 }) => {
      if (why === "button_lacks") return `Remplissez ce qu’il faut au bouton ${index + 1}.`;
      if (why === "button_takes_none") return `Le bouton ${index + 1} ne prend rien. Videz-le.`;
      if (why === "lacks") return `Une variable reste vide dans ${placeOf(lieux, place)}.`;
      return `${expected} variables attendues dans ${placeOf(lieux, place)}, ${given} remplies.`;
    },
    unknown_placeholder: ({ name, near }) =>
      `{{${name}}} n’est pas un champ des leads. Vouliez-vous dire {{${near}}} ?`,
  },
});
