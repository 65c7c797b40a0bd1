import type { Schema } from "virtual:node-types";

/** What edits a setting: `undefined` leaves it out. `path` is the one that warnings name. */
export type ControlProps<Value = unknown> = {
  name: string;
  path: string;
  schema: Schema;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
};
