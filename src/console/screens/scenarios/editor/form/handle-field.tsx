import { TextField } from "#console/data/form/fields";
import { useTexts } from "#console/texts/catalogue";
import { isObject, type Settings, textFor } from "../graph";
import { useSettings } from "./context";
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
  const { labels } = useTexts(fieldTexts);
  const form = useSettings(path, { handle: textFor(branch.handle) }, (change) =>
    onChange({ ...branch, ...change }),
  );
  return <TextField form={form} name="handle" label={labels.handle} maxLength={64} />;
}

export const freeHandle = (branches: readonly Settings[], names: readonly string[]) => {
  const used = new Set(branches.map(({ handle }) => handle));
  return (
    names.find((name) => !used.has(name)) ??
    Array.from({ length: branches.length + 1 }, (_, index) => `branch_${index + 1}`).find(
      (name) => !used.has(name),
    ) ??
    ""
  );
};
