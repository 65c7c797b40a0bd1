import { type Platform, platformTraits } from "#domain/platforms";
import { codePoints } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import type { Faults } from "../faults";
import { type ListInput, List as Schema } from "./list-input";
import { type Change, defineMember } from "./member";

type List = {
  button: string;
  sections: {
    title: string | null;
    rows: { id: string; title: string; description: string | null }[];
  }[];
};

/** Rows without an id get their place in the whole list. */
function listOf({ button, sections }: ListInput): List {
  const places = sections.flatMap(({ rows }) => rows).keys();
  return {
    button,
    sections: sections.map(({ title, rows }) => ({
      title: title ?? null,
      rows: rows.map((row) => {
        const place = String(places.next().value);
        return { id: row.id ?? place, title: row.title, description: row.description ?? null };
      }),
    })),
  };
}

/** Changes every text of a list. */
function rewriteList({ button, sections }: List, change: Change): List {
  const at = (text: string, field: string) =>
    change(text, { field: `list.${field}`, kind: "text" });
  const maybe = (text: string | null, field: string) => (text === null ? null : at(text, field));
  return {
    button: at(button, "button"),
    sections: sections.map(({ title, rows }, section) => ({
      title: maybe(title, `sections.${section}.title`),
      rows: rows.map((row, index) => ({
        id: row.id,
        title: at(row.title, `sections.${section}.rows.${index}.title`),
        description: maybe(row.description, `sections.${section}.rows.${index}.description`),
      })),
    })),
  };
}

/** The faults for which the platform would refuse a list. */
function listFaults({ button, sections }: List, platform: Platform): Faults {
  const faults: Faults = {};
  const limits = platformTraits[platform].list;
  const limit = (field: string, text: string | null, most: number | null) => {
    if (text !== null && most !== null && codePoints(text) > most)
      faults[`list.${field}`] = validationMessages.atMostCharacters(most);
  };
  limit("button", button, limits.button);
  const ids = new Set<string>();
  let left: number = limits.rows;
  for (const [section, { title, rows }] of sections.entries()) {
    const field = `sections.${section}`;
    if (rows.length > left) faults[`list.${field}.rows`] = validationMessages.atMostItems(left);
    left = Math.max(0, left - rows.length);
    limit(`${field}.title`, title, limits.section);
    if (limits.section !== null && title === null && sections.length > 1)
      faults[`list.${field}.title`] = validationMessages.required;
    for (const [index, row] of rows.entries()) {
      const own = `${field}.rows.${index}`;
      limit(`${own}.title`, row.title, limits.title);
      limit(`${own}.description`, row.description, limits.description);
      if (ids.has(row.id)) faults[`list.${own}.id`] = validationMessages.duplicate;
      ids.add(row.id);
    }
  }
  return faults;
}

export const list = defineMember({
  input: Schema.nullish().describe("For the type `list`."),
  read: listOf,
  rewrite: rewriteList,
  faults: listFaults,
  mayBeEmpty: (field) => /^list\..*\.description$/.test(field),
});
