import { catalogue } from "#console/texts/catalogue";

/** What the QR code of a link, and its trial with a lead, say. */
export const dialogTexts = catalogue({
  en: {
    qr: {
      title: "QR code",
      about: "Whoever scans it counts among other people’s clicks.",
      of: (url: string) => `QR code of ${url}`,
      download: (kind: "SVG" | "PNG") => `Download ${kind}`,
    },
    trial: {
      title: "Try with a lead",
      about: "See where the link would lead them. Nothing is sent, nothing is counted.",
      nobody: "No lead matches.",
      another: "Choose another",
      leadsTo: "It leads to",
      nowhere: "The values of this lead make no URL. They would see a page that says so.",
      open: "Open it",
      kinds: {
        value: "the lead’s value",
        default: "the default",
        missing: "nothing: no value, no default",
        unfit: "a value that can’t stand there",
      },
      paused: "The link is paused: until it is active again, they see a page that says so.",
      same: "This destination has no placeholders: it is the same for everybody.",
      create: "Create their own link",
      createHint: "For a message that you send by your own means. Their clicks are counted.",
    },
  },
  fr: {
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
  },
});
