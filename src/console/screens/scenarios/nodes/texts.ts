import { catalogue } from "#console/texts/catalogue";
import { typeNames } from "../editor/type-names";

/** What nodes and their handles are called where runs are told of. */
export const nodeTexts = catalogue({
  en: {
    types: typeNames.en.types,
    handles: {
      next: "went on",
      else: "otherwise",
      reply: "replied",
      invalid: "invalid reply",
      timeout: "time is up",
      event: "it happened",
      success: "succeeded",
      failed: "failed",
    },
    events: {
      link_clicked: "Link clicked",
      message_read: "Message read",
      tag_added: "Tag added",
      stage_changed: "Stage changed",
      custom: "Event of yours",
    },
    named: (type: string, detail: string) => `${type}: ${detail}`,
    gone: "A step that is gone",
  },
  fr: {
    types: typeNames.fr.types,
    handles: {
      next: "continue",
      else: "sinon",
      reply: "a répondu",
      invalid: "réponse invalide",
      timeout: "délai écoulé",
      event: "s’est produit",
      success: "réussie",
      failed: "échec",
    },
    events: {
      link_clicked: "Lien cliqué",
      message_read: "Message lu",
      tag_added: "Étiquette ajoutée",
      stage_changed: "Étape changée",
      custom: "Événement à vous",
    },
    named: (type: string, detail: string) => `${type} : ${detail}`,
    gone: "Une étape qui n’existe plus",
  },
});
