import type { MessageWarning } from "#client";
import { part, useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { all } from "../catalogue";

const messageWarningTexts = part(all, "messageWarnings");

/** Says warnings about messages before they are sent, in the reader's language. */
export function useMessageWarningWords() {
  const words = useTexts(messageWarningTexts);
  const format = useFormat();
  return ({ code, params: { until, ...params } }: MessageWarning) =>
    words[code]({ ...params, ...(until && { until: format.dateTime(until) }) });
}
