import type { occupations } from "../../../domain/leads";
import { type Phrases, starts } from "./phrases";
import { businesses, employers, trades } from "./trades";

type Occupation = Exclude<(typeof occupations)[number], "other">;

const some = (words: string) => `(?:[a-z]+ ){0,2}?(?:${words})`;
/** How people say what they live on: plainly, and, in `usual`, in words that others use, too. */
export const stated: Record<Occupation, Phrases> = {
  employee: {
    en: starts(
      `i work (?:now )?(?:(?:full|part) time )?(?:as an? (?:[a-z]+ ){1,3})?(?:at|for|in) (?:an?|the) ${some(employers.en)}`,
      "(?:im|i am) (?:now )?(?:an? (?:[a-z]+ )?employee|employed)",
      "i have an? (?:permanent|full time|part time|steady|day|9 to 5|nine to five) (?:job|contract)",
    ),
    fr: starts(
      `je (?:travaille|bosse|taffe) (?:comme [a-z]+ |en tant que? [a-z]+ )?(?:dans|pour|chez|a|au) (?:(?:une|un|la|le) )?(?:(?:petite?|grande?|grosse?) )?l?(?:${employers.fr})`,
      "je suis (?:salariee?|employee?|fonctionnaire|en cdi|en cdd|en interim)",
    ),
    es: starts(
      `trabajo (?:como [a-z]+ |de [a-z]+ )?(?:en|para) (?:una|un|la|el) ${some(employers.es)}`,
      "soy (?:emplead[oa]|asalariad[oa]|funcionari[oa])",
      "trabajo por cuenta ajena",
    ),
    pt: starts(
      `trabalho (?:como [a-z]+ )?(?:na|no|numa|num|em uma?|para uma?|pra uma?|para [ao]) ${some(employers.pt)}`,
      "sou (?:empregad[oa]|assalariad[oa]|funcionari[oa]|clt)",
      "trabalho (?:por conta de outrem|clt|de carteira assinada)",
    ),
  },
  self_employed: {
    en: starts(
      "(?:im|i am) (?:now |also )?(?:an? )?(?:freelanc(?:e|er|ing)|self employed|solopreneur|sole trader|independent (?:contractor|consultant))",
      "i (?:now )?(?:freelance|work (?:as an? )?(?:freelance|freelancer|self employed)|work for myself)",
    ),
    fr: starts(
      "je (?:suis|travaille|bosse) (?:en |comme |une? )?(?:freelance|free lance|a mon compte|(?:auto|micro) ?entrepreneu(?:r|se)|travailleu(?:r|se) independante?|profession liberale|liberal)",
      "je (?:suis|travaille) (?:en |une? )?independante?(?: depuis [a-z0-9 ]{2,20})?$",
      "je me suis (?:mise?|installee?) a mon compte",
      "je travaille pour (?:moi|mon compte|moi meme)$",
    ),
    es: starts(
      "(?:soy|trabajo) (?:de |como |un |una )?(?:autonom[oa]|freelance|freelancer|por (?:mi cuenta|cuenta propia)|trabajadora? (?:autonom[oa]|por cuenta propia|independiente))",
      "estoy (?:dad[oa] de alta )?(?:de|como) autonom[oa]",
    ),
    pt: starts(
      "(?:sou|trabalho) (?:como |um |uma )?(?:autonom[oa]|freelancer?|mei|por conta propria|trabalhadora? (?:independente|autonom[oa])|a recibos verdes|profissional liberal)",
      "sou [a-z ]{2,40} por conta propria",
      "passo recibos verdes",
    ),
  },
  business_owner: {
    en: starts(
      `i (?:now |also )?(?:run|own|have) (?:my|our) own ${some(businesses.en)}`,
      `i (?:also )?own (?:an?|the|two|three) ${some(businesses.en)}s?`,
      `(?:im|i am) (?:an? |the )?(?:[a-z]+ )?(?:business|company|shop|store) owner`,
      `(?:im|i am) the (?:founder|owner) of (?:an?|my) `,
    ),
    fr: starts(
      `jai (?:ma|mon)(?: propre)?(?: petite?)? (?:${businesses.fr})`,
      `je (?:dirige|gere|tiens) (?:ma|mon)(?: propre)?(?: petite?)? (?:${businesses.fr})`,
      "je suis (?:une? |le |la )?(?:cheffe? dentreprise|entrepreneu(?:r|se))",
      `jai (?:cree|monte|lance|ouvert) (?:ma|mon)(?: propre)? (?:${businesses.fr})`,
    ),
    es: starts(
      `tengo mi(?: propi[oa])?(?: pequen[oa])? (?:${businesses.es}|taller|estudio)`,
      `tengo una?(?: pequen[oa])? (?:${businesses.es})`,
      "soy (?:un |una )?(?:empresari[oa]|emprendedora?)",
      `soy (?:el |la )?(?:duen[oa]|propietari[oa]) de (?:una?|mi)(?: propi[oa])? (?:${businesses.es}|taller|estudio)`,
    ),
    pt: starts(
      `tenho (?:a minha|o meu|minha|meu|uma?)(?: propri[oa])?(?: pequen[oa])? (?:${businesses.pt})`,
      "sou (?:um |uma )?(?:empresari[oa]|empreendedora?)",
      `sou (?:o |a )?don[oa] de (?:uma?|meu|minha)(?: propri[oa])? (?:${businesses.pt})`,
    ),
  },
  student: {
    en: starts(
      "(?:im|i am) an? (?:[a-z]+ ){0,3}?student(?:$| (?:in|at|of|from|here|now|and|nurse|teacher|studying|doing))",
      "i study (?:[a-z]+ ){0,4}?(?:at|in) (?:uni|university|college|school|my)",
      "(?:im|i am) (?:at|in) (?:uni|university|college|high school|my (?:first|second|third|fourth|fifth|final|last) year)",
      "(?:im|i am) finishing my (?:[a-z]+ ){0,2}?(?:degree|studies|bachelors?|masters?|phd)",
    ),
    fr: starts(
      "je suis (?:une? )?(?:etudiante?|lyceen(?:ne)?|apprentie)",
      "je suis en (?:licence|master|fac|terminale|l[123]|m[12]|bts|iut|prepa|(?:premiere|deuxieme|troisieme|derniere|[1-5](?:e|eme|ere)?) annee d)",
      "je suis a la fac",
      "je fais (?:des etudes|mes etudes|une licence|un master|un bts)",
    ),
    es: starts(
      "soy (?:un |una )?(?:estudiante|universitari[oa])",
      "estudio (?:[a-z]+ ){0,4}?en (?:la|una) universidad",
      "estoy (?:en la universidad|estudiando (?:una carrera|la carrera|un grado|un master)|cursando)",
    ),
    pt: starts(
      "sou (?:um |uma )?(?:estudante|universitari[oa])",
      "estudo (?:[a-z]+ ){0,4}?na (?:universidade|faculdade)",
      "estou (?:na faculdade|na universidade|cursando|no (?:primeiro|segundo|terceiro|quarto|ultimo|[1-5]o?) ano d[eao])",
      "faco faculdade",
    ),
  },
  retired: {
    en: starts(
      "(?:im|i am|ive) (?:now |an? )?retired",
      "(?:im|i am) an? pensioner",
      "i (?:have )?retired",
    ),
    fr: starts(
      "je suis (?:une? )?(?:jeune )?retraitee?",
      "je suis (?:maintenant )?(?:a la|en) retraite",
    ),
    es: starts("(?:soy|estoy) (?:ya )?(?:un |una )?jubilad[oa]", "me (?:he jubilado|jubile)"),
    pt: starts(
      "(?:sou|estou) (?:ja )?(?:um |uma )?(?:aposentad[oa]|reformad[oa])",
      "me aposentei",
      "(?:ja )?(?:aposentei|reformei) me",
    ),
  },
  unemployed: {
    en: starts(
      "(?:im|i am) (?:now )?(?:unemployed|jobless|out of work|between jobs)",
      "i(?:ve| have)? lost my job(?! (?:interview|notes|offer|application))",
      "i(?: was|ve been| have been| got) (?:laid off|made redundant)",
    ),
    fr: starts(
      "je suis (?:au chomage|sans emploi|sans travail|demandeu(?:r|se) demploi|en recherche demploi|a la recherche dun (?:emploi|travail|job|boulot))",
      "(?:jai perdu|je viens de perdre) mon (?:travail|emploi|job|boulot|taf)(?! d)",
      "(?:je viens detre|jai ete) licenciee?",
    ),
    es: starts(
      "(?:estoy|me (?:he quedado|quede)) (?:en (?:el )?paro|sin (?:trabajo|empleo|curro|chamba|laburo)|desemplead[oa])",
      "(?:he perdido|perdi) (?:mi|el) (?:trabajo|empleo)",
      "me (?:han despedido|despidieron)",
    ),
    pt: starts(
      "(?:estou|fiquei|to) (?:desempregad[oa]|sem (?:emprego|trabalho))",
      "perdi (?:o |o meu |meu )?(?:emprego|trabalho)",
      "fui (?:demitid[oa]|despedid[oa])",
    ),
  },
};

