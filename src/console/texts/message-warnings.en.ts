import type { MessageWarningCode, WarningParams } from "#client";

type Say = (params: Omit<WarningParams, "platform">) => string;

const places: Record<string, string> = { header: "header", body: "text", button: "button" };
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
  template_parameters: ({ why, place, index = 0, expected = 0, given = 0 }) => {
    if (why === "button_lacks") return `Fill in what button ${index + 1} needs.`;
    if (why === "button_takes_none") return `Button ${index + 1} takes nothing. Empty it.`;
    if (why === "lacks") return `A placeholder in the ${placeOf(place)} is empty.`;
    return `The ${placeOf(place)} has ${expected} placeholders, but ${given} are filled in.`;
  },
  unknown_placeholder: ({ name, near }) =>
    `{{${name}}} is not a field of leads. Did you mean {{${near}}}?`,
  large_voice_note: () =>
    "The voice note is larger than 512 kB: it has to be downloaded before it plays.",
  channel_paused: ({ name, until = "" }) =>
    `${name ? `The channel ${name}` : "The channel"} is paused: this waits. Next try: ${until}.`,
} satisfies Record<MessageWarningCode, Say>;
