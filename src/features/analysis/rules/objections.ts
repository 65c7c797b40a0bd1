import type { Statement } from "./heard";
import { refusals } from "./losses";
import { KIN } from "./others";
import { type Phrases, says, starts } from "./phrases";

export type Objection = "price" | "time" | "thought" | "financing" | "timing" | "worry";

const OFFER = {
  en: "(?:(?:i think )?(?:it|that|this|all this|the price|the fee|the cost|the course|the program|the programme|the training|your price|your course|your program|your programme)(?: is|s)?|(?:i think )?(?:its|thats)|you are|youre|i find (?:it|the price)|sounds|seems)",
  fr: "(?:c ?est|cetait|ca (?:fait|reste|me parait)|je (?:trouve|le trouve|la trouve)(?: (?:ca|cela|que c ?est|le prix))?|(?:le prix|le tarif|le cout|la formation|le programme|le cours|votre (?:prix|formation|programme|offre))(?: (?:est|reste|me parait))?)",
  es: "(?:(?:es|esta|sale|resulta|me parece|lo veo|lo encuentro)|(?:el precio|el curso|el programa|la formacion)(?: (?:es|esta|me parece|sale))?)",
  pt: "(?:(?:e|esta|ta|fica|sai|acho|achei|acho que e|parece me)|(?:o preco|o curso|o programa|a formacao|o valor)(?: (?:e|esta|ta|fica))?)",
};
/** What a worry does to people: "the only thing that puts me off is …". */
const WORRIES = {
  en: "worries me|bothers me|puts me off|holds me back|is holding me back|stops me|scares me|is stopping me",
  fr: "me (?:freine|bloque|retient|gene|inquiete|derange|fait (?:peur|hesiter))|mempeche",
  es: "me (?:echa (?:para|pa) atras|frena|preocupa|detiene|da miedo|hace dudar|tira para atras|impide)",
  pt: "me (?:preocupa|impede|segura|trava|assusta|faz hesitar|deixa (?:com medo|em duvida|insegur[oa]))|preocupa me|assusta me",
};
/** What people distrust who don't buy: such courses, schools, firms, or all that is sold on the internet. */
const OFFERED = {
  en: "online|internet|courses?|coach(?:es|ing)|program(?:me)?s?|schools?|gyms?|companies|agencies|this|these",
  fr: "en ligne|internet|cours|formations?|ecoles?|coachs?|salles|agences?|promesses",
  es: "en linea|online|internet|cursos?|escuelas?|gimnasios|coaches|agencias?|inmobiliarias?|promesas",
  pt: "online|internet|cursos?|escolas?|coaches|agencias?|imobiliarias?|promessas",
};
const offered = (words: string) => `(?:[a-z]+ ){0,2}?(?:${words})`;
const KIN_EN = "husband|wife|partner|boyfriend|girlfriend|family|parents|boss";

