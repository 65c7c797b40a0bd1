import type { Claim } from "../analyst";
import type { Heard, Statement } from "./heard";
import { alone, practised, stated, trade, usual } from "./occupations";
import { isOfKin, KIN } from "./others";
import { ANSWER, behind, claimOf, type Phrases, PLAIN, says, USUAL } from "./phrases";
import { isOfSelf } from "./self";
import { sentencesOf } from "./sentences";

type Occupation = keyof typeof stated;
type Found = { statement: Statement; occupation: Occupation | undefined; confidence: number };

/** What makes another thing of the same words: something that is over, to come, almost so, or of this school's. */
const OTHERWISE = new RegExp(
  `\\b(?:${[
    "not|never|nearly|almost|semi|any ?more|no longer|former|ex|future|aspiring|would be|wannabe|potential|eternal|lifelong|perpetual|of life|your|yours|fan|friend of|of my own|retired from|tomorrow|soon|next|ago|own home|from home$|free$|in (?:19|20)\\d\\d|in (?:\\d+|a|two|three|four|five|six|ten) (?:years?|months?|weeks?|days?)",
    "pas|jamais|presque|bientot|prochaine?|demain|ancien(?:ne)?|future?|de la vie|votre|vos|tes|dans (?:un|\\d+|deux|trois|quatre|cinq|six|quelques) (?:ans?|mois|jours|semaines)|qui|il y a \\d+ ans",
    "nunca|casi|favorit[oa]|cerca|cardiaco|pronto|proxim[oa]|futur[oa]|exalumn[oa]|de la vida|vuestr[oa]s?|dentro de|en mente|hace \\d+ anos|en (?:\\d+|un|dos|tres|pocos|unos) (?:anos?|meses|mes|dias|semanas)",
    "nao|quase|em breve|daqui a|que vem|amanha|da vida|vosso|vossa|em mente|ha \\d+ anos|em (?:\\d+|um|dois|tres|poucos) (?:anos?|meses|mes|dias|semanas)",
  ].join("|")})\\b|\\b(?:company|business) (?:car|phone|card|idea|plan|account)\\b`,
);
/** Not paid by others: whose own it is, who works for themselves, or for nothing. */
const OWN =
  /\b(?:own|my|propre|mon|ma|propi[oa]|mi|propri[oa]|minha|meu|freelancer?|self employed|independent|independante?|liberale?|autonom[oa]|independiente|independente|por cuenta propia|recibos verdes|volunteer|benevole|voluntari[oa]|intern|stagiaire|becari[oa]|estagiari[oa])\b/;

/** Who somebody works for, where it has a name: "I work at Lidl". Cities come behind other words. */
const NAMED: { words: RegExp; text: RegExp }[] = [
  {
    words: /^i (?:now )?work (?:at|for) /,
    text: /\bwork (?:at|for) (?!Christmas|Easter|Night|Home|Me\b|Myself|Free|God|Jesus)\p{Lu}/u,
  },
  {
    words: /^je (?:travaille|bosse) (?:chez|pour) /,
    text: /\b(?:chez|pour) (?!Moi|Vous|Toi|Nous|No[eë]l|Dieu)\p{Lu}/u,
  },
  { words: /^trabajo para /, text: /\bpara (?!M[ií]\b|Ti\b|Vosotr|Dios)\p{Lu}/u },
  { words: /^trabalho (?:para|pra) /, text: /\bpr?a?ra (?!Mim|Voc|Deus)\p{Lu}/u },
];

/** An employer with a name. Where all is in capitals, nothing is told from a name. */
const isNamed = (words: string, text: string) =>
  text !== text.toUpperCase() &&
  NAMED.some((named) => named.words.test(words) && named.text.test(text));

