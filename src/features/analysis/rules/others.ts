import { trades } from "./trades";

/** Whom leads speak of beside themselves. */
export const KIN = new RegExp(
  String.raw`\b(?:${[
    "husband|wife|spouse|partner|boyfriend|girlfriend|son|sons|daughter|daughters|kid|kids|child|children|baby|twins|mother|mum|mom|father|dad|parents|brother|sister|cousin|uncle|aunt|friend|friends|boss|neighbou?r|colleague|dog|cat|married",
    "mari|femme|conjointe?|compagne|copain|copine|fils|fille|filles|enfants?|bebe|jumeaux|jumelles|mere|maman|pere|papa|parents|frere|soeur|cousine?|oncle|tante|amie?s?|patronne|voisine?|collegue|chien|chat|mariee|marie (?:a|avec|depuis)",
    "marido|esposa|esposo|mujer|novi[oa]|pareja|hij[oa]s?|bebe|madre|mama|padre|padres|herman[oa]s?|prim[oa]|ti[oa]|amig[oa]s?|jef[ea]|vecin[oa]|perr[oa]|gat[oa]|casad[oa]",
    "mulher|namorad[oa]|companheir[oa]|filh[oa]s?|mae|pai|pais|irma|irmao|irmaos|avo|chefe|vizinh[oa]|cachorr[oa]|cao",
  ].join("|")})\b`,
);
const THEY =
  /\b(?:he|hes|she|shes|they|theyre|who|whos|his|her|their|someone|somebody|everyone|people|customers?|clients?)\b/;

/** Those beside whom somebody works, and words for parents that tell what they live on. */
const BESIDE =
  / (?:with|avec|con|com) (?:my|mon|ma|mi|(?:o |a )?(?:meu|minha)) [a-z]+|\b(?:stay at home (?:mum|mom|dad)|(?:mere|pere) au foyer)\b/g;

/** Whether a clause speaks of somebody else's life, or may. */
export const isOfKin = (words: string) => KIN.test(words.replace(BESIDE, ""));

/** Whether anybody but the lead is spoken of. */
export const hasOthers = (words: string) => KIN.test(words) || THEY.test(words);

/** English leaves out its `I` in chats: "work in a bank", "turned 40", "booked the call". */
const WITHOUT_SUBJECT =
  /^(?:work (?:now )?(?:(?:full|part) time )?(?:(?:at|for|in|as) (?:an?|the) |for myself)|own (?:an?|my own|two|three) |run my own |lost my job|got (?:laid off|made redundant)|turned \d|booked |scheduled |(?:picked|grabbed|chose) (?:a|the) |(?:cant|cannot|couldnt) (?:afford|justify) |dont have (?:the |any |enough |much )?(?:time|money|budget)|have no (?:time|money|budget))/;
/** The same without its `I'm`: "self employed plumber here". */
const WITHOUT_VERB = new RegExp(
  `^(?:self employed|freelance|retired|unemployed|out of work|between jobs)(?: (?:${trades.en}))?(?: (?:here|now|right now|at the moment|for (?:\\d+|a few|two|three|five|ten) years|since [a-z0-9]+))*$`,
);

/** A clause with the `I` or `I'm` that it leaves out. Only where nobody else is spoken of. */
export function withSubject(words: string) {
  if (WITHOUT_SUBJECT.test(words)) return `i ${words}`;
  return WITHOUT_VERB.test(words) ? `im ${words}` : words;
}