export const usual: Partial<Record<Occupation, Phrases>> = {
  business_owner: {
    en: starts(`i run an? ${some(businesses.en)}`),
    fr: starts(
      `je (?:dirige|tiens|gere) une? (?:petite? )?(?:${businesses.fr})`,
      `jai une? (?:petite? )?(?:salon de coiffure|(?:${businesses.fr}) d(?:e [a-z]+|[a-z]+) (?:a|en|dans|depuis) (?!(?:te|vous|lui|vendre|conseiller|recommander|louer|proposer|reserver|montrer)\\b))`,
    ),
    es: starts(`(?:dirijo|llevo) una? (?:pequen[oa] )?(?:${businesses.es})`),
    pt: starts(`dirijo uma? (?:pequen[oa] )?(?:${businesses.pt})`),
  },
  unemployed: {
    en: starts(
      "(?:im|i am) looking for (?:work|an? (?:new )?job)$",
      "(?:im|i am) looking for work (?:since|again|in|at)",
    ),
    fr: starts(
      "je (?:re)?cherche (?:du travail|du boulot|un emploi)",
      "je suis entre deux (?:contrats|emplois)",
    ),
    es: starts("(?:estoy buscando|busco) (?:trabajo|empleo)"),
    pt: starts("(?:estou (?:a procura de|procurando|buscando)|procuro) (?:emprego|trabalho)"),
  },
};

