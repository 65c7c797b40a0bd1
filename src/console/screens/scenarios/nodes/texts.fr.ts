import type { Like } from "#console/texts/catalogue";
import typeNames from "../editor/type-names.fr";
import type en from "./texts.en";

export default {
  types: typeNames.types,
  handles: {
    next: "continue",
    else: "sinon",
    reply: "a répondu",
    answers: "a rempli le formulaire",
    invalid: "réponse invalide",
    timeout: "délai écoulé",
    event: "s’est produit",
    success: "réussie",
    failed: "échec",
  },
  named: (type: string, detail: string) => `${type} : ${detail}`,
  gone: "Une étape qui n’existe plus",
} satisfies Like<typeof en>;
