import type { lostReasons } from "../../../domain/leads";
import { type Phrases, starts } from "./phrases";

export type LostReason = Exclude<(typeof lostReasons)[number], "unresponsive" | "other">;

/** The wish not to be written to. */
export const stop: Phrases = {
  en: starts(
    "(?:stop|quit) (?:writing|texting|messaging|contacting|spamming|calling|bothering)(?: to)?(?: me)?(?: please| now)?$",
    "stop sending me (?:messages|texts|emails|this|these)",
    "(?:dont|do not) (?:write|text|message|contact|call|bother)(?: to)? me (?:again|any ?more)(?: please| thanks)?$",
    "leave me alone(?: please)?$",
    "(?:please )?(?:remove me from|take me off) (?:(?:your|this)(?: [a-z]+)?|the (?:mailing|contact|email)) list",
  ),
  fr: starts(
    "(?:sil vous plait |svp |stp )?(?:ne )?(?:mecri(?:vez|s)|mecrire|m ecrivez) plus(?: jamais)?(?: sil (?:vous|te) plait| svp| stp| merci)?$",
    "arretez? de m(?:ecrire|envoyer (?:des|vos) messages|appeler|e contacter|e relancer|e harceler)(?: sil vous plait| svp| stp| merci)?$",
    "(?:ne )?me (?:contacte|contactez|relance|relancez|derange|derangez) plus(?: jamais)?(?: sil vous plait| svp| merci)?$",
    "(?:(?:merci )?de |veuillez )?ne plus (?:me (?:contacter|relancer|deranger|solliciter)|m ?(?:ecrire|appeler|envoyer (?:de |des )?messages?))$",
    "laissez? moi tranquille",
    "desinscri(?:vez|s) moi",
  ),
  es: starts(
    "no me (?:escriba[sn]?|escribais|contacte[sn]?|contacteis|molest(?:e[sn]?|eis)) mas(?: por favor| gracias)?$",
    "no me (?:mande[sn]?|mandeis|envie[sn]?|envieis) mas (?:mensajes|nada|correos)(?: por favor| gracias)?$",
    "(?:deja|deje|dejen|dejad|dejeis) de (?:escribirme|mandarme (?:mensajes|cosas)|enviarme mensajes|molestarme)(?: por favor| gracias)?$",
    "dej(?:ame|eme|enme|adme) en paz",
    "d(?:ame|eme|enme|adme) de baja",
  ),
  pt: starts(
    "nao me (?:mande[ms]?|envie[ms]?) mais (?:mensagens|mensagem|nada)(?: por favor| obrigad[oa])?$",
    "nao me (?:escreva[ms]?|contacte[ms]?|contate[ms]?|chame[ms]?|incomode[ms]?) mais(?: por favor| obrigad[oa])?$",
    "(?:para|pare|parem|deixe|deixem) de me (?:mandar|enviar|escrever|incomodar|contactar)(?: mensagens)?(?: por favor| obrigad[oa])?$",
    "(?:deixe|deixem|deixa) me em paz|me deixa em paz|me tir(?:a|e|em) da lista",
  ),
};

/** Words that say it alone, as a message of their own. */
export const stopWords = new Set([
  "stop",
  "unsubscribe",
  "arret",
  "desinscription",
  "baja",
  "parar",
  "sair",
  "descadastrar",
]);

const offer = {
  en: "(?:this|it|that|any of (?:this|it)|(?:the|your|this) (?:course|program|programme|offer|training|school)|joining|enrolling|continuing)",
  fr: "(?:(?:la|le|votre|cette|ce) (?:formation|programme|offre|cours|ecole)|ca|cela|tout ca|tout cela)",
  es: "(?:(?:el|la|su|vuestro|vuestra|este|esta|tu) (?:curso|programa|formacion|oferta|escuela)|esto|eso|nada|seguir|continuar)",
  pt: "(?:(?:o|a|no|na|pelo|pela|vosso|seu) (?:curso|programa|formacao|oferta|escola)|isto|isso|nada|continuar|em continuar|nisso|participar)",
};
const POLITE = "(?: thanks| thank you| merci| gracias| obrigad[oa]| sorry)?$";

/** Plain refusals, by their reason. Each is a pattern from the beginning of a clause. */
export const refusals: Record<
  "not_interested" | "already_handled" | "wrong_timing" | "invalid_lead",
  Phrases
