import type { Said, Transcript } from "../analyst";
import { hasOthers, KIN, withSubject } from "./others";
import { type Clause, type Sentence, sentencesOf, wordsOf } from "./sentences";

/** What a lead says plainly and for themselves: a clause, and those before it in its sentence. */
export type Statement = { sentence: Sentence; clause: Clause; before: Clause[] };

/** A message of the lead's, and the one before it in the conversation. */
export type Heard = { said: Said; before: Said | undefined; sentences: Sentence[] };

/** Talk to the machine that reads, or in its terms. Nothing of such a message is believed. */
const TO_THE_MACHINE = [
  /\b(?:ignor|disregard|forget|overrid|oubli|olvid|esque[cç])\p{L}*(?: \p{L}+){0,5} (?:instructions?|prompts?|rules?|above|consignes?|regles?|instrucciones|instrucoes|reglas|regras)\b/u,
  /\bsystem (?:prompt|message|instruction)s?\b|\bas an? (?:ai|language model)\b|\byou are (?:now )?an? (?:ai|assistant|language model|bot)\b/,
  /\ben tant qu(?:e |)ia\b|\btu es une ia\b|\bcomo (?:una |uma )?ia\b|\beres una ia\b|\bvoce e uma ia\b|\bjailbreak\b|\bdeveloper mode\b|\bjson\b/,
  /^(?:hey |dear |ola |hola |cher |oi )?(?:assistante?|assistente|asistente|bot|chat ?gpt|gpt|claude|gemini|analyst|ia|ai) (?:please |por favor |stp |svp )?(?:write|record|note[zr]?|save|store|set|mark|answer|say|reply|ecri[st]|ecrivez|enregistre[zr]?|marque[zr]?|repond[sz]?|repondez|escrib[ae]|guard[ae]|anot[ae]|registr[ae]|marca|responde|di|escreva|grav[ae]|respond[ae]|diga)\b/,
  /\b(?:from now on|a partir de (?:maintenant|ahora|agora)) (?:you|tu|vous|voce|debes|ignor|responde|escrib|escrev)|\b(?:profile|record|perfil|ficha|fiche|registro) (?:of|do|da|del|de la|du|de ce) (?:this |the )?(?:lead|prospecto?)\b|\b(?:lead|prospect)s profile\b|\bdo (?:what|as) (?:it|this) says\b/,
  /\b(?:set|put|change|update) my (?:age|profile|status|stage|occupation)\b|\bmark (?:me|this|lead|as)\b|\bmarqu?e[zr]? moi comme\b|\bmarcame como\b|\bmarque me como\b|\bme marque como\b/,
  /\b(?:mets|mettez|pon|ponga|coloque|defina|ponha) (?:mon age|mi edad|minha idade|a minha idade)\b|\b(?:is_lost|lost_reason|occupation_status|engagement_level|maturity_level|pipeline_stage|professional_situation|primary_objective)/u,
];
const MARKUP = /[{}]|<\/?[a-z|]|\[\/?[a-z]|```|^[ \t]{0,9}(?:system|assistant|developer|user) ?:/im;

/** What was forwarded, copied or meant as a joke. */
const FORWARDED =
  /^[ \t]{0,9}>|^\[?\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},? \d{1,2}:\d\d|^(?:fwd?|tr|rv|enc) ?:|^[^\p{L}\n]{0,9}(?:forwarded|transf[eé]r|reenviado|encaminhad)/imu;
const IN_JEST =
  /\b(?:kidding|jk|je (?:plaisante|rigole|deconne)|(?:es|era) (?:una )?broma|brincadeira|brincando)\b/;

/** Somebody's words told again, save where the lead says that they said so themselves. */
const REPORTED = new RegExp(
  ` (?:${[
    "said|says|told|tells|asked|asks|wrote|writes|replied|thinks|thought|claims (?:to|that|he|she|they)|(?:he|she) goes|(?:was|is|were) like|according to",
    "dit|disait|disent|raconte|ecrit|repond|repondu|demande(?! (?:de (?:financement|pret|credit|bourse|subvention|prise en charge)|a ete|est|reste) )|pense que|selon|dapres",
    "dijo|dice|dicen|dijeron|decia|escribio|pregunto|piensa|segun|cuenta que",
    "disse|diz|dizem|disseram|falou|perguntou|escreveu|acha que|segundo [ao]",
  ].join("|")}) `,
);
const OWN_WORDS =
  /\b(?:(?:as|like) i (?:said|told|wrote)|i (?:said|told) you|comme je (?:vous |te )?(?:lai |ai |l ai )?(?:dit|ecrit)|como (?:ya )?(?:te |os |le |les )?(?:dije|he dicho)|como (?:eu )?(?:ja )?(?:disse|falei))\b/g;

/** What is only supposed, or of another time: `if`, `when`, `imagine`. */
const SUPPOSED = new RegExp(
  ` (?:${[
    "if|whether|unless|when|once|until|till|imagine|suppose|supposing|pretend|assuming|wish",
    "si(?= [a-z])|sil(?! (?:vous|te) plait)|quand|lorsque|lorsqu[a-z]+|imagine[zr]?|supposons|admettons|des que|une fois que|jusqua",
    "cuando|imagina|imaginate|supongamos|ojala|hasta que|en cuanto",
    "se(?= (?:eu|tu|voce|fosse|tivesse|for|tiver|nao|o|a|e|for) )|quando|imagina|imagine|suponha|caso|ate que|assim que",
  ].join("|")}) `,
);

/** A question behind a statement that takes it back: `it's too expensive, no?` */
const TAG =
  /^(?:no|non|right|correct|isnt it|is it|arent i|am i not|eh|huh|hein|nest ce pas|verdad|cierto|no es asi|ne|nao|nao e|certo|ok pour vous)$/;

/** Names before a colon are those of who speaks, save words like these. */
const LABELS =
  /^(?:ps|me|moi|yo|eu|age|info|infos|fyi|note|bio|profile?|perfil|about me|hello|hi|bonjour|hola|oi|ola|problem[ea]?|question|situation|objectif|projet|prix|price|goal|ok|oui|yes|sim)$/;

const wordy = (words: string) => ` ${words} `;
const isReported = (words: string) => REPORTED.test(wordy(words.replace(OWN_WORDS, "")));

/** Whether a message is to be left alone altogether. */
function isUnread({ text }: Said) {
  const words = wordsOf(text);
  return (
    MARKUP.test(text) ||
    FORWARDED.test(text) ||
    IN_JEST.test(words) ||
    TO_THE_MACHINE.some((talk) => talk.test(words))
  );
}

/** Whether a sentence names its speaker: `Paul: I'm 34`. */
function isLabelled({ text }: Sentence) {
  const colon = text.slice(0, 40).search(/:(?!\d)/);
  const label = colon < 0 ? "" : text.slice(0, colon).trim();
  const names = label.split(/\s+/);
  if (label === "" || LABELS.test(wordsOf(label))) return false;
  return (
    names.length === 1 ||
    KIN.test(wordsOf(label)) ||
    (names.length < 4 && names.every((name) => /^\p{Lu}/u.test(name)))
  );
}

/** Where in a text something stands between quotation marks; anywhere, where one of them has no other. */
function quotedIn(text: string) {
  const marks = [...text.matchAll(/["«»“”„]/g)].map(({ index }) => index);
  if (marks.length % 2 === 1) return [{ start: 0, end: text.length }];
  return marks.flatMap((start, nth) => (nth % 2 === 0 ? [{ start, end: marks[nth + 1]! }] : []));
}

/** A sentence up to where somebody's words are quoted in it, if it says anything before. */
function unquoted(
  sentence: Sentence,
  quoted: { start: number; end: number }[],
): Sentence | undefined {
  const end = sentence.start + sentence.text.length;
  const quote = quoted.find((part) => part.start <= end && part.end >= sentence.start - 1);
  if (!quote) return sentence;
  const clauses = sentence.clauses.filter((clause) => clause.end <= quote.start);
  return clauses.length > 0
    ? { ...sentence, clauses, words: clauses.map(({ words }) => words).join(" ") }
    : undefined;
}

/** The sentences of a message that the lead says for themselves. */
function ownSentences({ said, sentences }: Heard): Sentence[] {
  const quoted = quotedIn(said.text);
  const own: Sentence[] = [];
  for (const whole of sentences) {
    const sentence = unquoted(whole, quoted);
    const isTold = sentence !== undefined && isReported(sentence.words);
    if (isLabelled(whole) || (isTold && whole.text.includes(":"))) break;
    if (sentence && !isTold) own.push(sentence);
  }
  return own;
}

/** Whether the team has just asked of somebody else. */
const asksOfOthers = (before: Said | undefined) =>
  before?.author === "team" && before.text.includes("?") && KIN.test(wordsOf(before.text));

/** The clauses of a sentence that state something: none of what is asked or supposed. */
function statedIn(sentence: Sentence, isOfLead: boolean): Statement[] {
  const { clauses, asks } = sentence;
  if (asks && TAG.test(clauses.at(-1)?.words ?? "")) return [];
  const supposed = clauses.findIndex(({ whole }) => SUPPOSED.test(wordy(whole)));
  const end = Math.min(
    asks ? clauses.length - 1 : clauses.length,
    supposed < 0 ? clauses.length : supposed,
  );
  return clauses.slice(0, end).map((clause, index) => ({
    sentence,
    clause: isOfLead ? { ...clause, words: withSubject(clause.words) } : clause,
    before: clauses.slice(0, index),
  }));
}

/** The messages of the lead's that are read, with what was said right before each. */
export const heardIn = (transcript: Transcript): Heard[] =>
  transcript.flatMap((said, index) =>
    said.author === "lead" && !isUnread(said)
      ? [{ said, before: transcript[index - 1], sentences: sentencesOf(said) }]
      : [],
  );

/** All that the lead states plainly, in the order in which it was said. */
export const statementsOf = (heard: Heard[]): Statement[] =>
  heard.flatMap((message) => {
    const isOfLead =
      !message.sentences.some(({ words }) => hasOthers(words)) && !asksOfOthers(message.before);
    return ownSentences(message).flatMap((sentence) => statedIn(sentence, isOfLead));
  });
