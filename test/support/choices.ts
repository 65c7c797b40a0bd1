/** The messages on a field that is none of the values of its closed list. */
export const notOneOf = (field: string, values: readonly string[]) => [
  `The selected ${field} is invalid. Choose one of: ${values.join(", ")}.`,
];
