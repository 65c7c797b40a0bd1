/**
 * The faults of fields and their texts (contract §1). `:f` stands for the name of the field,
 * `{least}` for a parameter, `{least item}` for so many items. Where several texts could be read
 * from a message (read-fault.ts), the first is meant.
 */
export const faultTexts = {
  required: "The :f field is required.",
  string: "The :f field must be a string.",
  integer: "The :f field must be an integer.",
  number: "The :f field must be a number.",
  array: "The :f field must be an array.",
  object: "The :f field must be an object.",
  boolean: "The :f field must be true or false.",
  url: "The :f field must be a valid URL.",
  no_credentials: "The :f field must be a URL without credentials.",
  public_url: "The :f field must be the https URL of a public host, on port 443 or 8443.",
  own_host: "The :f field must not be a URL of this service.",
  date: "The :f field must be a valid date.",
  day_or_time:
    "The :f field must be a day such as 2026-11-29, or a date-time with Z or an offset such as " +
    "2026-11-29T10:15:00Z.",
  format: "The :f field format is invalid.",
  selected: "The selected :f is invalid.",
  selected_of: "The selected :f is invalid. Choose one of: {choices}.",
  taken: "The :f has already been taken.",
  other_lead: "The :f field must be another lead.",
  in_use: "The :f field must not change while there are active runs.",
  no_placeholders: "The :f field can't hold placeholders.",
  not_of_type: "The :f field can't be used with the type {type}.",
  not_beside: "The :f field can't be used with {other}.",
  duplicate: "The :f field has a duplicate value.",
  empty: "The :f field must have at least one member.",
  one_of: "One of {names} is required.",
  unknown_members: "The :f field has unknown members: {names}.",
  misspelt_parameter: "The :f parameter is unknown. Did you mean {near}?",
  unknown_parameter: "The :f parameter is unknown. Choose one of: {choices}.",
  no_parameters: "The :f parameter is unknown: this operation takes none.",
  not_before: "The :f field must be a date after or equal to {other}.",
  later: "The :f field must be a time after {from}.",
  future: "The :f field must be a date in the future.",
  only_with: "The :f field can only be used with the {other} {value}.",
  within: "The :f field must be a date from {from} to {to}.",
  at_most_intervals: "The :f field makes a series of more than {most} {unit}s.",
  at_least: "The :f field must be at least {least}.",
  at_most: "The :f field must not be greater than {most}.",
  at_most_characters: "The :f field must not be greater than {most character}.",
  at_most_lines: "The :f field must not have more than {most line}.",
  at_most_bytes: "The :f field must not be greater than {most byte}.",
  at_least_characters: "The :f field must be at least {least character}.",
  at_most_items: "The :f field must not have more than {most item}.",
  at_least_items: "The :f field must have at least {least item}.",
  at_most_patterns: "With the :f field, the graph's patterns exceed {most} steps or characters.",
  consent_undecided:
    "These columns may say who has unsubscribed: {names}. Map them to is_optout, is_subscribed " +
    "or a variable, or start with ignore_consent_columns.",
  app_scoped_id: "The :f field holds the account's id for your app. Its user_id is {value}.",
  other_account: "The :f field is not the account of the token, whose user_id is {value}.",
  token_refused: "The :f field is refused by {from}: {other}",
  cut_number: "The spreadsheet has cut the number. Format the column as text, and export it again.",
  row_too_long: "The row is longer than 1 MiB.",
  row_open_quote: "The row opens a quote that is never closed.",
  row_unreadable: "The row holds characters that the file's encoding can't have, or NUL.",
  row_too_many_cells: "The row has more cells than the file has columns.",
  row_not_json: "The row is not a JSON object.",
  item_too_large: "The item has more than {most byte}.",
  item_too_deep: "The item has more than {most level}.",
  item_unsafe_key: "A key of the item has a backslash, or is `__proto__`.",
  item_erased: "The item was about somebody who has been erased.",
  item_failed: "The item could not be worked.",
  turnstile_late: "Turnstile could not be asked in time. A replay does without it.",
  quota_reached: "The workspace has reached its quota of {most} {unit} ({value}).",
  other: "The :f field is invalid.",
} as const;

