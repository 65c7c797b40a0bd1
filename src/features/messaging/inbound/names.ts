import { cut } from "#lib/text";

const MAX_NAME_CHARACTERS = 255;

/** Splits the name of a profile into its first word and the rest. */
export function nameParts(profileName: string): {
  first_name: string | null;
  last_name: string | null;
} {
  const [, first = "", last = ""] = /^(\S*)\s*(.*)$/s.exec(profileName.trim()) ?? [];
  return {
    first_name: cut(first, MAX_NAME_CHARACTERS) || null,
    last_name: cut(last, MAX_NAME_CHARACTERS) || null,
  };
}
