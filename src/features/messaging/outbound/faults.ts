/** The place of a text in a message. The parameter of a URL button is a parameter too. */
export type Place = { field: string; isParameter: boolean; isUrlButton: boolean };

/** Error messages by field, without the field's name in them. */
export type Faults = Record<string, string>;
