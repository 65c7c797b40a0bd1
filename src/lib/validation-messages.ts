/** The texts of field errors (contract §1). `:f` stands for the name of the field. */
export const validationMessages = {
  required: "The :f field is required.",
  string: "The :f field must be a string.",
  integer: "The :f field must be an integer.",
  array: "The :f field must be an array.",
  object: "The :f field must be an object.",
  boolean: "The :f field must be true or false.",
  url: "The :f field must be a valid URL.",
  date: "The :f field must be a valid date.",
  format: "The :f field format is invalid.",
  selected: "The selected :f is invalid.",
  taken: "The :f has already been taken.",
  otherLead: "The :f field must be another lead.",
  inUse: "The :f field must not change while there are active runs.",
  notOfType: (type: string) => `The :f field can't be used with the type ${type}.`,
  notBeside: (other: string) => `The :f field can't be used with ${other.replaceAll("_", " ")}.`,
  duplicate: "The :f field has a duplicate value.",
  empty: "The :f field must have at least one member.",
  selectedOf: (values: readonly unknown[]) =>
    `The selected :f is invalid. Choose one of: ${values.join(", ")}.`,
  unknownMembers: (names: string[]) => `The :f field has unknown members: ${names.join(", ")}.`,
  unknownParameter: (near: string | undefined, known: readonly string[]) => {
    if (near) return `The :f parameter is unknown. Did you mean ${near}?`;
    return known.length > 0
      ? `The :f parameter is unknown. Choose one of: ${known.join(", ")}.`
      : "The :f parameter is unknown: this operation takes none.";
  },
  notBefore: (field: string) =>
    `The :f field must be a date after or equal to ${field.replaceAll("_", " ")}.`,
  future: "The :f field must be a date in the future.",
  onlyWith: (field: string, value: string) =>
    `The :f field can only be used with the ${field} ${value}.`,
  within: (first: string, last: string) => `The :f field must be a date from ${first} to ${last}.`,
  atMostIntervals: (n: number, unit: string) =>
    `The :f field makes a series of more than ${n} ${unit}s.`,
  atLeast: (n: number | bigint) => `The :f field must be at least ${n}.`,
  atMost: (n: number | bigint) => `The :f field must not be greater than ${n}.`,
  atMostCharacters: (n: number) => `The :f field must not be greater than ${n} characters.`,
  atMostBytes: (n: number) => `The :f field must not be greater than ${n} bytes.`,
  atLeastCharacters: (n: number) => `The :f field must be at least ${n} characters.`,
  atMostItems: (n: number | bigint) => `The :f field must not have more than ${n} items.`,
  atLeastItems: (n: number | bigint) => `The :f field must have at least ${n} items.`,
} as const;

/** Fills in the name of a field: "tag ids" for `tag_ids`, but the key itself for `nodes.0.id`. */
export const fieldMessage = (field: string, template: string) =>
  template.replaceAll(":f", () => (field.includes(".") ? field : field.replaceAll("_", " ")));

/** Errors for fields that share one message. */
export const fieldErrors = (fields: string[], template: string) =>
  Object.fromEntries(fields.map((field) => [field, [fieldMessage(field, template)]]));
