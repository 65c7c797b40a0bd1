import type { Like } from "#console/texts/catalogue";
import messageWarningTexts from "#console/texts/message-warnings.fr";
import { isEntry } from "../nodes/drawn";
import type en from "./warning-texts.en";

export default {
  ...messageWarningTexts,
  missing_entry: () => "Rien ne commence ce scénario. Ajoutez un début.",
  several_entries: ({ type = "" }) =>
    isEntry({ type })
      ? "Il y a plusieurs débuts. Gardez-en un."
      : "Aucune étape ne mène ici : on ne sait pas où commencer. Reliez-la, ou ajoutez un début.",
  unknown_type: () => "Personne ne peut passer cette étape : ce genre n’existe pas. Retirez-la.",
  unknown_setting: ({ setting }) => `Rien n’utilise ce qui est réglé sous ${setting}.`,
  unknown_node: () => "Cette étape n’existe plus. Choisissez-en une autre.",
  unreadable_date: ({ value }) =>
    `« ${value} » n’est pas une date. Écrivez 2027-01-05 ou 2027-01-05T18:00.`,
  content_too_long: ({ platform, wording }) =>
    platform ? `Trop long pour ${platform}. ${wording}` : wording,
  invalid_content: ({ platform = "WhatsApp", fault, wording }) =>
    fault === "duplicate" ? wording : `${platform} n’a pas ce genre de message. ${wording}`,
  not_accepted: ({ name }) =>
    `La passerelle de « ${name} » ne prend pas ce message : il échouera pour les leads joints par elle.`,
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
  percentages: ({ sum }) => `Les parts font ${sum} % en tout. Il en faut 100 %.`,
  unknown_tag: () => "Une étiquette n’existe plus. Choisissez-en une autre.",
  unknown_scenario: () => "Ce scénario n’existe plus. Choisissez-en un autre.",
  unknown_link: () => "Un lien court n’existe plus. Choisissez-en un autre.",
  unknown_assignee: () =>
    "Ce collègue ne peut pas reprendre de conversations. Choisissez-en un autre.",
  unknown_medium: () => "Le fichier n’existe plus. Choisissez-en un autre.",
  unknown_channel: () => "Un canal n’existe plus. Choisissez-en un autre.",
  unknown_segment: () => "Ce segment n’existe plus. Choisissez-en un autre.",
  unknown_source: () => "Une source n’existe plus. Choisissez-en une autre.",
  booking_not_certain: () =>
    "Un des chemins n’a pas encore de rendez-vous. Attendez-en un d’abord, vérifiez « A un " +
    "rendez-vous », ou ajoutez quoi dire sans lui : {{booking.day|bientôt}}.",
  unknown_trigger: () => "Ce type de déclencheur n’existe pas : il ne démarre rien. Retirez-le.",
  trigger_not_on_platform: ({ platform = "" }) =>
    `Sur ${platform}, ce déclencheur ne démarre rien. Retirez-le.`,
  setting_not_on_platform: ({ platform = "" }) =>
    `Rien de tel n’existe sur ${platform}. Retirez-le.`,
  channel_not_on_platform: ({ platform = "" }) =>
    `Un des canaux n’est pas un canal ${platform}. Choisissez-en un autre.`,
  word_excluded: ({ name }) =>
    `« ${name} » fait aussi partie des mots exclus et ne convient donc jamais. Retirez l’un des deux.`,
  unknown_variable: ({ name }) =>
    `Aucun des derniers leads n’a de variable ${name}. Vérifiez son nom, sauf si elle reste à venir.`,
  no_business_hours: () =>
    "Aucun horaire d’ouverture n’est défini : vous passez pour toujours ouvert. Définissez ceux de " +
    "l’espace ou d’un canal.",
  too_many_patterns: ({ most }) =>
    `Les motifs de tous les déclencheurs dépassent ${most} pas : ceux-ci ne sont pas cherchés. ` +
    "Utilisez des mots, ou retirez-en d’autres.",
  too_many_triggers: ({ count, most }) =>
    `${count} déclencheurs seraient actifs, pour ${most} au plus : la publication est refusée. ` +
    "Retirez-en, ou mettez un autre scénario en pause.",
  trigger_cycle: () =>
    "Ce qui démarre ici y ramène, et s’arrête après cinq démarrages de suite. Rompez le cercle.",
  trigger_overlap: ({ trigger = "", scenario = "" }) =>
    `« ${trigger} » de « ${scenario} » peut démarrer par le même message : le dernier activé ` +
    "l’emporte. Donnez-leur des priorités différentes, ou d’autres mots.",
  trigger_shadowed: ({ trigger, scenario }) =>
    trigger === undefined
      ? "Ces mots servent à se désinscrire ou à se réinscrire : ils ne démarrent rien. Choisissez-en d’autres."
      : `« ${trigger} »${scenario ? ` de « ${scenario} »` : ""} passe toujours avant : rien ne démarre ici.`,
  webhook_url_refused: () =>
    "Cette adresse ne peut pas être appelée. Il la faut publique et en https.",
  wait_without_timeout: () =>
    "Les leads qui ne font rien attendent ici sans fin. Indiquez une durée maximale.",
  unconnected_handle: ({ handle }) =>
    `« ${handle} » ne mène nulle part : le scénario s’y arrête. Reliez-le, à une fin si c’est voulu.`,
  unconnected_match: ({ handle }) =>
    `« ${handle} » ne mène nulle part : ces réponses comptent comme toute autre. Reliez-le, ou retirez-le.`,
  reserved_id: ({ choices = [] }) =>
    `Cet identifiant est celui d’une autre suite. Choisissez-en un autre que ${choices.join(", ")}.`,
  unreachable_node: () => "Aucune étape ne mène ici. Reliez-la, ou retirez-la.",
  loop_without_wait: ({ most }) =>
    `Les leads tournent en rond ici et sortent après ${most} étapes. Ajoutez une attente.`,
  path_without_wait: ({ most }) =>
    `Plus de ${most} étapes suivent sans attente, et les leads sortent. Ajoutez une attente.`,
  window_may_be_closed: () =>
    "Les leads qui n’ont pas écrit depuis 24 heures ne peuvent pas le recevoir. Choisissez quoi " +
    "faire alors, ou attendez d’abord une réponse.",
  public_link: () =>
    "Tout le monde peut lire ceci. Le lien ne dira pas qui a cliqué : envoyez-le par message.",
  private_reply_spent: () =>
    "Un commentaire n’a droit qu’à une réponse privée, peut-être déjà envoyée ici. Attendez " +
    "d’abord une réponse, ou sautez ce message s’il ne peut pas partir.",
  private_reply_late: () =>
    "Ce message risque d’arriver trop tard pour une réponse privée : 7 jours après le " +
    "commentaire, ou 5 minutes lors d’un direct. Envoyez-le plus tôt, ou attendez une réponse.",
  unknown_handle: ({ handle, choices = [] }) =>
    choices.length === 0
      ? "Le scénario se termine à cette étape. Retirez la liaison qui en part."
      : `Cette étape n’a pas de sortie « ${handle} ». Reliez-la depuis une sortie existante.`,
  several_edges: ({ handle }) =>
    `« ${handle} » mène à plusieurs étapes, et seule la première compte. Retirez les autres.`,
  too_many_warnings: ({ count = 0 }) =>
    count === 1 ? "Il y a un autre problème." : `Il y a ${count} autres problèmes.`,
} satisfies Like<typeof en>;
