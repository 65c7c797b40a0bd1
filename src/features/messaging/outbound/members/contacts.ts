import * as z from "zod";
import { requiredText } from "#lib/fields";
import { utf8Bytes } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import type { Faults } from "../faults";
import { defineMember } from "./member";

const MAX_CARDS = 10;
const MAX_BYTES = 16_384;

const filled = (what: string) =>
  requiredText(1024).describe(`${what} Can hold \`{{placeholders}}\`.`);

const Card = z
  .object({
    name: filled("As the recipient sees it."),
    phones: z.array(filled("With its country, such as `+33639980142`.")).max(10).nullish(),
    emails: z.array(filled("An e-mail address.")).max(10).nullish(),
  })
  .meta({ id: "MessageContact" });

type Contact = { name: string; phones: string[]; emails: string[] };

/** A number as people write it, and an address that a program for mail would take. */
const FORMS = {
  phones: /^\+?[\d\s()./-]{3,40}$/,
  emails: /^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/,
};

function formFaults(card: Contact, at: string): Faults {
  const faults: Faults = {};
  for (const name of ["phones", "emails"] as const)
    for (const [index, one] of card[name].entries())
      if (!FORMS[name].test(one)) faults[`${at}.${name}.${index}`] = validationMessages.format;
  return faults;
}

export const contacts = defineMember({
  input: z
    .array(Card)
    .min(1)
    .max(MAX_CARDS)
    .nullish()
    .describe(
      "For the type `contacts`, on WhatsApp: the cards of people, together at most 16 kB as JSON.",
    ),
  read: (cards): Contact[] =>
    cards.map(({ name, phones, emails }) => ({
      name,
      phones: phones ?? [],
      emails: emails ?? [],
    })),
  rewrite: (cards, change): Contact[] =>
    cards.map(({ name, phones, emails }, card) => {
      const at = (text: string, field: string) =>
        change(text, { field: `contacts.${card}.${field}`, kind: "value" });
      return {
        name: at(name, "name"),
        phones: phones.map((phone, index) => at(phone, `phones.${index}`)),
        emails: emails.map((email, index) => at(email, `emails.${index}`)),
      };
    }),
  faults: (cards) =>
    utf8Bytes(JSON.stringify(cards)) > MAX_BYTES
      ? { contacts: validationMessages.atMostBytes(MAX_BYTES) }
      : Object.assign({}, ...cards.map((card, index) => formFaults(card, `contacts.${index}`))),
});
