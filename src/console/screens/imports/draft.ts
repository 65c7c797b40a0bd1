import { useState } from "react";
import { type BulkMode, type Import, type ImportStart, MatchField } from "#client";

export const modes = ["upsert", "create", "update"] as const satisfies BulkMode[];
export const matchFields = Object.values(MatchField);

/** The choices for an import, as the fields of the form have them. */
export type Draft = {
  mapping: Record<string, string>;
  mode: BulkMode;
  matchBy: MatchField[];
  createTags: boolean;
  notify: boolean;
  /** Columns that may say who has unsubscribed are left out on purpose. */
  ignoreConsent?: boolean;
  /** Labels, with commas between them. */
  tags: string;
  country: string;
};

const keyOf = (id: number) => `import-${id}`;

/** Kept for the tab, since the service doesn't tell what an import was started with. */
export function useDraft({ id, mapping }: Import, mayCreateTags: boolean) {
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = sessionStorage.getItem(keyOf(id));
    if (kept) return JSON.parse(kept);
    return {
      mapping: mapping ?? {},
      mode: "upsert",
      matchBy: [...matchFields],
      createTags: mayCreateTags,
      notify: true,
      tags: "",
      country: "",
    };
  });
  const change = (changes: Partial<Draft>) => {
    const next = { ...draft, ...changes };
    sessionStorage.setItem(keyOf(id), JSON.stringify(next));
    setDraft(next);
  };
  return [draft, change] as const;
}

/** The columns that may say who has unsubscribed, and are not imported. */
export const undecidedOf = (one: Import, { mapping }: Draft) =>
  one.consent_columns.filter((column) => (mapping[column] ?? "ignore") === "ignore");

export const tagsOf = ({ tags }: Draft) =>
  tags
    .split(",")
    .map((label) => label.trim())
    .filter(Boolean);

export const startOf = (draft: Draft, isDryRun: boolean): ImportStart => ({
  mode: draft.mode,
  match_by: draft.matchBy.length > 0 ? draft.matchBy : [...matchFields],
  create_tags: draft.createTags,
  notify: draft.notify,
  ignore_consent_columns: draft.ignoreConsent ?? false,
  tags: tagsOf(draft),
  default_country: draft.country.trim() || null,
  mapping: draft.mapping,
  dry_run: isDryRun,
});
