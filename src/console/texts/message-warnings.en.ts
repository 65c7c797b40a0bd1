import type { MessageWarningCode, WarningParams } from "#client";

type Say = (params: Omit<WarningParams, "platform">) => string;

const places: Record<string, string> = {
  header: "header",
  body: "text",
  limited_time_offer: "offer",
  button: "button",
};
const placeOf = (place = "body") => places[place] ?? place;

export default {
  unknown_template: ({ template, language, choices = [] }) =>
    choices.length > 0
      ? `The template ${template} is not there in ${language}, but in ${choices.join(", ")}.`
      : `No channel has the template ${template}.`,
  template_not_approved: ({ template }) =>
    `WhatsApp does not send the template ${template} now: it is not approved, or is paused.`,
  template_flagged: ({ template }) =>
    `WhatsApp has flagged the template ${template}: too many people object to it.`,
  template_parameters: ({ why, place, card, index = 0, expected = 0, given = 0 }) => {
    const on = card === undefined ? "" : `Card ${card + 1}: `;
    if (why === "cards") return `The template has ${expected} cards, but ${given} are filled in.`;
    if (why === "button_lacks") return `${on}Fill in what button ${index + 1} needs.`;
    if (why === "button_takes_none") return `${on}Button ${index + 1} takes nothing. Empty it.`;
    if (place === "limited_time_offer") return "Say when the offer ends.";
    if (why === "lacks") return `${on}A placeholder in the ${placeOf(place)} is empty.`;
    return `${on}The ${placeOf(place)} has ${expected} placeholders, but ${given} are filled in.`;
  },
  template_unsupported: ({ template, names = [] }) =>
    `The template ${template} can’t be sent from here: it has ${names.join(", ")}.`,
  offer_expired: ({ template, until = "" }) =>
    `The offer of the template ${template} ended on ${until}.`,
  unknown_placeholder: ({ name, near }) =>
    `{{${name}}} is not a field of leads. Did you mean {{${near}}}?`,
  large_voice_note: () =>
    "The voice note is larger than 512 kB: it has to be downloaded before it plays.",
  channel_paused: ({ name, until = "" }) =>
    `${name ? `The channel ${name}` : "The channel"} is paused: this waits. Next try: ${until}.`,
} satisfies Record<MessageWarningCode, Say>;
