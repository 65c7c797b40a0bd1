import { describe, expect, it } from "vitest";
import { claimed, rows, type Told } from "./lead-says";

const occupations: Record<string, Told> = {
  employee: {
    en: {
      says: [
        "I work at Lidl",
        "i work in a bank",
        "I'm currently employed",
        "I'm a nurse at a private clinic",
        "work part time in a library",
      ],
      not: [
        "My mum is a nurse at a clinic",
        "I'm a teacher looking for a school",
        "I'm a volunteer nurse at the hospital",
        "my brother is fun. work in a bank",
        "I'm a patient at a clinic",
        "I work for God",
        "I work at night",
        "I work for fun",
        "My sister works in a bank",
        "I used to work in a bank",
      ],
    },
    fr: {
      says: [
        "Je suis salariée",
        "je travaille chez Renault",
        "Je travaille dans une banque",
        "jsuis prof au collège",
        "je suis vendeuse, en CDD",
        "oui je suis comptable dans une petite entreprise",
      ],
      not: [
        "Ma sœur est prof au collège",
        "J'étais prof au collège",
        "Mon mari est vendeur, en CDD",
        "Je suis suivie au CHU",
        "Je suis comptable bénévole dans une association",
        "je travaille pour Dieu",
        "Je travaille chez moi",
        "Mon mari est salarié",
        "J'étais salariée",
        "Je ne suis pas salariée",
      ],
    },
    es: {
      says: [
        "Soy empleada",
        "trabajo en una empresa de seguros",
        "soy profe en un instituto",
        "sí, soy auxiliar en una clinica",
      ],
      not: [
        "Soy paciente en una clínica",
        "Era profe en un instituto",
        "Soy artista en la cocina",
        "Trabajo en Madrid",
        "Mi marido es empleado",
        "Era empleada",
      ],
    },
    pt: {
      says: [
        "Trabalho numa escola",
        "sou funcionário público",
        "sou caixa num supermercado",
        "sou secretária numa clínica, moro em Natal",
      ],
      not: [
        "A minha irmã é caixa num supermercado",
        "Se eu fosse secretária numa clínica",
        "Sou artista na cozinha",
        "Trabalho no Porto",
        "Não trabalho numa escola",
        "O meu pai trabalha numa escola",
      ],
    },
  },
  self_employed: {
    en: {
      says: [
        "I'm a freelance illustrator",
        "I work for myself",
        "self employed plumber here",
        "I'm a tutor working for myself",
      ],
      not: [
        "Self employed people only?",
        "My dad is retired. Self employed for 20 years",
        "I want to be freelance",
        "I'm not freelance",
        "I'm looking for a freelancer",
        "Are you freelance?",
      ],
    },
    fr: {
      says: [
        "Je suis à mon compte",
        "je suis freelance depuis 2 ans",
        "je suis indépendante",
        "je suis coach sportif à mon compte",
        "Je suis traductrice indépendante pour des agences",
      ],
      not: [
        "Il est coach à son compte",
        "Je voudrais être traductrice indépendante",
        "Je veux me mettre à mon compte",
        "Je serai bientôt à mon compte",
        "Je suis indépendante financièrement",
      ],
    },
    es: {
      says: [
        "Soy autónoma",
        "trabajo por mi cuenta",
        "soy fotógrafa freelance",
        "soy electricista por cuenta propia",
      ],
      not: [
        "Busco una fotógrafa freelance",
        "Mi cuñado es electricista por cuenta propia",
        "Quiero ser autónoma",
        "No soy autónomo",
        "Mi hermano es autónomo",
      ],
    },
    pt: {
      says: [
        "Sou autônoma",
        "trabalho por conta própria",
        "sou fotógrafa de casamentos, por conta própria",
        "sou designer freelancer",
        "sou motorista autônomo",
      ],
      not: [
        "Procuro um designer freelancer",
        "O meu primo é motorista autônomo",
        "Quero ser autônoma",
        "Não sou autônoma",
        "Se sou autônoma, posso deduzir?",
      ],
    },
  },
  business_owner: {
    en: {
      says: [
        "I run my own shop",
        "I own a small company",
        "I run a coffee shop with my sister",
        "own two restaurants",
      ],
      not: [
        "My sister runs a coffee shop",
        "I own two cats",
        "I have a business idea",
        "My father owns a company",
        "I'd like to run my own shop",
        "I have a company car",
      ],
    },
    fr: {
      says: [
        "J'ai ma propre boîte",
        "je suis cheffe d'entreprise",
        "j'ai un salon de coiffure",
        "J'ai une boutique de vélos à Nantes",
      ],
      not: [
        "J'ai une boutique de vélos à vous recommander",
        "Elle a un salon de coiffure",
        "Je veux créer ma boîte",
        "J'ai ma boîte qui refuse de payer",
        "Ma femme a sa boutique",
      ],
    },
    es: {
      says: ["Tengo mi propia empresa", "tengo una tienda de ropa"],
      not: [
        "Quiero tener mi propia empresa",
        "Tengo un taller mañana",
        "Tengo un negocio en mente",
      ],
    },
    pt: {
      says: ["Tenho a minha empresa", "tenho uma loja em Faro"],
      not: ["Quero ter a minha empresa", "Tenho um café marcado", "A minha mãe tem uma loja"],
    },
  },
  student: {
    en: {
      says: ["I'm a student", "im a second year design student"],
      not: [
        "I was a student",
        "My daughter is a student",
        "I'm a former student",
        "I'm a student advisor",
      ],
    },
    fr: {
      says: ["Je suis étudiante", "je suis en master de droit"],
      not: ["Ma fille est étudiante", "J'étais étudiante", "Je ne suis plus étudiante"],
    },
    es: {
      says: ["Soy estudiante", "estudio diseño en la universidad"],
      not: ["Mi hija es estudiante", "No soy estudiante", "Era estudiante"],
    },
    pt: {
      says: ["Sou estudante", "estou no último ano de gestão"],
      not: ["O meu filho é estudante", "Não sou estudante", "Fui estudante"],
    },
  },
  retired: {
    en: {
      says: ["I'm retired", "I'm 61, retired, and I paint"],
      not: [
        "My husband is retired",
        "I'm nearly retired",
        "I'm retired from football",
        "I'm retired next year",
        "When I'm retired, I'll paint",
      ],
    },
    fr: {
      says: ["Je suis retraitée", "je suis à la retraite"],
      not: [
        "Mon mari est retraité",
        "Je suis bientôt à la retraite",
        "Je suis à la retraite dans deux ans",
      ],
    },
    es: {
      says: ["Estoy jubilada", "soy jubilado"],
      not: ["Mi padre está jubilado", "Estoy casi jubilada", "No estoy jubilada"],
    },
    pt: {
      says: ["Sou aposentado", "estou reformada"],
      not: ["O meu pai é aposentado", "Estou quase reformada", "Não estou reformada"],
    },
  },
  unemployed: {
    en: {
      says: [
        "I lost my job",
        "I'm unemployed at the moment",
        "I'm looking for work",
        "got made redundant last month",
      ],
      not: [
        "Lost my job application somewhere",
        "She got made redundant",
        "I'm looking for work for my son",
        "I don't want to lose my job",
        "If I'm unemployed, is it free?",
        "My wife lost her job",
      ],
    },
    fr: {
      says: [
        "Je suis au chômage",
        "je cherche du travail depuis mars",
        "Je viens de perdre mon boulot",
      ],
      not: [
        "Elle vient de perdre son boulot",
        "Mon fils cherche du travail",
        "Je ne suis pas au chômage",
        "J'étais au chômage",
      ],
    },
    es: {
      says: ["Estoy en paro", "me quedé sin trabajo", "ahorita estoy sin chamba"],
      not: [
        "Ahorita no hay chamba",
        "Mi marido está en paro",
        "No estoy en paro",
        "Estaba sin trabajo",
      ],
    },
    pt: {
      says: ["Estou desempregado", "perdi o emprego na primavera"],
      not: [
        "Meu marido está desempregado",
        "Não estou desempregada",
        "Se estou desempregado, pago menos?",
      ],
    },
  },
};

describe.each(Object.entries(occupations))("the occupation %s", (occupation, told) => {
  it.each(rows(told, "says"))("is told by %j, as a situation, too", (text) => {
    expect([claimed("occupation_status", text), claimed("professional_situation", text)]).toEqual([
      occupation,
      text,
    ]);
  });

  it.each(rows(told, "not"))("is not told by %j", (text) => {
    expect(claimed("occupation_status", text)).toBeUndefined();
  });
});
