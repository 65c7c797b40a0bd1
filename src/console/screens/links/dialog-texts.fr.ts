import type { Like } from "#console/texts/catalogue";
import type en from "./dialog-texts.en";

export default {
  qr: {
    title: "QR code",
    about: "Ceux qui le scannent comptent parmi les autres personnes.",
    of: (url: string) => `QR code de ${url}`,
    download: (kind: "SVG" | "PNG") => `Télécharger en ${kind}`,
  },
  trial: {
    title: "Essayer avec un lead",
    about: "Voyez où le lien le mènerait. Rien n’est envoyé, rien n’est compté.",
    nobody: "Aucun lead ne correspond.",
    another: "En choisir un autre",
    leadsTo: "Il mène à",
    nowhere: "Les valeurs de ce lead ne font pas une URL. Il verrait une page qui le dit.",
    open: "L’ouvrir",
    kinds: {
      value: "la valeur du lead",
      default: "la valeur par défaut",
      missing: "rien : ni valeur, ni valeur par défaut",
      unfit: "une valeur qui ne peut pas se trouver là",
    },
    paused: "Le lien est suspendu : jusqu’à sa réactivation, il voit une page qui le dit.",
    same: "Cette destination n’a pas de variable : elle est la même pour tous.",
    create: "Créer son propre lien",
    createHint: "Pour un message que vous envoyez vous-même. Ses clics sont comptés.",
  },
} satisfies Like<typeof en>;
