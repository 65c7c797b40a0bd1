import { foldText } from "../../../lib/text";
import type { Said } from "../analyst";

/** A part of a sentence as it stands, where in its message it ends, its words as rules compare them, all of them, and with those of the sentence behind it. */
export type Clause = { text: string; end: number; words: string; whole: string; after: string };

/** A sentence as it stands in its message. One that is too long to be plain has no clauses. */
export type Sentence = {
  said: Said;
  start: number;
  text: string;
  words: string;
  asks: boolean;
  clauses: Clause[];
};

/** What a claim can quote, and a value be: longer ones are not read. */
const MAX_SENTENCE_CHARACTERS = 500;
/** More than anybody says in a message. */
const MAX_SENTENCES = 80;

/** Ends of sentences: lines, marks, and emoji, which people write in their stead. */
const ENDS =
  /\n+|[.!?…。！？؟]+|(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{RI}|\u200d|\ufe0f)+/gu;
const HAS_WORDS = /[\p{L}\p{N}]/u;

/**
 * Where clauses part: marks, and the words for `and`, `but`, `because` and `so`, save where the same letters are another word (French
 * `y réfléchir`, Portuguese `mais mensagens`, `e` without its accent).
 */
const BREAKS = new RegExp(
  [
    String.raw`,(?!\d)|:(?!\d)|[;()–—¿¡|]|\s-\s|…|\.{2,}`,
    String.raw`\s(?:and|but|because|coz|et|donc|pero|porque|pois)\s`,
    // A new statement behind an age, without a mark: `j'ai 24 ans je suis étudiante`.
    String.raw`(?<=\d ?(?:ans|a[nñ]os|a|years\sold|yo))\s(?=(?:j['’]|je\s|i['’]?m\s|i\s|soy\s|trabajo\s|vivo\s|sou\s|trabalho\s|moro\s))`,
    String.raw`\sso(?=\s(?:i\b|i['’]|it|no\b))`,
    String.raw`\scar(?=\s(?:je|j['’]|c['’]est|il|on|mon|ma)\b)`,
    String.raw`\sparce\sque?`,
    String.raw`\smais\s(?!mensa|nada|por\sfavor|sms|e-?mails?|tempo|dinheiro|tarde|nov|velh|interess|perto|barat|car[oa]|longe|cedo|pr[óo]xim)`,
    String.raw`\smas\s(?!mensa|correos|por\sfavor|tarde|tiempo|dinero|adelante)`,
    String.raw`\sy\s(?!r[ée]fl|pens|all|arriv|suis)`,
    String.raw`\se(?=\s(?:eu|sou|tenho|trabalho|estou|n[ãa]o|quero|j[áa]|agora|perdi|fa[çc]o|vou|moro|vivo|gosto|adoro|queria|gostaria|estudo|fico|fui|minha|meu|voc[êe]|vc|tu)[\s?!])`,
  ].join("|"),
  "giu",
);

/** Words that tell nothing here, between others: `je suis actuellement étudiante`. */
const ASIDES = new RegExp(
  ` (?:${[
    "currently|actually|really|definitely|super|honestly|frankly|unfortunately|sadly|simply|just|still|finally|already|a bit|a little|sorry",
    "actuellement|vraiment|franchement|malheureusement|honnetement|simplement|juste|toujours|enfin|finalement|deja|quand meme|un peu|desolee?",
    "actualmente|realmente|sinceramente|lamentablemente|desgraciadamente|simplemente|un poco|finalmente",
    "atualmente|actualmente|infelizmente|simplesmente|um pouco|finalmente",
  ].join("|")})(?= )`,
  "g",
);

