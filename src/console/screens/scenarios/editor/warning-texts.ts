import type { FieldErrorCode, ScenarioWarningCode, WarningParams } from "#client";
import { catalogue } from "#console/texts/catalogue";
import { messageWarningTexts } from "#console/texts/message-warnings";

/** A fault of a setting is said in the words that all forms have for it. */
type OfFields = "missing_setting" | "invalid_setting";

/** The parameters of a warning, with handles and fields as people know them. */
export type Named = Omit<WarningParams, "fault"> & {
  fault: FieldErrorCode | undefined;
  /** The fault of the field, in words. */
  said: string;
};
type Say = (params: Named) => string;

const PLATFORMS = { whatsapp: "WhatsApp", instagram: "Instagram" };

/** The warnings of a scenario's check, without the faults of single settings. */
export const warningTexts = catalogue({
  en: {
    ...messageWarningTexts.en,
    missing_entry: () => "Nothing begins this scenario. Add a Start.",
    several_entries: ({ type }) =>
      type === "start"
        ? "There is more than one Start. Keep one."
        : "No step leads here, so it is not clear where leads begin. Connect it, or add a Start.",
    unknown_type: () => "Nobody can pass this step: there is no such kind. Remove it.",
    unknown_setting: ({ setting }) => `Nothing uses what is set as ${setting}.`,
    unknown_node: () => "This step is not there any more. Choose another.",
    unreadable_date: ({ value }) =>
      `“${value}” is not a date. Write it like 2027-01-05 or 2027-01-05T18:00.`,
    content_too_long: ({ platform, said }) =>
      platform ? `Too long for ${PLATFORMS[platform]}. ${said}` : said,
    invalid_content: ({ platform = "whatsapp", fault, said }) =>
      fault === "duplicate" ? said : `${PLATFORMS[platform]} has no such message. ${said}`,
    unclosed_placeholder: () => "Close the placeholder: {{first_name}}.",
    never_holds: ({ why, field, choices = [] }) => {
      if (why === "not_a_date") return `${field} is not a date, so this is never true.`;
      if (why === "unreadable_date")
        return "This is never true: the value is not a date. Write it like 2027-01-05, or now.";
      if (why === "not_a_number" || why === "number_field")
        return "This is never true: compare with a number.";
      if (why === "nothing") return "This is never true: enter a value.";
      if (why === "together") return "This can’t be true together with the conditions above.";
      return `This is never true. What it can be: ${choices.join(", ")}.`;
    },
    may_be_empty: () =>
      "Leads of whom we don’t know this would get nothing. Add what to say then: " +
      "{{first_name|there}}.",
    template_on_instagram: () => "Instagram has no templates.",
    percentages: ({ sum }) => `The shares add up to ${sum}%. Make it 100%.`,
    unknown_tag: () => "A tag is not there any more. Choose another.",
    unknown_scenario: () => "This scenario is not there any more. Choose another.",
    unknown_link: () => "A short link is not there any more. Choose another.",
    unknown_assignee: () => "This colleague can’t take over conversations. Choose another.",
    unknown_medium: () => "The file is not there any more. Choose another.",
    webhook_url_refused: () => "This address can’t be called. It must be public, and https.",
    wait_without_timeout: () =>
      "Leads who do nothing wait here forever. Say how long to wait at most.",
    unconnected_handle: ({ handle }) =>
      `“${handle}” leads nowhere, so the scenario ends there. Connect it, to an End if you mean it.`,
    unconnected_match: ({ handle }) =>
      `“${handle}” leads nowhere, so these replies count as any other. Connect it, or remove it.`,
    unreachable_node: () => "No step leads here. Connect it, or remove it.",
    loop_without_wait: ({ most }) =>
      `Leads go round in a circle here, and drop out after ${most} steps. Add a wait.`,
    path_without_wait: ({ most }) =>
      `More than ${most} steps follow without a wait, and leads drop out. Add a wait.`,
    window_may_be_closed: () =>
      "Leads who have not written for 24 hours can’t get this. Choose what happens then, or wait " +
      "for a reply first.",
    unknown_handle: ({ handle, choices = [] }) =>
      choices.length === 0
        ? "The scenario ends with this step. Remove the connection from it."
        : `This step is not left by “${handle}”. Connect it again from one that it has.`,
    several_edges: ({ handle }) =>
      `“${handle}” leads to several steps, and only the first counts. Remove the others.`,
    too_many_warnings: ({ count = 0 }) =>
      count === 1 ? "There is one more problem." : `There are ${count} more problems.`,
  } satisfies Record<Exclude<ScenarioWarningCode, OfFields>, Say>,
  fr: {
    ...messageWarningTexts.fr,
    missing_entry: () => "Rien ne commence ce scénario. Ajoutez un début.",
    several_entries: ({ type }) =>
      type === "start"
        ? "Il y a plusieurs débuts. Gardez-en un."
        : "Aucune étape ne mène ici : on ne sait pas où commencer. Reliez-la, ou ajoutez un début.",
    unknown_type: () => "Personne ne peut passer cette étape : ce genre n’existe pas. Retirez-la.",
    unknown_setting: ({ setting }) => `Rien n’utilise ce qui est réglé sous ${setting}.`,
    unknown_node: () => "Cette étape n’existe plus. Choisissez-en une autre.",
    unreadable_date: ({ value }) =>
      `« ${value} » n’est pas une date. Écrivez 2027-01-05 ou 2027-01-05T18:00.`,
    content_too_long: ({ platform, said }) =>
      platform ? `Trop long pour ${PLATFORMS[platform]}. ${said}` : said,
    invalid_content: ({ platform = "whatsapp", fault, said }) =>
      fault === "duplicate" ? said : `${PLATFORMS[platform]} n’a pas ce genre de message. ${said}`,
    unclosed_placeholder: () => "Fermez la variable : {{first_name}}.",
    never_holds: ({ why, field, choices = [] }) => {
      if (why === "not_a_date") return `${field} n’est pas une date : ce n’est jamais vrai.`;
      if (why === "unreadable_date")
        return "Jamais vrai : la valeur n’est pas une date. Écrivez 2027-01-05, ou now.";
      if (why === "not_a_number" || why === "number_field")
        return "Jamais vrai : comparez avec un nombre.";
      if (why === "nothing") return "Jamais vrai : indiquez une valeur.";
      if (why === "together") return "Ne peut pas être vrai avec les conditions ci-dessus.";
      return `Jamais vrai. Valeurs possibles : ${choices.join(", ")}.`;
    },
    may_be_empty: () =>
      "Les leads dont on ignore cela ne recevraient rien. Ajoutez quoi dire alors : " +
      "{{first_name|toi}}.",
    template_on_instagram: () => "Instagram n’a pas de modèles.",
    percentages: ({ sum }) => `Les parts font ${sum} % en tout. Il en faut 100 %.`,
    unknown_tag: () => "Une étiquette n’existe plus. Choisissez-en une autre.",
    unknown_scenario: () => "Ce scénario n’existe plus. Choisissez-en un autre.",
    unknown_link: () => "Un lien court n’existe plus. Choisissez-en un autre.",
    unknown_assignee: () =>
      "Ce collègue ne peut pas reprendre de conversations. Choisissez-en un autre.",
    unknown_medium: () => "Le fichier n’existe plus. Choisissez-en un autre.",
    webhook_url_refused: () =>
      "Cette adresse ne peut pas être appelée. Il la faut publique et en https.",
    wait_without_timeout: () =>
      "Les leads qui ne font rien attendent ici sans fin. Indiquez une durée maximale.",
    unconnected_handle: ({ handle }) =>
      `« ${handle} » ne mène nulle part : le scénario s’y arrête. Reliez-le, à une fin si c’est voulu.`,
    unconnected_match: ({ handle }) =>
      `« ${handle} » ne mène nulle part : ces réponses comptent comme toute autre. Reliez-le, ou retirez-le.`,
    unreachable_node: () => "Aucune étape ne mène ici. Reliez-la, ou retirez-la.",
    loop_without_wait: ({ most }) =>
      `Les leads tournent en rond ici et sortent après ${most} étapes. Ajoutez une attente.`,
    path_without_wait: ({ most }) =>
      `Plus de ${most} étapes suivent sans attente, et les leads sortent. Ajoutez une attente.`,
    window_may_be_closed: () =>
      "Les leads qui n’ont pas écrit depuis 24 heures ne peuvent pas le recevoir. Choisissez quoi " +
      "faire alors, ou attendez d’abord une réponse.",
    unknown_handle: ({ handle, choices = [] }) =>
      choices.length === 0
        ? "Le scénario se termine à cette étape. Retirez la liaison qui en part."
        : `Cette étape n’a pas de sortie « ${handle} ». Reliez-la depuis une sortie existante.`,
    several_edges: ({ handle }) =>
      `« ${handle} » mène à plusieurs étapes, et seule la première compte. Retirez les autres.`,
    too_many_warnings: ({ count = 0 }) =>
      count === 1 ? "Il y a un autre problème." : `Il y a ${count} autres problèmes.`,
  },
});
