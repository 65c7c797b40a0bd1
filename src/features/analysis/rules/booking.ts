import type { Statement } from "./heard";
import { KIN } from "./others";
import { type Phrases, says, starts } from "./phrases";

const days = {
  en: "(?:on )?(?:this |next )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)",
  fr: "(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)",
  es: "(?:el )?(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)",
  pt: "(?:na |no )?(?:segunda|terca|quarta|quinta|sexta|sabado|domingo)(?: feira)?",
};
const when =
  "(?: (?:at |a |a las |as |to )?[0-9][0-9:.]{0,4} ?(?:h|am|pm|hrs|h[0-9]{2})?(?: [0-9]{2})?)?";
/** `Tomorrow` alone is how people part, with an hour it is a date. */
const tomorrow =
  "(?:tomorrow|demain|manana|amanha) (?:at |a |a las |as )?[0-9][0-9:.]{0,4} ?(?:h|am|pm)?";
const last = "(?: then| thanks| alors| merci| entonces| gracias| entao| obrigad[oa])?$";

/** What the lead says of a call that stands: that they booked it, that it is confirmed, that they will be there. */
const booked: Phrases = {
  en: starts(
    "i(?:ve| have)? (?:now )?(?:booked|scheduled|reserved) (?:a|the|my|our) (?:[a-z]+ )?(?:call|slot|appointment|session)",
    "i(?:ve| have)? (?:picked|chosen|chose|grabbed|taken|took) (?:a|the|my) (?:[a-z]+ )?slot(?! machine)",
    `i(?:ve| have)? booked (?:in|it) for ${days.en}`,
    "(?:the|my|our) (?:call|appointment) is (?:booked|confirmed|set|scheduled)",
    `(?:see|talk to|speak to) you (?:${days.en}${when}|${tomorrow})${last}`,
    `ill be there (?:${days.en}${when}|${tomorrow})${last}`,
  ),
  fr: starts(
    `cest (?:bien )?(?:reserve|note|cale|confirme) pour (?:${days.fr}|demain|le \\d)`,
    "jai (?:bien )?(?:pris|reserve|cale|booke) (?:un |le |mon |l)?(?:rdv|rendez vous|appel|creneau)",
    "(?:le |mon |l)(?:rdv|rendez vous|appel) est (?:pris|confirme|reserve|cale)",
    `a (?:${days.fr}${when}|${tomorrow})${last}`,
  ),
  es: starts(
    "(?:ya )?(?:he )?(?:reserve|reservado|agende|agendado) (?:la |una |mi )?(?:llamada|cita|reunion)",
    "tengo (?:la |una )?(?:llamada|cita) (?:reservada|agendada|confirmada)",
    `nos vemos (?:(?:${days.es})${when}|${tomorrow})${last}`,
    `hasta (?:(?:${days.es})${when}|${tomorrow})${last}`,
  ),
  pt: starts(
    "(?:ja )?(?:marquei|agendei|reservei) (?:a |uma |o |um )?(?:chamada|ligacao|reuniao|conversa|call)",
    "(?:a |minha |a minha )?(?:chamada|ligacao|reuniao|call) (?:esta |ta )?(?:marcada|agendada|confirmada)",
    `(?:esta|ta) (?:marcado|agendado|confirmado|marcada|agendada|confirmada) (?:para|pra) (?:${days.pt}|amanha)`,
    `(?:ate|nos vemos|falamos|a gente se fala) (?:(?:${days.pt})${when}|${tomorrow})${last}`,
  ),
};

/** Somebody else's call, or one that did not come about. */
const OTHERWISE =
  /\b(?:doctor|dentist|restaurant|restaurante|bank|vet|with (?!you\b|u\b)[a-z]+|room|medecin|dentiste|banque|banquiere?|docteur|veterinaire|chez|avec (?!vous\b|toi\b)[a-z]+|medico|dentista|banco|con (?!vosotr|usted|ustedes|tigo)[a-z]+|com (?!voce|voces|vc)[a-z]+|last (?:week|month|year)|nobody|no one|personne|nadie|ninguem)\b/;

/** That a call will not be. */
const calledOff: Phrases = {
  en: starts(
    "i (?:have|need|want) to (?:cancel|call off)",
    "(?:please )?cancel (?:the|my|our) (?:call|appointment)",
    "i cant make it",
    "i (?:wont|cant) be there",
    "ive cancelled",
  ),
  fr: starts(
    "je (?:dois|veux|voudrais|souhaite|vais) annuler",
    "jai annule",
    "annulez (?:le|mon)",
    "je (?:ne )?(?:pourrai|peux) pas (?:etre la|venir|assister)",
  ),
  es: starts(
    "(?:tengo que|quiero|necesito|debo) (?:cancelar|anular)",
    "he cancelado",
    "cancel(?:a|e|ad) (?:la|mi) ",
    "no podre (?:estar|asistir)",
  ),
  pt: starts(
    "(?:tenho (?:que|de)|preciso(?: de)?|quero) (?:cancelar|desmarcar)",
    "(?:cancelei|desmarquei)",
    "nao (?:vou poder|vou conseguir|poderei) (?:estar|ir|participar)",
  ),
};

/** What was said of a call, oldest first: whether it stands. */
export const calls = (statements: Statement[]) =>
  statements.flatMap((statement) => {
    const { clause, sentence } = statement;
    if (says(clause.words, calledOff)) return [{ statement, stands: false }];
    return says(clause.words, booked) && !OTHERWISE.test(sentence.words) && !KIN.test(clause.words)
      ? [{ statement, stands: true }]
      : [];
  });
