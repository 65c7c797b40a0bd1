import { describe, expect, it } from "vitest";
import type { ProfileField } from "#domain/leads";
import { claimed, found } from "./lead-says";

type Row = {
  field: ProfileField;
  value?: string | number | boolean;
  says: string[];
  /** Negated, asked, of third persons, reported, supposed; and other things of the same words. */
  not: string[];
};
const occupation = (value: string, says: string[], not: string[]): Row => ({
  field: "occupation_status",
  value,
  says,
  not,
});
const lost = (value: string, says: string[], not: string[]): Row => ({
  field: "lost_reason",
  value,
  says,
  not,
});

const rows: Record<string, Row[]> = {
  English: [
    {
      field: "age",
      value: 34,
      says: [
        "I'm 34",
        "Hi! im 34 and i work nights",
        "I am 34 years old.",
        "I’m 34, am I too late?",
      ],
      not: [
        "I'm not 34",
        "So you think I'm 34?",
        "My son is 34",
        "My brother said I'm 34, he lies",
        "If I'm 34, may I join?",
        "I'm 34 minutes away",
        "I have worked 34 years",
        "Paul: I'm 34",
        '"I\'m 34", it goes',
      ],
    },
    occupation(
      "employee",
      [
        "i work in a bank",
        "I'm a nurse at a private clinic",
        "I work full time for an insurance company",
      ],
      [
        "I don't work in a bank",
        "Do I work in a bank?",
        "My sister works in a bank",
        "She told me I work in a bank",
        "I used to work in a bank",
        "I'm a volunteer nurse at the hospital",
      ],
    ),
    occupation(
      "self_employed",
      ["I'm a freelance illustrator", "I work for myself", "I'm self-employed"],
      ["I'm not freelance", "Are you freelance?", "My dad is freelance", "I want to be freelance"],
    ),
    occupation(
      "business_owner",
      ["I run my own shop", "I own a small company", "we own a restaurant"],
      [
        "I don't own a shop",
        "Can I run my own shop?",
        "My sister owns a shop",
        "I have a business idea",
        "I'd like to run my own shop",
      ],
    ),
    occupation(
      "student",
      ["I'm a student", "im a second year design student"],
      ["I'm not a student", "I was a student", "My daughter is a student", "If I'm a student?"],
    ),
    occupation(
      "retired",
      ["I'm retired", "I'm already retired now"],
      ["I'm not retired", "I'm nearly retired", "When I'm retired, I'll paint", "He's retired"],
    ),
    occupation(
      "unemployed",
      ["I lost my job", "I'm unemployed at the moment"],
      ["I'm not unemployed", "My wife lost her job", "If I lost my job, what then?"],
    ),
    {
      field: "primary_objective",
      says: ["My goal is to sell my prints", "I'd like to become an illustrator"],
      not: [
        "I don't want to become an illustrator",
        "Would I like to become an illustrator?",
        "My son wants to become an illustrator",
        "I want to know the price",
        "I'd like to speak to someone",
      ],
    },
    {
      field: "blockers",
      says: [
        "It's too expensive for me",
        "i cant afford it",
        "I don't have the money",
        "I don't have enough time",
        "I need to think about it",
        "I have to talk to my husband",
      ],
      not: [
        "It's not too expensive",
        "Is it too expensive?",
        "It's too expensive, no?",
        "My flat is too expensive",
        "My sister says it's too expensive",
        "If it's too expensive I'll tell you",
        "I don't have time to talk today",
        "I have time",
        "He doesn't have the money",
      ],
    },
    lost(
      "not_interested",
      ["I'm not interested", "not interested, thanks", "Stop writing to me", "STOP", "stop."],
      [
        "I'm interested",
        "Who is not interested?",
        "If I'm not interested I'll say so",
        "My son is not interested",
        "Don't stop writing to me",
        "Stop it, you two!",
      ],
    ),
    lost(
      "already_handled",
      [
        "We've already chosen another company",
        "I went with someone else",
        "I've found another course",
      ],
      ["Did I go with another school?", "She went with another school", "I haven't found another"],
    ),
    lost("wrong_timing", ["It's not the right time for me"], ["Is it not the right time?"]),
    lost(
      "invalid_lead",
      ["Sorry, wrong number", "You have the wrong person"],
      ["Is this the wrong number?", "Wrong number of credits"],
    ),
    {
      field: "engagement_level",
      value: "high",
      says: ["I booked a call for Tuesday", "just booked the call ✅"],
      not: [
        "I haven't booked a call",
        "Can I book a call?",
        "My mum booked a call",
        "I booked an appointment at my dentist",
        "I booked a table",
      ],
    },
  ],
  French: [
    {
      field: "age",
      value: 36,
      says: ["J'ai 36 ans", "jai 36ans et 2 enfants", "Moi, j’ai 36 ans, j'étais office manager"],
      not: [
        "Je n'ai pas 36 ans",
        "J'ai 36 ans ?",
        "Mon fils a 36 ans",
        "Elle m'a dit que j'ai 36 ans",
        "j'ai 36 ans d'expérience",
        "Si j'ai 36 ans, je peux ?",
        "Elle m'a dit « j'ai 36 ans »",
        "Mon frère a dit : j'ai 36 ans. J'ai 36 ans.",
      ],
    },
    occupation(
      "employee",
      ["Je suis salariée", "Je travaille dans une banque"],
      ["Je ne suis pas salariée", "J'étais salariée", "Mon mari est salarié"],
    ),
    occupation(
      "self_employed",
      ["Je suis à mon compte", "je suis freelance depuis 2 ans"],
      ["Je ne suis pas à mon compte", "Je veux me mettre à mon compte", "Il est à son compte"],
    ),
    occupation(
      "business_owner",
      ["J'ai ma propre boîte", "je suis cheffe d'entreprise"],
      ["Je n'ai pas ma propre boîte", "Ma femme a sa boutique", "Je veux créer ma boîte"],
    ),
    occupation(
      "student",
      ["Je suis étudiante", "je suis en master de droit"],
      ["Je ne suis plus étudiante", "Ma fille est étudiante", "Je suis étudiante ?"],
    ),
    occupation(
      "retired",
      ["Je suis retraitée", "je suis à la retraite"],
      ["Je suis bientôt à la retraite", "Mon mari est retraité"],
    ),
    occupation(
      "unemployed",
      ["Je suis au chômage", "je cherche du travail depuis mars"],
      ["Je ne suis pas au chômage", "Mon fils cherche du travail"],
    ),
    {
      field: "primary_objective",
      says: ["Mon objectif est de vivre du dessin", "Je veux me reconvertir"],
      not: [
        "Je ne veux pas me reconvertir",
        "Ma fille veut devenir pilote",
        "Je veux le programme",
      ],
    },
    {
      field: "blockers",
      says: [
        "C'est trop cher",
        "jai pas le budget",
        "Je n'ai pas les moyens",
        "Je n'ai pas le temps",
        "Je vais y réfléchir",
        "je dois en parler à mon mari",
      ],
      not: [
        "Ce n'est pas trop cher",
        "C'est trop cher ?",
        "Est-ce que c'est trop cher, ce cours ?",
        "Mon loyer est trop cher",
        "Mon mari dit que c'est trop cher",
        "Si c'est trop cher, je verrai",
      ],
    },
    lost(
      "not_interested",
      ["Ça ne m'intéresse pas", "Ne m'écrivez plus s'il vous plaît.", "Arrêt"],
      [
        "Ça m'intéresse",
        "Ça ne vous intéresse pas ?",
        "Mon fils n'est pas intéressé",
        "Vous ne m'écrivez plus ?",
      ],
    ),
    lost(
      "already_handled",
      ["J'ai déjà trouvé ailleurs", "Je me suis inscrite dans une autre école"],
      ["Elle a trouvé ailleurs", "Je cherche ailleurs", "J'ai trouvé ailleurs ?"],
    ),
    lost(
      "wrong_timing",
      ["Ce n'est pas le bon moment pour moi"],
      ["C'est le bon moment", "C'est pas le moment le plus dur"],
    ),
    lost(
      "invalid_lead",
      ["Je me suis trompé de numéro, désolé !", "Erreur de numéro"],
      ["Je me suis trompée de jour", "Vous vous êtes trompé de numéro ?"],
    ),
    {
      field: "engagement_level",
      value: "high",
      says: ["J'ai pris rendez-vous", "j'ai réservé un appel pour mardi"],
      not: [
        "Je n'ai pas pris rendez-vous",
        "J'ai pris rendez-vous ?",
        "J'ai pris rendez-vous chez le dentiste",
        "Ma mère a pris rendez-vous",
      ],
    },
  ],
  Spanish: [
    {
      field: "age",
      value: 29,
      says: ["Tengo 29 años", "hola, tengo 29 anos y vivo en Lugo", "Acabo de cumplir 29 años"],
      not: [
        "No tengo 29 años",
        "¿Tengo 29 años?",
        "Mi hija tiene 29 años",
        "Mi madre dice que tengo 29 años",
        "Si tengo 29 años, ¿puedo entrar?",
        "Tengo 29 años de experiencia",
        "Maria Lopez: tengo 29 años",
      ],
    },
    occupation(
      "employee",
      ["Soy empleada", "trabajo en una empresa de seguros"],
      ["No soy empleada", "Mi marido es empleado", "Era empleada", "¿Soy empleada?"],
    ),
    occupation(
      "self_employed",
      ["Soy autónoma", "trabajo por mi cuenta"],
      ["No soy autónomo", "Quiero ser autónoma", "Mi hermano es autónomo"],
    ),
    occupation(
      "business_owner",
      ["Tengo mi propia empresa", "tengo una tienda de ropa"],
      ["No tengo mi propia empresa", "Quiero tener mi propia empresa", "Mi tío tiene una tienda"],
    ),
    occupation(
      "student",
      ["Soy estudiante", "ahora estoy estudiando"],
      ["No soy estudiante", "Mi hija es estudiante", "Era estudiante"],
    ),
    occupation(
      "retired",
      ["Estoy jubilada", "soy jubilado"],
      ["No estoy jubilada", "Estoy casi jubilada", "Mi padre está jubilado"],
    ),
    occupation(
      "unemployed",
      ["Estoy en paro", "me quedé sin trabajo"],
      ["No estoy en paro", "Mi marido está en paro", "Si estoy en paro, ¿pago menos?"],
    ),
    {
      field: "primary_objective",
      says: ["Mi objetivo es vivir del arte", "Me gustaría cambiar de trabajo"],
      not: [
        "No quiero cambiar de trabajo",
        "Quiero saber el precio",
        "Mi hijo quiere vivir de eso",
      ],
    },
    {
      field: "blockers",
      says: [
        "Es demasiado caro",
        "no tengo dinero",
        "No me lo puedo permitir",
        "No tengo tiempo",
        "Lo tengo que pensar",
        "Tengo que hablarlo con mi marido",
      ],
      not: [
        "No es muy caro",
        "¿Es muy caro?",
        "El hotel es muy caro",
        "Mi novio dice que es muy caro",
        "Si es muy caro, no sé",
        "Ya lo he pensado",
      ],
    },
    lost(
      "not_interested",
      ["No me interesa", "ya no estoy interesada", "No me escribas más"],
      ["Me interesa", "¿No me interesa?", "A mi hijo no le interesa", "No me escribas por aquí"],
    ),
    lost(
      "already_handled",
      ["Ya me apunté a otra", "Me he inscrito en otra escuela"],
      ["No me apunté a otra", "¿Me apunté a otra?", "Otra amiga se apuntó"],
    ),
    lost(
      "wrong_timing",
      ["Ahora no es el momento"],
      ["Es el momento", "No es el momento más duro"],
    ),
    lost(
      "invalid_lead",
      ["Me equivoqué de número", "Número equivocado"],
      ["Me equivoqué de día", "¿Me equivoqué de número?"],
    ),
    {
      field: "engagement_level",
      value: "high",
      says: ["Ya reservé la llamada", "He agendado una cita"],
      not: [
        "No reservé la llamada",
        "¿Reservé la llamada?",
        "Mi hija reservó la llamada",
        "He reservado una cita con mi dentista",
      ],
    },
  ],
  Portuguese: [
    {
      field: "age",
      value: 24,
      says: ["Tenho 24 anos", "oi! eu tenho 24 anos e moro no Porto", "Acabei de fazer 24 anos"],
      not: [
        "Não tenho 24 anos",
        "Tenho 24 anos?",
        "A minha filha tem 24 anos",
        "Ela disse que tenho 24 anos",
        "Se eu tenho 24 anos, posso entrar?",
        "Tenho 24 anos de casa",
      ],
    },
    occupation(
      "employee",
      ["Trabalho numa escola", "sou funcionário público"],
      ["Não trabalho numa escola", "O meu pai trabalha numa escola", "Trabalho no Porto"],
    ),
    occupation(
      "self_employed",
      ["Sou autônoma", "trabalho por conta própria"],
      ["Não sou autônoma", "Quero ser autônoma", "O meu primo é autônomo"],
    ),
    occupation(
      "business_owner",
      ["Tenho a minha empresa", "tenho uma loja em Faro"],
      ["Não tenho uma loja", "A minha mãe tem uma loja", "Quero ter a minha empresa"],
    ),
    occupation(
      "student",
      ["Sou estudante", "estou na faculdade"],
      ["Não sou estudante", "O meu filho é estudante", "Fui estudante"],
    ),
    occupation(
      "retired",
      ["Sou aposentado", "estou reformada"],
      ["Não estou reformada", "O meu pai é aposentado", "Estou quase reformada"],
    ),
    occupation(
      "unemployed",
      ["Estou desempregado", "perdi o emprego"],
      ["Não estou desempregada", "Meu marido está desempregado", "Se perdi o emprego, e agora?"],
    ),
    {
      field: "primary_objective",
      says: ["O meu objetivo é viver da arte", "quero mudar de carreira"],
      not: ["Não quero mudar de carreira", "Quero saber o preço", "Minha prima quer emagrecer"],
    },
    {
      field: "blockers",
      says: [
        "É muito caro",
        "Não tenho dinheiro",
        "não tenho como pagar",
        "Não tenho tempo",
        "Preciso pensar",
        "tenho que falar com o meu marido",
      ],
      not: [
        "Não é muito caro",
        "É muito caro?",
        "O hotel é muito caro",
        "Minha irmã diz que é muito caro",
        "Se é muito caro, aviso",
        "Tenho tempo",
      ],
    },
    lost(
      "not_interested",
      ["Não tenho interesse", "já não me interessa", "Não me mande mais mensagens"],
      [
        "Tenho interesse",
        "Não tenho interesse?",
        "Se não tenho interesse, aviso",
        "Não me mande mensagens à noite",
      ],
    ),
    lost(
      "already_handled",
      ["Já me inscrevi noutra", "Escolhi outra escola"],
      ["Não escolhi outra escola", "Escolhi outra escola?", "A minha irmã escolheu outra escola"],
    ),
    lost("wrong_timing", ["Não é o momento certo"], ["É o momento certo", "Não é boa altura?"]),
    lost("invalid_lead", ["Número errado", "Foi engano"], ["Qual é o número?", "Foi engano?"]),
    {
      field: "engagement_level",
      value: "high",
      says: ["Marquei a chamada", "agendei a reunião para sexta"],
      not: [
        "Não marquei a chamada",
        "Marquei a chamada?",
        "Marquei a reunião com o banco",
        "Minha filha marcou a chamada",
      ],
    },
  ],
};

describe.each(Object.entries(rows))("in %s", (_, kinds) => {
  describe.each(kinds)("$field $value", ({ field, value, says, not }) => {
    it.each(says)("is claimed from %j", (text) => {
      expect(claimed(field, text)).toBe(value ?? text);
    });

    it.each(not)("is not claimed from %j", (text) => {
      const claims = found(text).claims.filter((claim) => claim.field === field);
      expect(claims).toEqual([]);
    });
  });
});
