import { Download } from "lucide-react";
import {
  type ConsentKind,
  type ConsentScope,
  type ListAllConsentsData,
  listAllConsents,
} from "#client";
import { TextField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { useAction } from "#console/data/forms";
import { saveFile } from "#console/data/save-file";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Badge } from "#console/ui/badge";
import { Button } from "#console/ui/button";
import { Segmented } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { ProblemNote } from "#console/ui/states";
import type { ConsentFilters } from "./consent-filters";
import { consentTexts } from "./consent-texts";
import styles from "./privacy.module.css";

/** Chooses among the kinds and the scopes of consents. */
function ConsentChoices({
  filters: { kind, scope },
  onChange,
}: {
  filters: ConsentFilters;
  onChange: (change: Partial<ConsentFilters>) => void;
}) {
  const t = useTexts(consentTexts);
  const { consentKinds, consentScopes } = useTexts(nameTexts);
  return (
    <>
      <Segmented<ConsentKind | "any">
        label={t.kind}
        value={kind ?? "any"}
        options={[
          ["any", t.anyKind],
          ["opted_out", consentKinds.opted_out],
          ["opted_in", consentKinds.opted_in],
        ]}
        onChange={(chosen) => onChange({ kind: chosen === "any" ? undefined : chosen })}
      />
      <Segmented<ConsentScope | "any">
        label={t.scope}
        value={scope ?? "any"}
        options={[
          ["any", t.anyScope],
          ["all", consentScopes.all],
          ["marketing", consentScopes.marketing],
        ]}
        onChange={(chosen) => onChange({ scope: chosen === "any" ? undefined : chosen })}
      />
    </>
  );
}

/** Narrows the list of consents, and has it as a file. */
export function ConsentFilterFields({
  filters,
  query,
  onChange,
}: {
  filters: ConsentFilters;
  query: NonNullable<ListAllConsentsData["query"]>;
  onChange: (filters: ConsentFilters) => void;
}) {
  const t = useTexts(consentTexts);
  const { from, to, lead } = filters;
  // An address has no filter without a value.
  const change = (some: Partial<ConsentFilters>) =>
    onChange(Object.fromEntries(Object.entries({ ...filters, ...some }).filter(([, one]) => one)));
  const download = useAction(async (client) => {
    const content = await listAllConsents({
      client,
      query: { ...query, bom: 1 },
      headers: { Accept: "text/csv" },
      parseAs: "text",
    });
    saveFile(new Blob([String(content)], { type: "text/csv" }), "consents.csv");
  });
  const form = fieldsOf<{ from?: string; to?: string }>({ from, to }, change);
  return (
    <Row gap={3} wraps align="end" className={styles.filters}>
      <ConsentChoices filters={filters} onChange={change} />
      <Row gap={3} wraps align="stretch" className={styles.days}>
        <TextField form={form} name="from" label={t.from} type="date" />
        <TextField form={form} name="to" label={t.to} type="date" />
      </Row>
      {lead && (
        <Badge tone="accent" removeLabel={t.clear} onRemove={() => change({ lead: undefined })}>
          {`${t.lead} ${lead}`}
        </Badge>
      )}
      <Button
        size="small"
        icon={<Download />}
        isBusy={download.isBusy}
        onClick={() => void download.run(undefined)}
      >
        {t.download}
      </Button>
      {download.error && <ProblemNote error={download.error} />}
    </Row>
  );
}
