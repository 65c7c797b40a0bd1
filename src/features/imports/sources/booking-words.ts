import type { BookingFactName } from "#domain/bookings";
import { foldText } from "#lib/text";

/**
 * The words by which schedulers say what has become of a booking, as their events and states are
 * called: `BOOKING_CANCELLED`, `appointment.rescheduled`, `No show`. The first that fits counts. A
 * new time comes as `booked`: what gave way to it is named by `booking.replaces`, or has its id.
 */
const WORDS: [BookingFactName, RegExp][] = [
  ["no_show", /no show|noshow|did not (show|attend)|missed|absent/],
  ["cancelled", /cancel|annul|declin|reject|refus|deleted|removed|storn|absag|expired/],
  ["outcome", /\b(completed?|attended|held|showed|ended|finished|done|fulfilled|honou?red)\b/],
  [
    "booked",
    /\b(re ?schedul|schedul|moved|booked|created?|confirm|accept|updated?|new|paid|active|reserv)/,
  ],
];

/** No word of a scheduler is longer. */
const MAX_CHARACTERS = 100;

/** The fact that a word tells of; undefined if it tells of none. */
export function factOfWord(word: string): BookingFactName | undefined {
  if (word.length > MAX_CHARACTERS) return undefined;
  const plain = foldText(word.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")).replace(/[^a-z]+/g, " ");
  return WORDS.find(([, words]) => words.test(plain))?.[0];
}
