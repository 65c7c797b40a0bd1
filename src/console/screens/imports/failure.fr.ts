import type { Like } from "#console/texts/catalogue";
import type en from "./failure.en";

export default {
  empty: "Le fichier est vide.",
  no_header: "Le fichier n’a pas de ligne avec les noms des colonnes.",
  too_many_columns: "Le fichier a plus de 500 colonnes.",
  array: "Le fichier est un seul tableau JSON. Enregistrez-le avec un objet par ligne.",
  binary: "Le fichier n’est ni CSV, ni Excel, ni JSON par lignes.",
  old_excel: "Le classeur est ancien ou protégé. Enregistrez-le en .xlsx sans mot de passe.",
  broken: "Le classeur est endommagé.",
  no_sheet: "Le classeur n’a pas cette feuille.",
  too_large: "Une fois décompressé, le classeur est trop grand. Enregistrez-le en CSV.",
  too_many_cells: "La feuille a plus de 5 000 000 de cellules. Enregistrez-la en CSV.",
  too_many_rows: "La feuille a plus de 200 000 lignes. Enregistrez-la en CSV.",
  file_gone: "Le fichier n’est plus là. Envoyez-le de nouveau.",
  row_refused: "Le service n’a pas pu lire ou écrire une ligne du fichier.",
  reading_broken_off:
    "Le fichier est trop grand pour être lu. Enregistrez-le en CSV, ou découpez-le.",
  rows_broken_off: "Une ligne du fichier est trop grande pour être importée.",
  undoing_broken_off: "L’import n’a pas pu être annulé. Essayez encore une fois.",
} satisfies Like<typeof en>;