/** What a sentence begins with before it says anything. Neither a no nor an if is among them. */
const OPENING = new RegExp(
  `^(?:${[
    "and|but|so|then|well|hmm+|oh|ouch|ok|okay|sure|yes|yeah|yep|yup|of course|done|hi|hello|hey|please|thanks|thank you|lol|haha|btw|tbh|the (?:thing|problem) is(?: that)?|also|right now|for me|to be honest|as i said|like i said|today",
    "et|mais|donc|alors|bon|ben|bah|beh|eh bien|ah|oh|oui|bien sur|voila|le (?:truc|probleme|souci) cest que?|svp|stp|sil (?:vous|te) plait|ouais|bonjour|bonsoir|salut|coucou|merci|moi|perso|en fait|aujourdhui|maintenant|pour linstant|en ce moment|du coup",
    "y|pero|pues|ay|ah|oh|claro|para mi|bueno|vale|ahorita|ahora mismo|actualmente|por favor|porfa|(?:lo que pasa|el problema) es que|hola|gracias|la verdad|es que|yo|ahora|hoy|por ahora|de momento|al final",
    "mas|bom|sim|claro|ah|oh|nossa|pronto|olhe|mesmo assim|por favor|atualmente|o problema e que|e que|para mim|pra mim|desculpe?|ola|oi|olha|na verdade|eu|agora|hoje|por enquanto|entao|afinal|obrigad[oa]|bom dia|boa tarde|boa noite",
  ].join(
    "|",
  )}) |^(?:hi|hello|hey|bonjour|bonsoir|salut|coucou|hola|oi|ola) [a-z]+ (?=(?:i|im|ive|je|jai|soy|tengo|sou|tenho|estou|estoy)\\b)`,
);

/** How chats shorten `I'm`, `je suis` and `j'ai`. */
const SHORT: [RegExp, string][] = [
  [/^i m /, "im "],
  [/^(?:j ?suis?|chuis?) /, "je suis "],
  [/^g (?=\d\d ?a)/, "jai "],
];

/** A text as rules compare it: no case, accents, apostrophes nor marks, so that `J’ai 36 ans !` and `jai 36 ans` are the same. */
export function wordsOf(text: string) {
  const folded = foldText(text.replace(/\p{Cf}/gu, ""));
  return folded
    .replace(/['\u2018\u2019\u02bc`\u00b4]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}%€$£+/.,:_]+|[.,:](?!\d)|(?<!\d)[.,:]/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

function withoutOpening(words: string) {
  let rest = ` ${words} `.replace(ASIDES, "").trimStart();
  for (let opening = OPENING.exec(rest); opening; opening = OPENING.exec(rest))
    rest = rest.slice(opening[0].length);
  return SHORT.reduce((written, [short, full]) => written.replace(short, full), rest.trimEnd());
}

function clausesOf(text: string, at: number): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  for (const { 0: mark, index } of [...text.matchAll(BREAKS), { 0: "", index: text.length }]) {
    const part = text.slice(start, index);
    start = index + mark.length;
    if (!HAS_WORDS.test(part)) continue;
    const whole = wordsOf(part);
    clauses.push({
      text: part.trim(),
      end: at + index,
      words: withoutOpening(whole),
      whole,
      after: wordsOf(text.slice(index)),
    });
  }
  return clauses;
}

/** A full stop within a number, an address or an abbreviation of one letter (`4 a.m.`) ends nothing. */
function isEnd(text: string, mark: string, at: number) {
  if (mark !== ".") return true;
  const isFollowed = /[\p{L}\p{N}]/u.test(text[at + 1] ?? "");
  return !isFollowed && !/(?:^|[^\p{L}\p{N}'’])\p{L}$/u.test(text.slice(Math.max(at - 2, 0), at));
}

/** The sentences of a message that have words, each with the marks and emoji behind it. */
export function sentencesOf(said: Said): Sentence[] {
  const { text } = said;
  const spans: { start: number; end: number; asks: boolean; isOpen: boolean }[] = [];
  let from = 0;
  for (const { 0: mark, index } of [...text.matchAll(ENDS), { 0: "\n", index: text.length }]) {
    if (!isEnd(text, mark, index)) continue;
    const isLine = mark.startsWith("\n");
    const end = isLine ? index : index + mark.length;
    const asks = /[?؟？]/.test(mark);
    const last = spans.at(-1);
    if (HAS_WORDS.test(text.slice(from, end)))
      spans.push({ start: from, end, asks, isOpen: !isLine });
    else if (last?.isOpen) Object.assign(last, { end, asks: last.asks || asks, isOpen: !isLine });
    from = index + mark.length;
  }
  return spans.slice(0, MAX_SENTENCES).map(({ start: from, end, asks }) => {
    const sentence = text.slice(from, end).trim();
    const start = text.indexOf(sentence, from);
    const isRead = sentence.length <= MAX_SENTENCE_CHARACTERS;
    const words = isRead ? wordsOf(sentence) : "";
    return {
      said,
      start,
      text: sentence,
      words,
      asks,
      clauses: isRead ? clausesOf(sentence, start) : [],
    };
  });
}
