import { Plus, X } from "lucide-react";
import { Faults } from "#console/data/form/faults";
import type { Fields } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button, IconButton } from "#console/ui/button";
import { Input } from "#console/ui/field";
import { Stack } from "#console/ui/stack";
import type { LeadDraft, VariableRow } from "./lead-draft";
import styles from "./lead-form.module.css";
import { texts } from "./texts";
import { useValues } from "./use-values";

/** Names and values for `{{placeholders}}`. */
export function VariablesEditor({ form }: { form: Fields<LeadDraft> }) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const { fields } = useValues();
  const rows = form.values.variables;
  const onChange = (variables: VariableRow[]) => form.set({ variables });
  const change = (at: number, changes: Partial<VariableRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...changes } : row)));
  return (
    <Stack as="fieldset" gap={2} className={styles.part}>
      <legend>{fields.variables}</legend>
      {rows.map((row, at) => (
        <div key={at} className={styles.variable}>
          <Input
            aria-label={t.variableName}
            placeholder={t.variableName}
            value={row.name}
            onChange={({ target }) => change(at, { name: target.value })}
          />
          <Input
            aria-label={t.variableValue}
            placeholder={t.variableValue}
            dir="auto"
            value={row.text}
            onChange={({ target }) => change(at, { text: target.value })}
          />
          <IconButton
            label={`${g.remove} ${row.name}`}
            icon={<X />}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Faults form={form} at="variables" />
      <div>
        <Button
          size="small"
          icon={<Plus />}
          onClick={() => onChange([...rows, { name: "", text: "" }])}
        >
          {t.addVariable}
        </Button>
      </div>
    </Stack>
  );
}