export type FaultCode = keyof typeof faultTexts;
type Params = Record<string, unknown>;

/** `1 item`, `2 items`. */
export const counted = (count: unknown, noun: string) =>
  `${count} ${noun}${String(count) === "1" ? "" : "s"}`;

/** The text of a fault, in which `:f` stands for the name of the field. */
export const faultText = (code: FaultCode, params: Params = {}) =>
  faultTexts[code].replace(/\{(\w+)(?: (\w+))?\}/g, (_, name: string, noun?: string) => {
    const value = [params[name] ?? ""].flat().join(", ");
    return noun ? counted(value, noun) : value;
  });

/** The texts of field errors. `:f` stands for the name of the field. */
export const validationMessages = {
  required: faultTexts.required,
  string: faultTexts.string,
  integer: faultTexts.integer,
  number: faultTexts.number,
  array: faultTexts.array,
  object: faultTexts.object,
  boolean: faultTexts.boolean,
  url: faultTexts.url,
  noCredentials: faultTexts.no_credentials,
  publicUrl: faultTexts.public_url,
  ownHost: faultTexts.own_host,
  date: faultTexts.date,
  dayOrTime: faultTexts.day_or_time,
  format: faultTexts.format,
  selected: faultTexts.selected,
  taken: faultTexts.taken,
  otherLead: faultTexts.other_lead,
  inUse: faultTexts.in_use,
  noPlaceholders: faultTexts.no_placeholders,
  appScopedId: (value: string) => faultText("app_scoped_id", { value }),
  otherAccount: (value: string) => faultText("other_account", { value }),
  tokenRefused: (from: string, other: string) => faultText("token_refused", { from, other }),
  notOfType: (type: string) => faultText("not_of_type", { type }),
  notBeside: (other: string) => faultText("not_beside", { other: other.replaceAll("_", " ") }),
  duplicate: faultTexts.duplicate,
  empty: faultTexts.empty,
  consentUndecided: (names: readonly string[]) => faultText("consent_undecided", { names }),
  oneOf: (names: readonly string[]) => faultText("one_of", { names }),
  selectedOf: (values: readonly unknown[]) => faultText("selected_of", { choices: values }),
  unknownMembers: (names: string[]) => faultText("unknown_members", { names }),
  unknownParameter: (near: string | undefined, known: readonly string[]) => {
    if (near) return faultText("misspelt_parameter", { near });
    return known.length > 0
      ? faultText("unknown_parameter", { choices: known })
      : faultTexts.no_parameters;
  },
  notBefore: (field: string) => faultText("not_before", { other: field.replaceAll("_", " ") }),
  later: (from: string) => faultText("later", { from }),
  future: faultTexts.future,
  onlyWith: (other: string, value: string) => faultText("only_with", { other, value }),
  within: (from: string, to: string) => faultText("within", { from, to }),
  atMostIntervals: (most: number, unit: string) => faultText("at_most_intervals", { most, unit }),
  atLeast: (least: number | bigint) => faultText("at_least", { least }),
  atMost: (most: number | bigint) => faultText("at_most", { most }),
  atMostCharacters: (most: number) => faultText("at_most_characters", { most }),
  atMostLines: (most: number) => faultText("at_most_lines", { most }),
  atMostBytes: (most: number) => faultText("at_most_bytes", { most }),
  atLeastCharacters: (least: number) => faultText("at_least_characters", { least }),
  atMostItems: (most: number | bigint) => faultText("at_most_items", { most }),
  atLeastItems: (least: number | bigint) => faultText("at_least_items", { least }),
  atMostPatterns: (most: number) => faultText("at_most_patterns", { most }),
} as const;

/** Fills in the name of a field: "tag ids" for `tag_ids`, but the key itself for `nodes.0.id`. */
export const fieldMessage = (field: string, template: string) =>
  template.replaceAll(":f", () => (field.includes(".") ? field : field.replaceAll("_", " ")));

/** Errors for fields that share one message. */
export const fieldErrors = (fields: string[], template: string) =>
  Object.fromEntries(fields.map((field) => [field, [fieldMessage(field, template)]]));
