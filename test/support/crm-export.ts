import { generator } from "./pseudo-random";

/** The forms in which people and their tools write one French number. */
export const PHONE_STYLES: ((national: string) => string)[] = [
  (n) => `+33${n}`,
  (n) => `0${n}`,
  (n) => `0033${n}`,
  (n) => `33${n}`,
  (n) => `0${pairs(n, " ")}`,
  (n) => `0${pairs(n, ".")}`,
  (n) => `0${pairs(n, "-")}`,
  (n) => `+33 (0)${pairs(n, " ")}`,
  (n) => `+33 ${pairs(n, "\u00a0")}`,
  (n) => `(+33) ${n}`,
  (n) => n,
];
const pairs = (n: string, mark: string) =>
  n.replace(/(\d)(\d\d)(\d\d)(\d\d)(\d\d)/, `$1${mark}$2${mark}$3${mark}$4${mark}$5`);

/** Marks that stand where there is no number, or no address. */
const NO_PHONE = ["", "n/a", "none", "-", "N/A", "unknown", "0", "#REF!"];
const NO_EMAIL = ["", "n/a", "none", "-", "no email", "@"];
const CUT = "3.3600E+10";

const NAMES = ["Élodie", "Zoë", "Jean-Luc", "O'Brien", "Søren", "Łucja", "王伟", "=Anna", "Noa"];
const TAGS = ["VIP", "Webinar May", "Été 2026", "prospect"];
const NOTES = ["", "", "Called; no answer", 'Said "maybe"\r\nCall again in May', "a,b;c|d"];
const YES = ["yes", "oui", "TRUE", "1", "x"];
const NO = ["no", "non", "FALSE", "0", ""];

const COLUMNS = "Contact ID;First Name;Phone;Email;Unsubscribed;Tags;Notes;City".split(";");

/** A person of the export: without an id, phone or address they aren't found again. */
export type Person = {
  ext_id: string;
  first_name: string;
  phone: string | null;
  email: string | null;
  is_optout: boolean;
  tags: string[];
};

export type CrmExport = {
  file: Uint8Array;
  /** Everybody who is to be a lead, as the last of their rows says. */
  people: Person[];
  /** The rows that are to be rejected, numbered as a spreadsheet does. */
  rejected: { row: number; field: string }[];
};

/**
 * The export of a French CRM, through Excel: semicolons, a byte order mark, CRLF, quoted newlines,
 * blank rows, and one row in fifteen somebody's second, which writes the phone in another way and
 * the address in capitals. The same for the same seed. Of `rows` rows, blank ones don't count.
 */
export function crmExport({ rows, seed }: { rows: number; seed: number }): CrmExport {
  const random = generator(seed);
  const people: Person[] = [];
  const lasts = new Map<Person, Person>();
  const rejected: CrmExport["rejected"] = [];
  const lines = [line(COLUMNS)];
  for (let n = 0; n < rows; n++) {
    if (random.number() < 1 / 200) lines.push(";".repeat(COLUMNS.length - 1));
    const known = n % 15 === 14 ? random.pick(people) : undefined;
    const person = known ?? newPerson(n, random);
    const isCut = !known && random.number() < 1 / 100;
    if (!known && !isCut) people.push(person);
    const cells = cellsOf(person, isCut, known !== undefined, random);
    lines.push(line(cells));
    lasts.set(person, withWords(person, cells, lasts.get(person)));
    if (isCut) rejected.push({ row: lines.length, field: "phone" });
  }
  const file = new TextEncoder().encode(`\ufeff${lines.join("\r\n")}\r\n`);
  return { file, people: people.map((person) => lasts.get(person) ?? person), rejected };
}

/** A person with the words that stand where there is no number or address: they are kept. */
function withWords(person: Person, [, , phone, email]: string[], before: Person | undefined) {
  const word = (cell = "") => (/[\p{L}\d]/u.test(cell) ? cell : undefined);
  return {
    ...person,
    phone: person.phone ?? word(phone) ?? before?.phone ?? null,
    email: person.email ?? word(email) ?? before?.email ?? null,
  };
}

type Random = ReturnType<typeof generator>;

function newPerson(n: number, random: Random): Person {
  return {
    ext_id: `crm-${n}`,
    first_name: `${random.pick(NAMES)} ${n}`,
    phone: random.number() < 1 / 3 ? null : `+33${639_000_000 + n}`,
    email: random.number() < 1 / 4 ? null : `person${n}@example.com`,
    is_optout: random.number() < 1 / 25,
    tags: TAGS.filter(() => random.number() < 1 / 4),
  };
}

function cellsOf(person: Person, isCut: boolean, isAgain: boolean, random: Random) {
  const { ext_id, first_name, phone, email, is_optout, tags } = person;
  const written = phone ? random.pick(PHONE_STYLES)(phone.slice(3)) : random.pick(NO_PHONE);
  // A second row may lack the id if the phone or the address tells whose it is.
  const isNameless = isAgain && (phone !== null || email !== null) && random.number() < 1 / 2;
  return [
    isNameless ? "" : ext_id,
    first_name,
    isCut ? CUT : written,
    email === null ? random.pick(NO_EMAIL) : isAgain ? email.toUpperCase() : email,
    // People who have unsubscribed stay so, whatever a later row says.
    random.pick(is_optout && !(isAgain && random.number() < 1 / 2) ? YES : NO),
    tags.join(random.pick([", ", ";", " | "])),
    random.pick(NOTES),
    random.pick(["Lyon", "Saint-Étienne", ""]),
  ];
}

const line = (cells: string[]) =>
  cells.map((cell) => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(";");
