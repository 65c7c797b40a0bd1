import type { Transcript, Utterance } from "../analyst";
import { type Phrasebook, phrasebookOf } from "./notation";
import { en } from "./phrases/en";
import { es } from "./phrases/es";
import { fr } from "./phrases/fr";
import { pt } from "./phrases/pt";
import { type Sentence, sentencesOf, wordsOf } from "./text";

/** A message is read in each of these: one that is in another language says nothing in it. */
export const languages = [en, fr, es, pt].map(phrasebookOf);

/** A message of the lead's that is read, and the message before it. */
export type Message = { message: Utterance; before?: Utterance; sentences: Sentence[] };
/** A clause that the lead states, and its place in its sentence. */
export type Statement = { sentence: Sentence; words: string; place: number };

/** Text that was copied, forwarded or written for a program: markup, fields, quotes, blobs. */
const FOREIGN = [
  /[{}]|<\/?[a-z|]|\[\/?[a-z]|```|[a-z]_[a-z]|(?<!\S)[\w+=]{60}/i,
  /^[ \t]*(?:>|(?:system|assistant|user|lead|team|fwd?|tr|rv|enc) ?:)/im,
  /^\[?\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},? \d/m,
  /^\W{0,9}(?:forwarded|transf[eé]r|reenviado|encaminhad)/im,
];
/** The speaker in a copied conversation: `Paul: I'm 34`. */
const NAME = /^\p{Lu}\S*(?: \p{Lu}\S*){0,2} ?:/u;
/** A tag of so many words makes a question of all before it: `It's too expensive, no?` */
const MAX_TAG_WORDS = 2;

function isRead({ author, text }: Utterance) {
  if (author === "team" || FOREIGN.some((pattern) => pattern.test(text))) return false;
  const words = wordsOf(text);
  return !languages.some((book) => book.has("unread", words));
}

export const messagesIn = (transcript: Transcript): Message[] =>
  transcript.flatMap((one, index) =>
    isRead(one) ? { message: one, before: transcript[index - 1], sentences: sentencesOf(one) } : [],
  );

/** The clauses of a text: they end with marks and at words like `and`. */
export const clausesOf = (text: string, book: Phrasebook) =>
  text
    .split(/[,:](?!\d)|[;()–—¡|\n]|\s-\s/)
    .flatMap((part) => book.split(part.toLowerCase()))
    .flatMap((clause) => book.withoutFillers(wordsOf(clause)) || []);

/** The clauses of a sentence that state something: none that asks, supposes or reports. */
function statedIn({ read, isQuestion }: Sentence, book: Phrasebook): string[] {
  const clauses = clausesOf(read.replace(/¿.*/s, ""), book);
  const isTag = isQuestion && (clauses.at(-1) ?? "").split(" ").length <= MAX_TAG_WORDS;
  if (isTag || book.has("reports", book.withoutFillers(wordsOf(read)))) return [];
  const doubt = clauses.findIndex((clause) => book.has("doubts", clause));
  const stated = isQuestion && !read.includes("¿") ? clauses.slice(0, -1) : clauses;
  return doubt < 0 ? stated : stated.slice(0, doubt);
}

/** True if somebody else speaks from here on: `Paul: …`, `My brother said: …` */
function isOfAnother({ read }: Sentence, book: Phrasebook) {
  const before = wordsOf(/^(.*?):(?!\d)/.exec(read)?.[1] ?? "");
  return NAME.test(read) || book.has("reports", before) || book.has("others", before);
}

/** The statements of the lead in a message, in one of the languages. */
export function statementsOf({ sentences }: Message, book: Phrasebook): Statement[] {
  const end = sentences.findIndex((sentence) => isOfAnother(sentence, book));
  return sentences
    .slice(0, end < 0 ? undefined : end)
    .flatMap((sentence) =>
      statedIn(sentence, book).map((words, place) => ({ sentence, words, place })),
    );
}
