import { useQueryClient } from "@tanstack/react-query";
import { type Quotas, updateWorkspace } from "#client";
import { NumberField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { over, useForm } from "#console/data/form/use-form";
import { isBytes, type QuotaName, quotaNames } from "#console/screens/developers/usage/quotas";
import { texts as usageTexts } from "#console/screens/developers/usage/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Grid } from "#console/ui/grid";
import { texts } from "./texts";

/** Gives a workspace other quotas. One that is left empty goes back to the default. */
export function QuotaForm({
  workspace,
  quotas,
  onClose,
}: {
  workspace: number;
  quotas: Quotas;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const u = useTexts(usageTexts);
  const format = useFormat();
  const queries = useQueryClient();
  const given: Record<QuotaName, number | null> = quotas;
  const form = over(
    given,
    useForm({}, (client, changes: Partial<Record<QuotaName, number | null>>) =>
      updateWorkspace({ client, path: { workspace }, body: { quotas: changes } }),
    ),
  );
  const labels = { ...u.quotas, ...u.limits };
  return (
    <FormDialog
      form={form}
      title={t.editQuotas}
      about={t.quotasAbout}
      onClose={onClose}
      onDone={() => queries.invalidateQueries({ queryKey: ["workspaces", workspace] })}
    >
      <Grid gap={3} min="13rem">
        {quotaNames.map((name) => {
          const now = form.values[name];
          return (
            <NumberField
              key={name}
              form={form}
              name={name}
              at={`quotas.${name}`}
              label={labels[name]}
              hint={isBytes(name) && now ? format.bytes(now) : undefined}
              placeholder={t.defaultQuota}
            />
          );
        })}
      </Grid>
    </FormDialog>
  );
}
