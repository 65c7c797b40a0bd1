import type { Import } from "#client";
import { catalogue, useTexts } from "#console/texts/catalogue";

type Code = NonNullable<Import["reason_code"]>;

const failureTexts = catalogue({
  en: {
    empty: "The file is empty.",
    no_header: "The file has no row with the names of the columns.",
    too_many_columns: "The file has more than 500 columns.",
    array: "The file is one JSON array. Save it with one object a line.",
    binary: "The file is neither CSV, Excel nor JSON lines.",
    old_excel: "The file is an old or protected workbook. Save it as .xlsx without a password.",
    broken: "The workbook is damaged.",
    no_sheet: "The workbook has no such sheet.",
    too_large: "The workbook is too large when it is unpacked. Save it as CSV.",
    too_many_cells: "The sheet has more than 5,000,000 cells. Save it as CSV.",
    too_many_rows: "The sheet has more than 200,000 rows. Save it as CSV.",
    file_gone: "The file is gone. Send it again.",
    row_refused: "The service could not read or write a row of the file.",
    reading_broken_off: "The file is too large to be read. Save it as CSV, or split it.",
    rows_broken_off: "A row of the file is too large to be imported.",
    undoing_broken_off: "The import could not be undone. Try it once more.",
  } satisfies Record<Code, string>,
  fr: {
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
  },
});

/** The cause of a failed import, in the user's language where the service's sentence is known. */
export function useReason({ reason, reason_code: code }: Import) {
  const t = useTexts(failureTexts);
  return code === null ? reason : t[code];
}
