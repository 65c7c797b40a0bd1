import { Download } from "lucide-react";
import { type ConsentKind, type ListAllConsentsData, listAllConsents } from "#client";
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
  const { consentKinds } = useTexts(nameTexts);
  const { kind, lead, ...days } = filters;
  const ofLead = lead ? { lead } : {};
  const ofKind = kind ? { kind } : {};
  const download = useAction(async (client) => {
    const content = await listAllConsents({
      client,
      query: { ...query, bom: 1 },
      headers: { Accept: "text/csv" },
      parseAs: "text",
    });
    saveFile(new Blob([String(content)], { type: "text/csv" }), "consents.csv");
  });
  const form = fieldsOf<{ from?: string; to?: string }>(days, (change) => {
    const { from, to } = { ...days, ...change };
    onChange({ ...ofKind, ...ofLead, ...(from && { from }), ...(to && { to }) });
  });
  return (
    <Row gap={3} wraps align="end" className={styles.filters}>
      <Segmented<ConsentKind | "all">
        label={t.kind}
        value={kind ?? "all"}
        options={[
          ["all", t.anyKind],
          ["opted_out", consentKinds.opted_out],
          ["opted_in", consentKinds.opted_in],
        ]}
        onChange={(chosen) =>
          onChange({ ...ofLead, ...days, ...(chosen !== "all" && { kind: chosen }) })
        }
      />
      <Row gap={3} wraps align="stretch" className={styles.days}>
        <TextField form={form} name="from" label={t.from} type="date" />
        <TextField form={form} name="to" label={t.to} type="date" />
      </Row>
      {lead && (
        <Badge
          tone="accent"
          removeLabel={t.clear}
          onRemove={() => onChange({ ...ofKind, ...days })}
        >
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
