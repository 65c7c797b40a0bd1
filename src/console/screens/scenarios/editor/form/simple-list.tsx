import type { Schema } from "virtual:node-types";
import type { ControlProps } from "./control";
import { LinesControl } from "./lines-control";
import { Choices } from "./pickers";
import { resolve, typeOf } from "./schema";
import { WeekdaysControl } from "./weekdays-control";

const WEEKDAYS = "weekdays";

const itemsOf = (schema: Schema) => (typeOf(schema) === "array" ? resolve(schema.items ?? {}) : {});

const isOfChoices = (schema: Schema) => itemsOf(schema).enum !== undefined;

/** True if a setting is a list of texts, of values that the schema lists, or of days. */
export const isSimpleList = (name: string, schema: Schema) =>
  name === WEEKDAYS || isOfChoices(schema) || typeOf(itemsOf(schema)) === "string";

/** A list whose items have no settings of their own. */
export function SimpleList(props: ControlProps) {
  if (props.name === WEEKDAYS) return <WeekdaysControl {...props} />;
  return isOfChoices(props.schema) ? <Choices {...props} /> : <LinesControl {...props} />;
}
