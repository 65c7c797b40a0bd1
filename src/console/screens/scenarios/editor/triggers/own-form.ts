import type { Settings } from "../graph";

/** The props of a form that a type of trigger has of its own. */
export type OwnProps = {
  value: Settings;
  /** The settings that this form need not show. */
  hidden: readonly string[];
  onChange: (data: Settings) => void;
};
