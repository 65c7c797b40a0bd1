import { sha256 } from "../../lib/crypto";
import type { Analyst, Transcript } from "./analyst";

/** What a message costs beside its text: its id, who says it, and when. */
const TOKENS_PER_MESSAGE = 30;
const encoder = new TextEncoder();

/** About how many tokens a text has, rather too many: three bytes each, which of most scripts is less than a token. */
export const tokensIn = (text: string) => Math.ceil(encoder.encode(text).length / 3);

/** The newest messages that an analyst has room for, oldest first. A text that has none for itself alone is cut. */
export function withinBudget(transcript: Transcript, maxTokens: number): Transcript {
  const read: Transcript = [];
  let left = maxTokens;
  for (const said of transcript.toReversed()) {
    const tokens = tokensIn(said.text) + TOKENS_PER_MESSAGE;
    if (tokens > left && read.length > 0) break;
    read.push(
      tokens > left
        ? { ...said, text: said.text.slice(0, Math.max(left - TOKENS_PER_MESSAGE, 1)) }
        : said,
    );
    left -= tokens;
  }
  return read.reverse();
}

/** Names what is analysed, and by what: the same is not analysed twice. */
export const stateOf = ({ model, promptVersion }: Analyst, transcript: Transcript) =>
  sha256(JSON.stringify([model, promptVersion, transcript.map(({ id, text }) => [id, text])]));
