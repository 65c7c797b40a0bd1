import type { Claim, Said } from "../analyst";
import type { Heard, Statement } from "./heard";
import { claimOf, type Phrases, says, starts, USUAL } from "./phrases";
import { sentencesOf } from "./sentences";

const WISH = {
  en: "(?:(?:i|we) (?:want|wanna|would (?:like|love)|hope|plan)(?: to)?|(?:id|wed) (?:like|love) to)",
  fr: "(?:(?:je|on) (?:veux|veut|voudrais|voudrait|souhaite|souhaiterais|aimerais|aimerait|reve de|compte|cherche a)|nous (?:voulons|voudrions|souhaitons|aimerions))(?: bien)?",
  es: "(?:quiero|queremos|quisiera|querria|(?:me|nos) (?:gustaria|encantaria))",
  pt: "(?:quero|queremos|queria|gostaria de|gostava de|adoraria|a gente quer)",
};
/** What people buy for years of their lives. */
const HOME = {
  en: "(?:an?|our) (?:[a-z]+ ){0,3}?(?:house|home|flat|apartment|place)",
  fr: "(?:une?|notre|mon|ma) (?:[a-z]+ )?(?:maison|appart|appartement|logement|terrain|studio)",
  es: "(?:una?|mi|nuestr[oa]) (?:[a-z]+ )?(?:casa|piso|departamento|apartamento|terreno|vivienda)",
  pt: "(?:uma?|(?:o |a )?(?:meu|minha|noss[oa])) (?:[a-z]+ )?(?:casa|apartamento|apto|terreno|moradia)",
};

/** What the lead wishes to reach: named as a goal, or wished in words for what one becomes, makes, opens, learns or buys to live in. */
const goals: Phrases = {
  en: starts(
    "my (?:main |real |big |only |ultimate )?(?:goal|aim|dream|objective) (?:is|would be|has always been)(?! (?:not|reached|achieved|done))",
    `${WISH.en} (?:become an? (?!member)|retrain|change (?:my )?(?:careers?|jobs?|life)|switch careers|make a living|live off|earn a living|be paid for|be able to |speak |quit my job|learn (?:to|how to) |(?:start|launch|open|build|create|run) (?:my|a|an) |sell my |draw a |write a |lose (?:weight|[0-9]+ ?(?:kg|kilos|pounds|lbs))|get (?:fit|in shape|better at) |buy ${HOME.en})`,
  ),
  fr: starts(
    "mon (?:objectif|but|reve|projet) (?:principal )?(?:est|cest|serait)(?! (?:pas|atteint))",
    `${WISH.fr} (?:me reconvertir|devenir (?!membre)|(?:en )?vivre de|en vivre|changer de (?:metier|vie|travail|voie|carriere|boulot)|(?:lancer|ouvrir|creer|monter) (?:ma|mon|un|une) |apprendre (?:a |le |la |l)|passer (?:a la|au|a l)|me lancer|me remettre (?:en forme|au sport)|perdre (?:du poids|[0-9]+ ?(?:kg|kilos))|acheter ${HOME.fr})`,
  ),
  es: starts(
    "mi (?:objetivo|meta|sueno) (?:principal )?(?:es|seria)(?! (?:no|cumplid))",
    `${WISH.es} (?:convertirme en|cambiar de (?:trabajo|profesion|vida|carrera)|vivir de|(?:montar|abrir|lanzar|crear) (?:mi|una?) |aprender (?:a |el |la )?|reconvertirme|dedicarme a|ponerme en forma|(?:bajar de peso|(?:perder|bajar) [0-9]+ ?(?:kg|kilos))|comprar(?:nos|me)? ${HOME.es})`,
  ),
  pt: starts(
    "(?:o )?meu (?:objetivo|objectivo|sonho|plano) (?:principal )?(?:e|seria)(?! (?:nao))",
    `${WISH.pt} (?:me tornar|tornar me|virar|mudar de (?:carreira|vida|emprego|profissao|area|trabalho)|viver d[aeo]|(?:abrir|lancar|montar|criar) (?:o |a )?(?:meu|minha|uma?) |aprender (?:a )?|(?:ficar|entrar) em forma|(?:emagrecer|perder (?:peso|[0-9]+ ?(?:kg|quilos)))|comprar ${HOME.pt})`,
  ),
};