> = {
  not_interested: {
    en: starts(
      `(?:(?:im|i am) )?(?:no longer|not) (?:that |at all |very )?interested(?: at all| any ?more)?(?: in ${offer.en})?${POLITE}`,
      `i (?:dont|do not) want ${offer.en}(?: any ?more)?${POLITE}`,
      "i (?:dont|do not) want to (?:join|enrol|enroll|continue|go on|go any further|sign up)(?: any ?more)?$",
      "i have no interest(?: in this)?$",
      "ive lost interest$",
    ),
    fr: starts(
      `(?:${offer.fr} )?(?:ne )?m ?interesse (?:pas|plus)(?: du tout| trop)?(?: ${offer.fr})?${POLITE}`,
      `(?:je )?(?:(?:ne )?suis )?(?:pas|plus) (?:du tout )?interessee?(?: du tout)?(?: par ${offer.fr})?${POLITE}`,
      "je (?:ne )?(?:veux|souhaite) (?:pas|plus) (?:minscrire|continuer|participer|donner suite|de (?:votre|cette|ce) (?:formation|programme|offre))(?: merci)?$",
    ),
    es: starts(
      `(?:ya )?no me interesa(?: (?:nada|ya|mas))?(?: ${offer.es})?${POLITE}`,
      `(?:ya )?no (?:estoy|me siento) interesad[oa](?: en ${offer.es})?${POLITE}`,
      `(?:${offer.es} )?(?:ya )?no me interesa${POLITE}`,
      "(?:ya )?no quiero (?:el curso|el programa|seguir|continuar|apuntarme|inscribirme|participar)$",
    ),
    pt: starts(
      `(?:ja )?nao (?:tenho|ha)(?: mais)? interesse(?: ${offer.pt})?${POLITE}`,
      `(?:${offer.pt} )?(?:ja )?nao me interessa(?: mais)?(?: ${offer.pt})?${POLITE}`,
      `(?:ja )?nao (?:estou|to)(?: mais)? interessad[oa](?: ${offer.pt})?${POLITE}`,
      "(?:ja )?nao quero(?: mais)? (?:o curso|o programa|continuar|participar|seguir|me inscrever|inscrever me)$",
      "perdi o interesse$",
    ),
  },
  already_handled: {
    en: starts(
      "i(?:ve| have)? (?:now )?(?:enrolled|enroled|signed up|registered) (?:at|with|for|in|on) (?:another|a different|an other|some other) (?:[a-z]+ )?(?:school|course|program|programme|provider|coach|company|academy|training|one)",
      "i(?:ve| have)? (?:now )?(?:enrolled|enroled|signed up|registered) at an? (?:[a-z]+ ){0,2}?(?:school|academy|university|college)",
      "i(?:ve| have)? (?:now |gone |went |decided to go |decided )+(?:with|for) (?:another|a different|an other|some other) (?:[a-z]+ )?(?:school|course|program|programme|provider|coach|company|academy|training|option|offer|one)",
      "i(?:ve| have)? (?:chosen|chose|picked|found) (?:another|a different|an other|some other) (?:[a-z]+ )?(?:school|course|program|programme|provider|coach|company|academy|training|option|offer|one)$",
      "i(?:ve| have)? (?:enrolled|enroled|signed up|registered|found (?:something|what i needed)) elsewhere",
      "(?:i|we)(?:ve| have)? (?:went|gone|going|decided to go|chosen to go) with (?:someone|somebody) else$",
      "i(?:ve| have)? joined (?:another|a different|some other) (?:gym|school|club|course|program|programme|studio|academy)(?:$| (?:near|closer|in|last|now))",
    ),
    fr: starts(
      "jai (?:trouve|choisi|signe|pris) ailleurs",
      "jai (?:trouve|choisi|pris|opte pour|signe (?:avec|pour)) (?:une autre (?:formation|ecole|offre|solution|salle|agence)|un autre (?:programme|organisme|coach|cours|club))",
      "je me suis (?:inscrite?|engagee?) (?:ailleurs|(?:dans|a|chez|avec|pour) une? autre (?:formation|ecole|programme|organisme|cours|salle|club|centre|agence))",
    ),
    es: starts(
      "(?:ya )?me (?:apunte|inscribi|matricule|he (?:ya )?(?:apuntado|inscrito|matriculado)) (?:a|en|con) otr[oa](?:$| (?:escuela|academia|formacion|gimnasio|gym|centro|club|sitio|lado|parte)(?! (?:vuestr[oa]|tuy[oa]|suy[oa]))| (?:curso|programa)$)",
      "(?:ya )?(?:he elegido|elegi|encontre|he encontrado|me decidi por|contrate) otr[oa] (?:escuela|curso|academia|formacion|programa)$",
    ),
    pt: starts(
      "(?:ja )?(?:me inscrevi|inscrevi me|me matriculei|matriculei me) (?:em outr[oa]|noutr[oa]|n[oa] outr[oa])(?:$| (?:escola|academia|formacao|ginasio|estudio|agencia|clube|lado|lugar)(?! (?:voss[oa]|su[oa]))| (?:curso|programa)$)",
      "(?:ja )?(?:escolhi|encontrei|optei por|fechei com) outr[oa] (?:escola|curso|academia|formacao|programa)$",
    ),
  },
  wrong_timing: {
    en: starts(
      "(?:it ?s|its|this is|now is|nows|it is) (?:just )?not (?:the |a )?(?:right|good) (?:time|moment)(?: for me)?$",
      "(?:not the right|bad|wrong) (?:time|timing)(?: for me)?$",
      "the timing (?:is|isnt) (?:not )?(?:wrong|bad|right|good)(?: for me)?$",
    ),
    fr: starts(
      "(?:ce n ?|c ?)est (?:vraiment )?(?:pas (?:du tout )?(?:le |la )(?:bon(?:ne)? )?|(?:le |la )mauvais(?:e)? )(?:moment|periode)(?: pour (?:moi|nous))?$",
    ),
    es: starts(
      "no es (?:el |un )?(?:(?:buen|mejor) )?momento(?: adecuado)?(?: para mi)?(?: ahora)?$",
      "(?:es )?(?:un )?mal momento(?: para mi)?$",
    ),
    pt: starts(
      "nao e (?:o |um |a |uma )?(?:(?:bom|boa|melhor) )?(?:momento|altura|fase)(?: cert[oa])?(?: (?:para|pra) mim)?$",
      "(?:e )?(?:uma? )?(?:ma|mau) (?:momento|altura|fase)(?: (?:para|pra) mim)?$",
    ),
  },
  invalid_lead: {
    en: starts(
      "(?:you|you have|youve|youve got|you have got|i have|ive got|i got|i texted|i think you have) (?:got )?the wrong (?:number|person)",
      "wrong number(?! of)",
      "(?:im|i am) not (?:the person|who) you(?:re| are)? (?:looking for|think(?: i am)?)$",
    ),
    fr: starts(
      "je me suis trompee? de (?:numero|num)",
      "(?:vous (?:vous trompez|vous etes trompee?)|tu (?:te trompes|tes trompee?)) de (?:numero|num|personne)",
      "vous avez (?:fait )?(?:un |le )?(?:mauvais|faux) numero",
      "(?:erreur de|mauvais|faux) numero$",
    ),
    es: starts(
      "(?:tiene[sn]? el )?numero equivocado",
      "me (?:he )?equivo(?:que|cado) de numero",
      "(?:se ha|te has|se|os habeis|te|os|se han) equivoc(?:ado|o|aste|asteis|aron) de (?:numero|persona|telefono)",
    ),
    pt: starts(
      "(?:(?:voce )?(?:e|tem|esta com|ta com) )?(?:o )?numero errado",
      "(?:enganei me no|me enganei (?:de|no)|enganou se no|enganaram se no|(?:voce|vc) se enganou (?:de|no)) numero",
      "foi engano$",
      "(?:mandou|mandaste|escreveu|ligou) (?:para|pra) (?:a )?pessoa errada",
    ),
  },
};

