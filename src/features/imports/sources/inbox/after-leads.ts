import type { SQL } from "drizzle-orm";
import { sourceKinds } from "#domain/sources";
import type { Scope } from "#env";
import type { People, Person } from "#features/leads/bulk/people";
import { enterFormConsents, type FormConsent } from "#features/leads/form-consents";
import { consentGiven } from "../consent";
import { announceSubmissions } from "../forms/announce";
import type { SourceNow } from "./claim";
import type { Draft } from "./drafts";

/** An item, and the lead that it is about. */
type Item = Pick<Draft, "job" | "mapped"> & { person: Person | null };

/** The consent that an item gives; null if it gives none, or is about nobody. */
export function consentOf({ settings }: SourceNow, { mapped, person }: Omit<Item, "job">) {
  const given = settings.consent && consentGiven(settings.consent, mapped?.consent ?? null);
  return person && given ? given : null;
}

/**
 * The statements that follow those of the leads in the batch of a chunk: the consents that items
 * give, and the events of forms.
 */
export function afterLeads(
  scope: Scope,
  source: SourceNow,
  { fresh }: Pick<People, "fresh">,
  items: readonly Item[],
): SQL[] {
  const consents = items.flatMap((item): FormConsent[] => {
    const [given, { person }] = [consentOf(source, item), item];
    if (!given || !person) return [];
    const name = person.id === null ? { place: fresh.indexOf(person) } : { id: person.id };
    return [{ ...name, ...given, at: item.job.receivedAt }];
  });
  // A submission that is replayed for the lead that it had was reported then.
  const named = items.flatMap(({ person, job }) =>
    person && job.leadId == null ? (person.id ?? -1 - fresh.indexOf(person)) : [],
  );
  return [
    ...enterFormConsents(scope, consents, fresh.length),
    ...(sourceKinds[source.kind].isPublic
      ? announceSubmissions(scope, source.id, named, fresh.length)
      : []),
  ];
}