/** What asks the lead what they live on. */
const ASKED: Phrases = {
  en: /\bwhat (?:do|are) (?:you|u) (?:do|doing)(?: for (?:a living|work)| in life| now| at the moment| exactly)?$|\b(?:whats|what is) your (?:job|occupation|profession)\b/,
  fr: /\b(?:vous faites|tu fais|faites vous|fais tu)(?: quoi)? (?:dans la vie|comme (?:metier|travail|boulot))|\b(?:votre|ton) (?:metier|profession|situation professionnelle)$/,
  es: /\ba que (?:te dedicas|se dedica|os dedicais)$|\b(?:en|de) que (?:trabajas|trabaja)$|\b(?:estudias o trabajas|trabajas o estudias)\b/,
  pt: /\btrabalhas? com (?:o )?que$|\bo que (?:voce|vc) faz(?: da vida)?$|\bo que fazes(?: na vida)?$|\bqual (?:e )?a? ?(?:sua|tua) profissao\b/,
};
/** What a bare answer leaves out: "nurse", "étudiante en droit". */
const LEFT_OUT = ["im", "im a", "je suis", "soy", "sou"];

const isAsked = ({ before }: Heard) =>
  before?.author === "team" &&
  sentencesOf(before).some(({ asks, words }) => asks && says(words, ASKED) && !KIN.test(words));

/** What the first words of an answer say, with what they leave out. */
function answered(statement: Statement): Found[] {
  for (const leftOut of LEFT_OUT) {
    const clause = { ...statement.clause, words: `${leftOut} ${statement.clause.words}` };
    const [answer] = found({ ...statement, clause });
    if (answer) return [{ ...answer, statement, confidence: Math.min(answer.confidence, ANSWER) }];
  }
  return [];
}

function found(statement: Statement): Found[] {
  const { words, text } = statement.clause;
  if (OTHERWISE.test(words) || isOfKin(words)) return [];
  const more = behind(words, trade);
  for (const occupation of Object.keys(stated) as Occupation[]) {
    const ofTrade = practised[occupation];
    const isOfTrade = more !== undefined && ofTrade !== undefined && says(more, ofTrade);
    const isPlain =
      isOfTrade ||
      says(words, stated[occupation]) ||
      (occupation === "employee" && isNamed(words, text));
    if (isPlain && !(occupation === "employee" && OWN.test(words)))
      return [{ statement, occupation, confidence: PLAIN }];
    const isUsual = usual[occupation] && says(words, usual[occupation]);
    if (isUsual || (alone[occupation]?.test(words) && isOfSelf(statement)))
      return [{ statement, occupation, confidence: USUAL }];
  }
  return more !== undefined ? [{ statement, occupation: undefined, confidence: PLAIN }] : [];
}

/** Who studies or is retired stays so beside a job: of what the same message says, this stands. */
const STANDS = new Set<Occupation | undefined>(["student", "retired"]);

/** What the lead lives on, and the sentence that says so; the newest last. */
export function occupation(statements: Statement[], heard: Heard[]): Claim[] {
  const answers = new Map(
    heard.filter(isAsked).map(({ said, sentences }) => [said, sentences[0]?.start]),
  );
  const isAnswer = ({ sentence, before }: Statement) =>
    before.length === 0 && answers.get(sentence.said) === sentence.start;
  const all = statements.flatMap((statement) => {
    const plainly = found(statement);
    return plainly.length > 0 || !isAnswer(statement) ? plainly : answered(statement);
  });
  const besides = Map.groupBy(all, ({ statement }) => statement.sentence.said);
  return all.flatMap((one) => {
    const { occupation: value, confidence, statement } = one;
    const others = besides.get(statement.sentence.said)!;
    const isBesideIt = !STANDS.has(value) && others.some((other) => STANDS.has(other.occupation));
    const isSaidBetter = others.some(
      (other) => other.occupation === value && other.confidence > confidence,
    );
    if (isBesideIt || isSaidBetter) return [];
    const situation = claimOf(
      "professional_situation",
      statement.sentence.text,
      statement.sentence,
      confidence,
    );
    return value
      ? [claimOf("occupation_status", value, statement.sentence, confidence), situation]
      : [situation];
  });
}