/** The same without a verb, behind who somebody is: "I'm 52, self-employed". */
export const alone: Partial<Record<Occupation, RegExp>> = {
  employee:
    /^(?:en (?:cdi|cdd|interim)|salariee?|fonctionnaire|employed|asalariad[oa]|assalariad[oa]|clt|funcionari[oa](?: public[oa])?)$/,
  self_employed:
    /^(?:self employed|freelance|freelancer|a mon compte|(?:auto|micro) ?entrepreneu(?:r|se)|autonom[oa]|por (?:mi cuenta|cuenta propia|conta propria))$/,
  business_owner: new RegExp(`^run (?:an?|my own) ${some(businesses.en)}(?![a-z])`),
  retired: /^(?:retired|retraitee?|a la retraite|jubilad[oa]|aposentad[oa]|reformad[oa])$/,
  student: /^(?:student|etudiante?|estudiante|estudante)$/,
  unemployed:
    /^(?:unemployed|au chomage|sans emploi|en paro|desemplead[oa]|desempregad[oa])(?: maintenant| en ce moment| now)?$/,
};

/** What somebody does, without saying by whom they are paid. */
export const trade: Phrases = {
  en: starts(
    `(?:im|i am) (?:now |also )?(?:an?|the) ${some(trades.en)}`,
    "i (?:now |also )?work (?:full time |part time )?as an?",
    "(?:im|i am) (?:the )?head of",
  ),
  fr: starts(
    `je suis (?:maintenant |aussi )?(?:une? )?(?:${trades.fr})`,
    "je (?:travaille|bosse) (?:comme|en tant que?)",
  ),
  es: starts(
    `soy (?:una? )?(?:${trades.es})`,
    "trabajo (?:como|de) (?!noche|dia|manana|tarde|lunes)",
  ),
  pt: starts(`sou (?:uma? )?(?:${trades.pt})`, "trabalho como"),
};

/** Up to two words more about a trade, none of which seeks another place. */
const MORE = "(?: (?!(?:looking|seeking|searching|cherch|busc|procur)[a-z]*)[a-z]+){0,2}?";

/** What stands behind a trade and tells by whom it is paid: "a nurse at a clinic", "graphiste à mon compte". */
export const practised: Partial<Record<Occupation, Phrases>> = {
  employee: {
    en: starts(`${MORE} (?:at|for|in) (?:an?|the) ${some(employers.en)}`),
    fr: starts(
      `${MORE} (?:aux?|al|a(?: la)?|chez|pour|dans|en) (?:(?:une?|la|le|les) )?(?:(?:petite?|grande?|grosse?) )?l?(?:${employers.fr})`,
      `${MORE} en (?:cdi|cdd|interim)`,
    ),
    es: starts(`${MORE} (?:en|para) (?:una?|la|el) ${some(employers.es)}`),
    pt: starts(`${MORE} (?:na|no|numa?|em uma?|para uma?|pra uma?) ${some(employers.pt)}`),
  },
  self_employed: {
    en: starts(`${MORE} (?:working for myself|self employed|on a freelance basis)`),
    fr: starts(
      `${MORE} (?:a mon compte|(?:en )?freelance|independante?|(?:en )?liberale?|(?:auto|micro) ?entrepreneu(?:r|se))`,
    ),
    es: starts(`${MORE} (?:autonom[oa]|freelance|independiente|por (?:mi cuenta|cuenta propia))`),
    pt: starts(
      `${MORE} (?:autonom[oa]|freelancer?|independente|por conta propria|a recibos verdes)`,
    ),
  },
};
