import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Quotas, updateWorkspace, type WorkspacePatch } from "#client";
import { FormDialog } from "#console/data/form-dialog";
import { useAction } from "#console/data/forms";
import { isBytes, type QuotaName, quotaNames } from "#console/screens/developers/usage/quotas";
import { texts as usageTexts } from "#console/screens/developers/usage/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Field, Input } from "#console/ui/field";
import styles from "../operator.module.css";
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
  const c = useTexts(general);
  const format = useFormat();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Partial<Record<QuotaName, number | null>>>({});
  const { run, errors, ...state } = useAction(
    (client, body: WorkspacePatch) => updateWorkspace({ client, path: { workspace }, body }),
    {
      onDone() {
        return queries.invalidateQueries({ queryKey: ["workspaces", workspace] });
      },
      next: onClose,
    },
  );
  const labels = { ...u.quotas, ...u.limits };
  const value = (name: QuotaName) => (name in draft ? draft[name] : quotas[name]);
  return (
    <FormDialog
      title={t.editQuotas}
      about={t.quotasAbout}
      action={c.save}
      fields={quotaNames.map((name) => `quotas.${name}`)}
      state={state}
      onClose={onClose}
      onSubmit={() => void run({ quotas: draft })}
    >
      <div className={styles.quotas}>
        {quotaNames.map((name) => {
          const now = value(name);
          return (
            <Field
              key={name}
              label={labels[name]}
              hint={isBytes(name) && now ? format.bytes(now) : undefined}
              errors={errors[`quotas.${name}`]}
            >
              {(control) => (
                <Input
                  {...control}
                  type="number"
                  inputMode="numeric"
                  min={0}
                  placeholder={t.defaultQuota}
                  value={now ?? ""}
                  onChange={({ target }) =>
                    setDraft({
                      ...draft,
                      [name]: target.value === "" ? null : Number(target.value),
                    })
                  }
                />
              )}
            </Field>
          );
        })}
      </div>
    </FormDialog>
  );
}
