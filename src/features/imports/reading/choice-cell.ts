import type { leadFields } from "#domain/lead-fields";
import { foldText } from "#lib/text";

/** The console's names of values, in English and French, where they differ from the values. */
const CALLED: {
  [Field in keyof typeof leadFields]?: Record<string, readonly string[]>;
} = {
  warmth: {
    cold: ["froid", "froide"],
    warm: ["tiede"],
    hot: ["chaud", "chaude"],
  },
  pipeline_stage: {
    new: ["nouveau", "nouvelle", "nouveaux"],
    contacted: ["contacte", "contactee"],
    engaged: ["engage", "engagee"],
    qualified: ["qualifie", "qualifiee"],
    call_booked: ["appel_planifie", "appel_reserve"],
    won: ["gagne", "gagnee", "closed_won", "ferme_gagne"],
    lost: ["perdu", "perdue", "closed_lost", "ferme_perdu"],
  },
  lost_reason: {
    not_interested: ["pas_interesse", "pas_interessee"],
    no_financing: ["pas_de_financement"],
    price_objection: ["price", "prix"],
    wrong_timing: ["mauvais_moment"],
    unresponsive: ["no_answer", "sans_reponse"],
    already_handled: ["deja_traite", "deja_traitee"],
    invalid_lead: ["lead_invalide"],
    other: ["autre"],
  },
};

/** The values of fields by the words for them. */
const MEANT = new Map(
  Object.entries(CALLED).map(([field, values]) => [
    field,
    new Map(Object.entries(values).flatMap(([value, names]) => names.map((name) => [name, value]))),
  ]),
);

/** No value is called by more. */
const MAX_CHARACTERS = 255;

/**
 * A value of a closed list, as `Call booked` or the console's `Appel planifié` for `call_booked`.
 */
export function choiceIn(field: string, cell: unknown): unknown {
  if (typeof cell !== "string" || cell.length > MAX_CHARACTERS) return cell;
  const word = foldText(cell)
    .trim()
    .replace(/[\s’'()-]+/g, "_");
  return MEANT.get(field)?.get(word) ?? word;
}
