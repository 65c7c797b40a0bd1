import type { Schema } from "virtual:node-types";
import type { Settings } from "../graph";

/** A control of a setting: `undefined` leaves it out. `path` is the one that warnings name. */
export type ControlProps<Value = unknown> = {
  name: string;
  path: string;
  schema: Schema;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  /** The settings that this is one of. */
  owner?: Settings;
};
