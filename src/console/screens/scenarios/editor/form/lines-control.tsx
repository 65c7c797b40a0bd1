import { useState } from "react";
import { Field, TextArea } from "#console/ui/field";
import { textFor } from "../graph";
import { useProblems } from "./context";
import type { ControlProps } from "./control";
import { useLabels } from "./labels";

const LEAST_ROWS = 2;
const MOST_ROWS = 8;

const linesIn = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Texts, one a line. */
export function LinesControl({ name, path, value, onChange }: ControlProps) {
  const { label, hint } = useLabels(name);
  const errors = useProblems(path, true);
  const given = Array.isArray(value) ? value.map(textFor) : [];
  const [text, setText] = useState(given.join("\n"));
  // The typed text stays as it is, unless the value has come to be another, as by undoing.
  const shown = JSON.stringify(linesIn(text)) === JSON.stringify(given) ? text : given.join("\n");
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(control) => (
        <TextArea
          {...control}
          rows={Math.min(MOST_ROWS, Math.max(LEAST_ROWS, shown.split("\n").length))}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          value={shown}
          onChange={({ target }) => {
            const lines = linesIn(target.value);
            setText(target.value);
            onChange(lines.length > 0 ? lines : undefined);
          }}
        />
      )}
    </Field>
  );
}
