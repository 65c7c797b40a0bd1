import { InvalidArgumentError } from "commander";
import { CliError, exitCodes } from "./errors";

/** The number in an argument, from `least` on. */
const number = (least: number) => (value: string) => {
  const parsed = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(parsed) && parsed >= least) return parsed;
  throw new InvalidArgumentError(`It must be a whole number, at least ${least}.`);
};

export const id = number(1);

/** An event's id, or 0 for those from the first one on. */
export const eventId = number(0);

/** An address without credentials: these would be in lists of processes, and in errors. */
export function address(value: string): string {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return value;
  // Commander's own error would show the value.
  throw new CliError(
    "The address must begin with http:// or https://, and hold no password.",
    exitCodes.usage,
  );
}

/** Gathers the values of an option that is given more than once. */
export const addTo = <T extends string>(value: string, before: T[]): T[] => [
  ...before,
  // The service says which there are.
  value as T,
];
