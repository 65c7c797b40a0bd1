import type { FieldErrorCode, WarningParams } from "#client";

/** The parameters of a warning, with platforms, handles and fields as people know them. */
export type NamedParams = Omit<WarningParams, "fault" | "platform"> & {
  platform?: string;
  fault: FieldErrorCode | undefined;
  /** The fault of the field, in words. */
  wording: string;
};
