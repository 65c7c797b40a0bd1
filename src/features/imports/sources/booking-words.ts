import type { BookingFactName } from "#domain/bookings";
import { foldText } from "#lib/text";

/**
 * The words by which schedulers say what has become of a booking, as their events and states are
 * called: `BOOKING_CANCELLED`, `appointment.rescheduled`, `No show`. The first that fits counts. A
 * new time comes as `booked`: what gave way to it is named by `booking.replaces`, or has its id.
 */
const WORDS: [BookingFactName, RegExp][] = [
  ["attended", /\bun ?mark.*no ?show|no ?show.*\b(undone|deleted|removed)/],
  // That the host has stayed away is nothing of the lead's.
  ["no_show", /^(?!.*\bhosts?\b).*(no ?show|did not (show|attend)|missed|absent)/],
  ["cancelled", /cancel|annul|declin|reject|refus|deleted|removed|storn|absag|expired/],
  ["outcome", /\b(completed?|attended|held|showed|ended|finished|done|fulfilled|honou?red)\b/],
  [
    "booked",
    /\b((re ?)?schedul|reassign|moved|booked|creat|confirm|accept|updat|new|paid|active|reserv)/,
  ],
];

/** No word of a scheduler is longer, nor a sentence with an e-mail address in it. */
const MAX_CHARACTERS = 350;

/** The fact that a word tells of; undefined if it tells of none. */
export function factOfWord(word: string): BookingFactName | undefined {
  if (word.length > MAX_CHARACTERS) return undefined;
  const words = word.replace(/\S*@\S*/g, " ").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  const plain = foldText(words).replace(/[^a-z]+/g, " ");
  return WORDS.find(([, known]) => known.test(plain))?.[0];
}
