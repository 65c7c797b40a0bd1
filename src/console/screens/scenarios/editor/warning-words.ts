import type { ScenarioWarning } from "#client";
import { platformTexts } from "#console/names/platform-texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { sayFault } from "#console/ui/say-fault";
import type { GraphNode } from "./graph";
import { faultTexts, warningTexts } from "./warning-texts";
import { fieldName, handleText, isOwnHandle, lookup, useWords, type Words } from "./words";

/** The name of a handle on the canvas. */
export const handleName = (words: Words, node: GraphNode | undefined, handle: string) =>
  node && !isOwnHandle(node, handle) ? handleText(words, node, handle) : handle;

/** The name of the setting that a path ends in, such as "Title" for `data.buttons.0.title`. */
export function settingName({ fields }: Pick<Words, "fields">, path: string, isOfTrigger = false) {
  const names = path.split(".").slice(1);
  const last = names.findLast((name) => !/^\d+$/.test(name));
  const within = names.findLastIndex((name) => /^\d+$/.test(name));
  const list = names[within - 1] ?? "";
  const item = lookup(fields.items, list);
  const labels = isOfTrigger ? { ...fields.labels, ...fields.triggerLabels } : fields.labels;
  const label = lookup(labels, last);
  if (!item || last === list) return label;
  const place = `${item} ${Number(names[within]) + 1}`;
  return label ? `${place}, ${label}` : place;
}

/** Says warnings in the reader's language. `node` is the one to mend. */
export function useWarningWords() {
  const t = { ...useTexts(warningTexts), ...useTexts(platformTexts).warnings };
  const format = useFormat();
  const [faults, words] = [useTexts(faultTexts), useWords()];
  return ({ code, params, message }: ScenarioWarning, node?: GraphNode): string => {
    const { platform, ...others } = params;
    const choices = params.choices?.map((one) => lookup(words.messageTypes, one) ?? one);
    const shown = code === "invalid_content" && choices ? { ...params, choices } : params;
    const wording = sayFault(faults, params.fault, shown) ?? message;
    if (code === "missing_setting" || code === "invalid_setting" || code === "invalid_trigger")
      return wording;
    return t[code]({
      ...others,
      fault: params.fault,
      ...(params.until && { until: format.dateTime(params.until) }),
      wording,
      ...(platform && { platform: words.g.platforms[platform] }),
      ...(params.handle !== undefined && { handle: handleName(words, node, params.handle) }),
      ...(params.field !== undefined && { field: fieldName(words, params.field) }),
    });
  };
}