/** `Not now`: a refusal only together with a time that is far away. */
export const notNow: Phrases = {
  en: starts("not (?:right )?now", "i cant (?:right )?now", "maybe not now"),
  fr: starts(
    "pas (?:maintenant|tout de suite|en ce moment|cette annee)",
    "je (?:ne )?peux pas (?:maintenant|en ce moment|cette annee)",
  ),
  es: starts(
    "(?:ahora )?no puedo(?: ahora)?$",
    "ahora no$",
    "no(?: por)? ahora$",
    "por ahora no$",
    "este ano no$",
  ),
  pt: starts(
    "(?:agora )?nao (?:da|posso|consigo)(?: agora)?$",
    "agora nao$",
    "nao agora$",
    "este ano nao$",
    "por agora nao$",
  ),
};
export const farAway =
  /\b(?:next (?:year|spring|summer|autumn|fall|winter)|in (?:a few|six|[3-9]|1\d) months|in a year|lannee prochaine|lan prochain|dans (?:quelques|six|[3-9]) mois|dans un an|el ano que viene|el proximo ano|(?:dentro de|en) (?:unos|seis|[3-9]) meses|(?:n?o )?ano que vem|(?:n?o )?proximo ano|(?:para|pro) o ano|daqui a (?:uns|seis|[3-9]) meses)\b/;

/** Words for a price that a no is said to. */
export const atThisPrice =
  /\b(?:(?:at|for) (?:this|that) (?:price|money)|a ce (?:prix|tarif)(?: la)?|(?:a|por) (?:este|ese) precio|(?:(?:por|a) (?:esse|este)|nesse|neste) (?:preco|valor))\b/;

