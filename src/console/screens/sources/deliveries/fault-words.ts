import { faultTexts } from "#console/screens/imports/row-faults";
import { useTexts } from "#console/texts/catalogue";

/** The faults that are told in the reader's language, by the API's words for them. */
const KNOWN = [
  [/ field is required\.$/, "required"],
  [/ must be a string\.$/, "string"],
  [/ must be an integer\.$/, "integer"],
  [/ must be a number\.$/, "number"],
  [/ must be true or false\.$/, "boolean"],
  [/ must be an object\.$/, "object"],
  [/ must be a valid URL\.$/, "url"],
  [/ must be a valid date\.$/, "date"],
  [/ format is invalid\.$/, "format"],
  [/^The selected .* is invalid\.$/, "selected"],
  [/ has already been taken\.$/, "taken"],
] as const;

/** The fault of a field in the reader's words; in the API's own where there are none. */
export function useFaultWords() {
  const t = useTexts(faultTexts);
  return (message: string): string => {
    const [, code] = KNOWN.find(([pattern]) => pattern.test(message)) ?? [];
    return code ? t[code] : message;
  };
}
