import type { Like } from "./catalogue";
import type en from "./consents.en";

export default {
  kinds: { opted_out: "Désinscrit", opted_in: "Inscrit" },
  methods: {
    keyword: "par un mot-clé",
    button: "par un bouton",
    platform_button: "par un bouton de la plateforme",
    preference: "sur la plateforme",
    provider: "par la réponse du fournisseur",
    api: "par l’API",
    link: "sur la page des préférences",
    suppression: "déjà désinscrit auparavant",
    merge: "par une fusion",
  },
} satisfies Like<typeof en>;
