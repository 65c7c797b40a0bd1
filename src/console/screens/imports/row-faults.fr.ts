import type { Like } from "#console/texts/catalogue";
import type en from "./row-faults.en";

export default {
  required: "manque.",
  one_of:
    "La ligne n’a ni téléphone, ni e-mail, ni nom, ni nom d’utilisateur, ni identifiant externe.",
  string: "n’est pas un texte.",
  integer: "n’est pas un nombre entier.",
  number: "n’est pas un nombre.",
  boolean: "ne dit ni oui ni non.",
  object: "n’est pas un objet JSON.",
  url: "n’est pas une adresse web.",
  date: "n’est pas une date.",
  format: "n’est pas écrit comme il faut.",
  selected: "n’existe pas.",
  selected_of: (choices) => `ne fait pas partie de : ${choices}.`,
  at_least: (least) => `est inférieur à ${least}.`,
  at_most: (most) => `est supérieur à ${most}.`,
  at_most_characters: (most) => `dépasse ${most} caractères.`,
  at_most_items: (most) => `a plus de ${most} valeurs.`,
  taken: "appartient à un autre lead.",
  cut_number:
    "a été tronqué par le tableur. Mettez-y la colonne au format texte, puis exportez de nouveau.",
  row_too_long: "La ligne dépasse 1 Mio.",
  row_open_quote: "La ligne ouvre un guillemet qui n’est jamais fermé.",
  row_unreadable: "La ligne contient des caractères impossibles dans l’encodage du fichier.",
  row_too_many_cells: "La ligne a plus de cellules que le fichier n’a de colonnes.",
  row_not_json: "La ligne n’est pas un objet JSON.",
  item_too_large: (most) => `dépasse ${most} octets.`,
  item_too_deep: (most) => `dépasse ${most} niveaux d’imbrication.`,
  item_unsafe_key: "contient un nom avec une barre oblique inverse, ou le nom __proto__.",
  item_erased: "concernait une personne qui a été effacée.",
  item_failed: "a échoué cinq fois. Rejouez-le.",
  turnstile_late: "n’a pas répondu à temps. Si vous savez de qui il s’agit, rejouez l’envoi.",
  quota_reached: "est atteint.",
} satisfies Like<typeof en>;