/** What keeps leads from going on, as they say it. Each is a pattern from the beginning of a clause. */
export const objections: Record<Objection, Phrases> = {
  price: {
    en: starts(
      `(?:${OFFER.en} )?(?:(?:way|far|much|bit|little) )?(?:too|so) (?:expensive|pricey|costly)(?! to)(?: for me)?`,
      `${OFFER.en} (?:way |far )?(?:too much(?: money)?(?: for me)?$|out of (?:my|our) (?:budget|reach|price range)|(?:way )?over (?:my|our) budget|more than (?:i|we) can (?:afford|spend|pay)|not (?:with)?in (?:my|our) budget)`,
      "i (?:cant|cannot) justify (?:the|that|this|such a) (?:price|cost|expense)",
      "i (?:cant|cannot|can not|couldnt) (?:afford (?:it|that|this|the|your|to (?:pay|join|enrol|enroll))|pay)",
      "i (?:dont|do not) have (?:the |that |enough |any |that kind of |this kind of |so much |much )?(?:money|budget|funds|savings)",
      "i have no (?:money|budget|savings)",
      `(?:at (?:this|that) price )?${OFFER.en} (?:way |far |well |bit |little )?(?:above|over|beyond) (?:(?:my|our) (?:budget|means|price range)|what (?:i|we) can (?:pay|afford|spend))`,
    ),
    fr: starts(
      `(?:${OFFER.fr} )?(?:(?:beaucoup|bien|largement|un peu) )?trop (?:chere?|elevee?)(?: pour (?:moi|mon budget))?`,
      "c ?est cher pour (?:moi|nous|mon budget|notre budget)",
      `${OFFER.fr} (?:trop pour|pas dans) (?:mon|notre) budget`,
      `(?:a ce (?:prix|tarif) )?${OFFER.fr} (?:bien |largement )?(?:hors (?:de )?(?:mon |notre )?budget|(?:au dessus|au dela) de (?:mon budget|notre budget|mes moyens|nos moyens))`,
      "ca depasse (?:(?:largement|de loin|de beaucoup) )?(?:mon|notre) budget",
      "(?:je )?(?:nai|jai|n ai|j ai) pas (?:le |de |ce |un |assez de |dassez |les |cet |beaucoup de )?(?:budget|argent|largent|dargent|moyens?|economies|deconomies|sous)",
      "pas (?:le budget|les moyens)",
      "je (?:ne )?peux pas (?:me (?:le|la|l) ?permettre|payer|me permettre)",
      "le seul frein (?:cest|est) (?:largent|le prix|le budget|le tarif)",
    ),
    es: starts(
      `(?:${OFFER.es} )?(?:demasiado|muy) (?:car[oa])(?: para mi)?$`,
      `(?:${OFFER.es} )?(?:demasiado|mucho) dinero para (?:mi|nosotr[oa]s)`,
      "no (?:entra en (?:mi|nuestro) presupuesto|me alcanza(?: (?:el dinero|la plata|para (?:eso|pagar(?:lo|la)?)))?$)",
      "no (?:me (?:lo|la) puedo|puedo) (?:permitir(?:me|melo)?|pagar(?:lo|la)?)",
      "no tengo (?:el |ese |tanto |suficiente )?(?:dinero|presupuesto|plata)",
      "se (?:me |nos )?(?:sale|escapa|va) (?:de|del) (?:mi |nuestro )?presupuesto",
      `(?:a ese precio )?(?:${OFFER.es} )?(?:muy )?por encima de (?:mi|nuestro) presupuesto`,
    ),
    pt: starts(
      `(?:${OFFER.pt} )?(?:muito|demasiado) car[oa](?: (?:para|pra) (?:mim|nos))?$`,
      `(?:${OFFER.pt} )?car[oa] demais`,
      `(?:${OFFER.pt} )?muito dinheiro para mim`,
      "nao (?:tenho|ha) (?:o |esse |tanto )?(?:dinheiro|como pagar|condicoes|orcamento|grana|verba)",
      "nao (?:(?:posso|consigo) pagar|cabe no (?:meu|nosso) (?:bolso|orcamento))",
      "(?:esse|este|o) (?:valor|preco) nao (?:da|cabe)(?: (?:para|pra) (?:mim|nos))?$",
      "(?:esta |ta |fica )?(?:bem )?(?:fora|acima) do (?:meu|nosso) orcamento",
    ),
  },
  time: {
    en: starts(
      "i (?:dont|do not) have (?:the |enough |any |much )?time",
      "i have no time",
      "no time(?:$| for this| for it| for that)",
      "(?:im|i am) (?:way |far |much )?too busy",
    ),
    fr: starts(
      "(?:je )?(?:nai|jai|n ai|j ai) pas (?:le |assez de |trop le |beaucoup de |de )?temps",
      "pas (?:le |assez de )temps",
      "je manque de temps",
      "je (?:nai|n ai) pas une (?:heure|minute) a moi",
    ),
    es: starts("no tengo (?:mucho |nada de |suficiente )?tiempo", "me falta tiempo"),
    pt: starts(
      "nao tenho (?:muito |nenhum |o )?tempo",
      "(?:estou|to|ando) sem tempo",
      "(?:falta me|me falta) tempo",
    ),
  },
  thought: {
    en: starts(
      "(?:i (?:need|have|want)|id like) to (?:think(?:$| about (?:it|this)| it over)|sleep on it)",
      `(?:i (?:need|have|want)|id like) to (?:talk (?:it over |about it |this over )?(?:to|with)|discuss (?:it|this) with|ask|check with|run (?:it|this) (?:by|past)|speak (?:to|with)) my (?:${KIN_EN})`,
      "(?:ill|i will) think about (?:it|this)",
      "let me think(?:$| about (?:it|this))",
    ),
    fr: starts(
      "(?:il )?faut que (?:j ?en|jy|j en) (?:parle|discute|reflechisse)",
      "(?:il )?faut que je (?:reflechisse|(?:voie|vois|parle|discute) avec m(?:on|a))",
      "je (?:dois|vais|voudrais|prefere) (?:encore )?(?:y |en )?(?:reflechir|parler a m(?:on|a) |discuter avec m(?:on|a) |voir avec m(?:on|a) )(?:$| ?encore| a (?:ca|tout|votre))?",
      "jy reflechis",
      "j ?en (?:parle|discute) (?:a|avec) m(?:on|a|es) (?:mari|femme|conjointe?|compagne|compagnon|copain|copine|famille|parents|banquier)",
      "laissez? moi (?:y )?reflechir",
    ),
    es: starts(
      "(?:me )?(?:lo )?(?:tengo que|debo|voy a|necesito|quiero|dejame|dejeme) (?:pensar(?:lo|melo)|pensar$|hablarlo|consultarlo|hablar(?:lo)? con mi |consultar(?:lo)? con mi )",
      "(?:me )?lo (?:tengo que|voy a|debo|necesito) (?:pensar|hablar|consultar)",
      "lo pensare",
    ),
    pt: starts(
      "(?:tenho (?:que|de)|preciso(?: de)?|vou|quero|deixa me|deixe me|me deixa) (?:pensar(?:$| (?:melhor|bem|nisso|sobre isso))|falar (?:disto |disso |sobre isso )?com (?:o |a )?(?:meu|minha) |conversar com (?:o |a )?(?:meu|minha) )",
    ),
  },
  financing: {
    en: starts(
      "without (?:any |the |a )?(?:funding|financing|loan|grant|scholarship) (?:i cant|i cannot|its (?:impossible|not possible|no use))",
      "(?:my |the )?(?:[a-z]+ )?(?:financing|funding|loan|grant|credit|scholarship)(?: application| request)? (?:was|has been|got|is) (?:refused|rejected|denied|turned down|declined)",
      "(?:they|the bank|my bank) (?:refused|rejected|declined|turned down) (?:my|the|me)",
    ),
    fr: starts(
      "sans (?:le |un |ce )?(?:financement|pret|credit|aide) (?:je (?:ne )?(?:peux|pourrai|pourrais) pas|c ?est (?:impossible|pas possible|mort))",
      "(?:mon |ma |le |la )?(?:dossier|financement|pret|credit|demande|cpf)(?: de (?:financement|pret|credit|bourse))? (?:a ete|est|ma ete|vient detre) refusee?",
      "(?:ma|la) banque (?:a|ma) (?:refuse|dit non)",
    ),
    es: starts(
      "sin (?:la |una |el |un )?(?:financiacion|financiamiento|beca|prestamo|credito) (?:no puedo|no podria|(?:me )?es imposible)",
      "me (?:han )?(?:denegaron|denegado|rechazaron|rechazado|negaron|negado) (?:el|la|mi) (?:financiacion|financiamiento|prestamo|credito|beca|ayuda|solicitud)",
      "(?:el|mi) banco me (?:lo |la )?(?:ha )?(?:denego|denegado|rechazo|rechazado)",
    ),
    pt: starts(
      "sem (?:o |um |a |uma )?(?:financiamento|bolsa|emprestimo|credito) (?:nao (?:posso|consigo|da)|e impossivel|fica impossivel)",
      "(?:o )?(?:meu )?(?:financiamento|emprestimo|credito|pedido de (?:financiamento|bolsa|credito)) (?:foi|ficou) (?:recusado|negado|rejeitado)",
      "(?:recusaram|negaram|me recusaram|me negaram)(?: me)? (?:o|a) (?:meu |minha )?(?:financiamento|emprestimo|credito|bolsa)",
      "(?:o banco|meu banco) (?:me )?(?:recusou|negou|nao aprovou)",
      "nao tenho financiamento",
    ),
  },
  timing: refusals.wrong_timing,
  worry: {
    en: starts(
      `the (?:only |one |main )?(?:thing|problem)(?: that| which)? (?:${WORRIES.en}) is`,
      "(?:my|the) (?:only|main|biggest|one) (?:worry|concern|fear|doubt|problem|downside) is",
      "(?:im|i am) (?:a bit |quite |very |so )?(?:worried|concerned) (?:about|that) ",
      "(?:im|i am) (?:a bit |quite |very |so )?(?:afraid|scared) (?:of (?:failing|losing|wasting|not )|i wont (?:be able|manage|keep up))",
      `i (?:dont|do not) (?:really )?trust ${offered(OFFERED.en)}`,
    ),
    fr: starts(
      `(?:la seule chose qui|le seul truc qui|ce qui) (?:${WORRIES.fr})(?: le plus)? cest`,
      "(?:(?:mon|ma|le|la) (?:seule? |plus grande? )(?:crainte|peur|frein|doute|inquietude|souci)|(?:mon|ma) (?:crainte|peur|frein)) cest",
      `(?:je )?(?:n ?ai|j ?ai) pas (?:trop |vraiment |tres |du tout )?confiance (?:dans|en) ${offered(OFFERED.fr)}`,
      `je (?:me mefie (?:de|des|du)|(?:ne )?fais pas (?:trop |du tout )?confiance (?:a|aux)) ${offered(OFFERED.fr)}`,
      "j ?ai (?:un peu )?peur (?:de (?:ne pas|pas|perdre|rater|echouer|me (?:lancer|tromper|planter))|que (?:ca|ce|cela) )",
    ),
    es: starts(
      `lo (?:unico )?que (?:mas )?(?:${WORRIES.es})(?: mas)? es`,
      "mi (?:(?:unic[oa] |mayor |gran )(?:duda|pega)|(?:(?:unic[oa]|mayor|gran) )?(?:miedo|preocupacion|freno)) es",
      `no (?:confio|me fio|tengo confianza)(?: mucho| nada| para nada)? (?:en|del?) ${offered(OFFERED.es)}`,
      "(?:tengo|me da) (?:un poco de )?miedo (?:de |a )?(?:no |perder|fracasar|fallar|que (?:sea|no|me) )",
    ),
    pt: starts(
      `(?:o que|a unica coisa que) (?:mais )?(?:${WORRIES.pt})(?: mais)? e`,
      "(?:o |a )?(?:meu|minha) (?:(?:unic[oa] |maior |grande )duvida|(?:(?:unic[oa]|maior|grande) )?(?:medo|receio|preocupacao)) e",
      `nao (?:confio|tenho confianca)(?: muito| nada)? (?:em|n[oa]s?|nesses?|nestes?) ${offered(OFFERED.pt)}`,
      "(?:tenho|estou com|to com) (?:um pouco de |algum )?(?:medo|receio) de (?:nao |perder|fracassar|falhar|que (?:seja|nao) )",
    ),
  },
};

