import { useTexts } from "#console/texts/catalogue";
import { ChoiceSelect } from "#console/ui/choice-select";
import { Field } from "#console/ui/field";
import { Stack } from "#console/ui/stack";
import { useProblems } from "../form/context";
import { useLabels } from "../form/labels";
import { triggerSchema } from "../form/schema";
import { Members } from "../form/schema-field";
import { fieldTexts } from "../form/texts";
import { textFor } from "../graph";
import type { OwnProps } from "./own-form";

const PATTERNS = "patterns";

/** Words or patterns, and how a message must have them. */
export function KeywordForm({ value, hidden, onChange }: OwnProps) {
  const { valuesOf } = useTexts(fieldTexts);
  const { label } = useLabels("match");
  const hasPatterns = value.patterns != null;
  const choose = (next: string | null) => {
    const { words, patterns, match: _, ...others } = value;
    if (next === PATTERNS) return onChange({ ...others, patterns: patterns ?? [] });
    onChange({ ...others, words: words ?? [], ...(next !== "word" && { match: next }) });
  };
  return (
    <Stack gap={3}>
      <Field label={label} errors={useProblems("data.match")}>
        {(control) => (
          <ChoiceSelect
            {...control}
            options={Object.entries(valuesOf.match)}
            value={hasPatterns ? PATTERNS : textFor(value.match ?? "word")}
            onChange={choose}
          />
        )}
      </Field>
      <Members
        path="data"
        schema={triggerSchema("keyword")}
        value={value}
        hidden={[...hidden, "match", hasPatterns ? "words" : PATTERNS]}
        onChange={(next) => onChange(hasPatterns ? { patterns: [], ...next } : next)}
      />
    </Stack>
  );
}
