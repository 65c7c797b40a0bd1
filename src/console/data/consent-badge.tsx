import type { Consent } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Badge } from "#console/ui/badge";

type Named = Pick<Consent, "kind" | "scope">;

/** The kind of a consent in words, with the scope of one that is not about all messages. */
export function useConsentName() {
  const { consentKinds, consentScopes } = useTexts(nameTexts);
  return ({ kind, scope }: Named) =>
    scope === "all" ? consentKinds[kind] : `${consentKinds[kind]} · ${consentScopes[scope]}`;
}

export function ConsentBadge({ consent }: { consent: Named }) {
  const nameOf = useConsentName();
  return <Badge tone={consent.kind === "opted_out" ? "red" : "green"}>{nameOf(consent)}</Badge>;
}