/** What asks the lead why, or what for. */
const ASKED: Phrases = {
  en: /^(?:[a-z]+ ){0,6}?why\b(?! not)|\bwhat (?:draws|brings|brought|made) you\b|\bwhat (?:would|do) you (?:like|want|hope) to (?:achieve|reach|learn|change|get)|\byour (?:goal|aim|dream)s?\b|\bwhat would make\b/,
  fr: /\bpourquoi\b(?! pas)|\bquest ce qui vous (?:amene|attire)\b|\b(?:votre|ton|vos|tes) (?:objectifs?|buts?|projets?|reves?)\b|\b(?:quest ce que )?(?:vous|tu) (?:voulez|voudriez|aimeriez|veux|voudrais|aimerais) (?:atteindre|changer|apprendre)\b/,
  es: /\b(?:te|le|os) gustaria (?:lograr|conseguir|aprender|cambiar)\b|\bpor que (?!n[ao]+\b)|\b(?:tu|su|cual es el) (?:objetivo|meta|sueno)\b|\bque te (?:trae|llevo|motiva)\b/,
  pt: /\bpor ?que (?!n[ao]+\b)|\b(?:seu|teu|qual e o) (?:objetivo|objectivo|sonho)\b|\bo que (?:a|o|te|vc|voce) (?:levou|traz|quer (?:alcancar|conquistar|mudar)|gostaria de (?:alcancar|mudar))\b|\b(?:pra|para) onde (?:vc|voce) quer ir\b/,
};
/** A wish for something to be done, which to a question like that is the goal. */
const wished: Phrases = {
  en: starts(WISH.en),
  fr: starts(WISH.fr),
  es: starts(WISH.es),
  pt: starts(WISH.pt),
};

/** What somebody wishes of us, or on the way, which is no goal. */
const OTHERWISE =
  /\b(?:account|call|group chat|more about|compte|appel|en savoir|cuenta|llamada|conta|chamada|mais sobre|mas sobre|plus sur|guides?|guia)\b/;
/** The same, by the first word of what is wished. */
const ASKING =
  /^(?:(?:i|we|id|wed|je|on|nous|me|nos|a gente) )?(?:[a-z]+ )(?:to |bien |de )?(?:know|see|ask|hear|think|talk|speak (?:to|with)|read|say|check|compare|you|it|this|that|information|info|savoir|voir|demander|reflechir|parler (?:a|avec)|lire|dire|comparer|ca|des (?:infos|renseignements)|saber|ver|preguntar|pensar|hablar con|leer|decir|comparar|que|esto|eso|info|informacion|perguntar|falar com|ler|dizer|isso|isto|informacoes)\b/;

/** Whether the team has just asked what the lead is here for. */
const isAsked = (before: Said | undefined) =>
  before?.author === "team" &&
  sentencesOf(before).some(
    ({ asks, clauses }) => asks && clauses.some(({ whole }) => says(whole, ASKED)),
  );

/** The goals that the lead states, oldest first, by the sentence: a goal by its words, or any wish that answers what they are here for. */
export function objectives(statements: Statement[], heard: Heard[]): Claim[] {
  const answers = new Set(heard.filter(({ before }) => isAsked(before)).map(({ said }) => said));
  const isGoal = ({ clause: { words }, sentence: { said } }: Statement) =>
    !OTHERWISE.test(words) &&
    (says(words, goals) || (answers.has(said) && says(words, wished) && !ASKING.test(words)));
  return statements
    .filter(isGoal)
    .map(({ sentence }) => claimOf("primary_objective", sentence.text, sentence, USUAL));
}
