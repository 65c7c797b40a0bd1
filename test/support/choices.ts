/** The messages on a field that is none of the values of its closed list. */
export const notOneOf = (field: string, values: readonly string[]) => [
  `The selected ${field} is invalid. Choose one of: ${values.join(", ")}.`,
];

/** The message on a bound of a range of time that is neither a day nor a time. */
export const noDay = (field: string) =>
  `The ${field} field must be a day such as 2026-11-29, or a date-time with Z or an offset such ` +
  "as 2026-11-29T10:15:00Z.";
