import type { FieldErrors } from "./problem";
import { cut } from "./text";
import { fieldMessage } from "./validation-messages";

/**
 * A body can hold 250,000 invalid items, whose errors would be twenty times as long as the body,
 * and more where they list the values to choose from, or stand below a long key.
 */
const MAX_ERRORS = 1000;
const MAX_CHARACTERS = 100_000;
/** A longer key is cut in the names of fields. */
const MAX_KEY = 255;

/** A key as it stands in the name of a field. */
export const inPath = (key: PropertyKey) => cut(String(key), MAX_KEY);

/** The errors of a request by field: at least one, and as many as are worth reading. */
export class BoundedErrors {
  readonly found: FieldErrors = {};
  #errors = 0;
  #characters = 0;

  get isFull() {
    return this.#errors >= MAX_ERRORS || this.#characters >= MAX_CHARACTERS;
  }

  /** `text`: a message with `:f` for the field. */
  add(field: string, text: string) {
    if (this.isFull) return;
    const message = fieldMessage(field, text);
    this.#errors++;
    this.#characters += field.length + message.length;
    this.found[field] ??= [];
    if (!this.found[field].includes(message)) this.found[field].push(message);
  }
}