/** A no behind a price, or without financing: `so no`, `I'll pass`. A bare no is one only behind the price. */
export const declines: Phrases = {
  en: starts(
    "(?:(?:im|i am) afraid )?(?:its a no|its no|ill pass|i will pass|i pass|(?:im|i am) out$|i wont (?:join|be joining|do it|continue|enrol|enroll)|(?:im|i am) not (?:going to (?:join|do it|go ahead|sign up)|joining|enrolling|going ahead)|i cant (?:join|do it|go ahead)|i(?:d| would|ll)? (?:rather|prefer to) (?:leave it (?:there|here|at that)|stop here))",
    "(?:ill|i will|lets|we can) leave it (?:there|here|at that)",
    "i (?:will |ll )?have to (?:give up|drop out|pull out|withdraw)(?:$| (?:of|on|from) (?:it|this|the))",
  ),
  fr: starts(
    "(?:ce sera|ca sera|cest) non",
    "je passe (?:mon tour|cette fois)",
    "je passe$",
    "je laisse tomber",
    "je renonce",
    "je ne (?:vais pas|peux pas|pourrai pas) (?:minscrire|continuer)",
    "je (?:vais|peux) pas (?:minscrire|continuer)",
    "ce sera sans moi",
    "je (?:prefere|vais) (?:en rester la|marreter la|arreter la)",
    "je (?:vais devoir|dois|suis obligee? de) (?:renoncer|abandonner|laisser tomber)",
    "je (?:vais pas|ne vais pas|ne vais) donner suite",
  ),
  es: starts(
    "(?:va a ser|sera|es) (?:un |que )?no$",
    "paso$",
    "lo dejo$",
    "no me (?:apunto|inscribo)",
    "no voy a (?:seguir|apuntarme|inscribirme)",
    "(?:prefiero|mejor) (?:dejarlo|lo dejamos|lo dejo) (?:aqui|asi|estar)",
    "(?:voy a tener que|tengo que|tendre que) (?:dejarlo|renunciar|abandonar)",
    "asi que no$",
    "entonces no$",
  ),
  pt: starts(
    "(?:vai ser|sera|e) (?:um )?nao$",
    "(?:eu )?passo$",
    "vou passar$",
    "desisto",
    "fico de fora",
    "(?:prefiro|melhor|vou) (?:ficar|parar|deixar) por aqui",
    "(?:vou ter (?:de|que)|tenho (?:de|que)|preciso) desistir",
    "nao vou (?:continuar|seguir|fazer|fechar|querer|participar|avancar|aceitar|me inscrever|inscrever me)",
    "entao nao$",
    "por isso nao$",
  ),
};
export const bareNo =
  /^(?:so )?(?:no|non|nao)(?: thanks| thank you| merci| gracias| obrigad[oa])?$/;
export const withoutFinancing =
  /\b(?:sans|without|sin|sem) (?:un |une |any |a |le |the |mon |my |la |o )?(?:financement|financing|funding|loan|grant|scholarship|pret|credit|aide|financiacion|financiamiento|prestamo|beca|financiamento|emprestimo|bolsa)\b/;

/** The opposite, said after a refusal. */
export const back: Phrases = {
  en: starts(
    "(?:im|i am) in(?:$| after all| now)",
    "count me in",
    "sign me up",
    "i(?: would| d|d)? (?:like|love|want) to (?:join|enrol|enroll|sign up)",
    "id (?:like|love) to (?:join|enrol|enroll|sign up)",
    "(?:im|i am) interested (?:again|after all|now)",
    "lets do it$",
  ),
  fr: starts(
    "je (?:veux|voudrais|souhaite|veux bien|vais|aimerais) (?:bien )?minscrire",
    "je minscris",
    "je suis partante?$",
    "je suis (?:de nouveau )?interessee?$",
    "inscrivez moi",
    "(?:ca|cela|la formation|le programme) minteresse(?: de nouveau)?$",
  ),
  es: starts(
    "me apunto$",
    "quiero (?:apuntarme|inscribirme)",
    "apunt(?:ame|adme|eme)$",
    "(?:si )?me interesa(?: otra vez| de nuevo)?$",
    "estoy dentro$",
  ),
  pt: starts(
    "quero (?:participar|me inscrever|inscrever me|entrar)",
    "(?:estou|to) dentro$",
    "(?:estou interessad[oa]|tenho interesse)(?: de novo| outra vez| afinal)?$",
    "pode(?:m)? (?:me inscrever|inscrever me)",
    "vou me inscrever",
    "vou inscrever me",
  ),
};
