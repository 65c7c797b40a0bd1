import { useTags } from "#console/data/tags";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import type { FilterField, Filters } from "./filters";
import { isDay } from "./moments";
import { texts } from "./texts";
import { useValues } from "./use-values";

/** The text of a filter's chip. */
export function useFilterText() {
  const t = useTexts(texts);
  const { yes, no } = useTexts(general);
  const format = useFormat();
  const { textOf } = useValues();
  const { consentMethods } = useTexts(nameTexts);
  const { data: tags } = useTags();

  const rangeText = (from: string | undefined, to: string | undefined) => {
    if (from !== undefined && to !== undefined) return from === to ? from : `${from} – ${to}`;
    return from !== undefined ? t.since(from) : to !== undefined ? t.until(to) : "…";
  };
  const labelOf = (id: number) => tags?.find((tag) => tag.id === id)?.label ?? t.tagNumber(id);

  return (field: FilterField, filters: Filters): string => {
    switch (field.kind) {
      case "choice": {
        const value = filters[field.name];
        return value ? textOf(field.name, value) : "…";
      }
      case "method": {
        const value = filters[field.name];
        return value ? consentMethods[value] : "…";
      }
      case "flag": {
        const value = filters[field.name];
        return value === undefined ? "…" : value ? yes : no;
      }
      case "tags":
        return filters[field.name]?.map(labelOf).join(", ") ?? "…";
      case "import":
        return `#${filters.import_id}`;
      case "text":
        return filters[field.name] ?? "…";
      case "number":
        return String(filters[field.name] ?? "…");
      case "range": {
        const [from, to] = [filters[`${field.name}_min`], filters[`${field.name}_max`]];
        return rangeText(from?.toString(), to?.toString());
      }
      case "times":
      case "days": {
        const [from, to] = [filters[`${field.name}_from`], filters[`${field.name}_to`]];
        // A day without a time would be read as one in UTC.
        const text = (at: string | undefined) =>
          at && format.date(isDay(at) ? `${at}T00:00:00` : at);
        return rangeText(text(from), text(to));
      }
    }
  };
}