/** What the same words also are: a means of payment that somebody lacks, a moment without time, another thing to think about. */
const OTHERWISE: Partial<Record<Objection, RegExp>> = {
  price:
    /\b(?:attention|to (?:live|rent|wait|miss|lose)|by card|with (?:paypal|card)|online|cash|par carte|en ligne|liquide|por virement|tarjeta|efectivo|en linea|cartao|pelo site|online)\b/,
  time: /\b(?:today|tonight|this (?:morning|afternoon|evening)|to (?:talk|chat|call|read|answer|reply|write|waste|lose)|aujourdhui|ce (?:soir|matin|midi)|cet apres midi|de (?:lire|repondre|parler|rappeler)|a perdre|hoy|esta (?:tarde|noche|manana)|de (?:leer|responder|hablar)|que perder|hoje|esta noite|de (?:ler|falar)|a perder)\b/,
  thought: /\b(?:prenom|name|nombre|nome)\b/,
  financing: /\b(?:card|carte|tarjeta|cartao)\b/,
  worry: /\b(?:late|en retard|tarde|atrasad[oa]|disturb|derang[a-z]+|molest[a-z]+|incomod[a-z]+)\b/,
};
/** Who to ask before deciding is somebody's kin, and no objection of theirs. */
const ofOthers = (words: string, kind: Objection) => kind !== "thought" && KIN.test(words);

/** What objection a clause states, if any. */
export const objectionIn = ({ clause: { words } }: Statement): Objection | undefined =>
  (Object.keys(objections) as Objection[]).find(
    (kind) =>
      says(words, objections[kind]) && !OTHERWISE[kind]?.test(words) && !ofOthers(words, kind),
  );
