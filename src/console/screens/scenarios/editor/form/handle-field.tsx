import { useTexts } from "#console/texts/catalogue";
import { Field, Input } from "#console/ui/field";
import { isObject, type Settings, textFor } from "../graph";
import { useProblems } from "./context";
import { fieldTexts } from "./texts";

export const branchesIn = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

/** The name that the branch's edge leaves by. */
export function HandleField({
  branch,
  path,
  onChange,
}: {
  branch: Settings;
  path: string;
  onChange: (branch: Settings) => void;
}) {
  const t = useTexts(fieldTexts);
  return (
    <Field label={t.labels.handle} errors={useProblems(`${path}.handle`)}>
      {(control) => (
        <Input
          {...control}
          value={textFor(branch.handle)}
          maxLength={64}
          onChange={({ target }) => onChange({ ...branch, handle: target.value })}
        />
      )}
    </Field>
  );
}

export const freeHandle = (branches: readonly Settings[], names: readonly string[]) => {
  const taken = new Set(branches.map(({ handle }) => handle));
  return (
    names.find((name) => !taken.has(name)) ??
    Array.from({ length: branches.length + 1 }, (_, index) => `branch_${index + 1}`).find(
      (name) => !taken.has(name),
    ) ??
    ""
  );
};
