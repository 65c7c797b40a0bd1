import { MINUTE_MS } from "#lib/time";
import { isAnswered } from "./outage";
import type { AttemptResult } from "./work";

/** The time for which an answer proves that the channel may send. */
const PROVEN_MS = MINUTE_MS;

/** The time that others wait for the answer to the message that is sent alone. */
const ALONE_MS = 2_000;

/**
 * A sender's proof that its channel may send. Without one, as after a quiet minute, it sends one
 * message and waits for the answer: so an account that has to pay refuses one message, and not as
 * many as there are connections.
 */
export class Proof {
  #at = 0;

  /** `isHalting`: what has become of the message concerns the next ones too. */
  note(result: AttemptResult, isHalting: boolean, now: number) {
    if (isHalting) this.#at = 0;
    else if (isAnswered(result) && result.kind !== "unknown") this.#at = now;
  }

  /** Until when one message is sent alone, if it began at `since`; null where none is. */
  aloneUntil(since: number, now: number): number | null {
    const until = since + ALONE_MS;
    return now - this.#at > PROVEN_MS && until > now ? until : null;
  }
}
