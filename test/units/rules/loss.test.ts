import { describe, expect, it } from "vitest";
import { claimed, fieldsIn, rows, type Told } from "./lead-says";

const losses: Record<string, Told> = {
  not_interested: {
    en: {
      says: ["I'm not interested", "not interested, thanks", "I don't want it"],
      not: [
        "I'm interested",
        "I'm not interested in illustration but in ceramics",
        "Who is not interested?",
        "If you're not interested, say so",
        "Not interested? Me? Never!",
      ],
    },
    fr: {
      says: [
        "Ça ne m'intéresse pas",
        "Non, le programme ne m’intéresse plus.",
        "je suis plus intéressée",
      ],
      not: [
        "Ça m'intéresse",
        "Ça ne vous intéresse pas ?",
        "Le module 3 ne m'intéresse pas",
        "Mon fils n'est pas intéressé",
      ],
    },
    es: {
      says: ["No me interesa", "ya no estoy interesada"],
      not: ["Me interesa", "¿No me interesa?", "No me interesa la pintura, sino el dibujo"],
    },
    pt: {
      says: ["Não tenho interesse", "já não me interessa"],
      not: ["Tenho interesse", "Não tenho interesse em pintura", "Se não tenho interesse, aviso"],
    },
  },
  already_handled: {
    en: {
      says: [
        "I went with another school",
        "Thanks, but I have already enrolled at a school here in Osaka",
        "we decided to go with someone else",
        "I've joined another gym near work",
      ],
      not: [
        "I've joined another school chat",
        "We went to someone else's party",
        "I went with another friend to your webinar",
        "I already enrolled in your programme",
        "Did I go with another school?",
      ],
    },
    fr: {
      says: [
        "J'ai déjà trouvé ailleurs",
        "Je me suis inscrite dans une autre école",
        "j'ai pris une autre salle plus près",
      ],
      not: [
        "J'ai pris une autre photo",
        "J'ai trouvé un autre numéro",
        "Je me suis inscrite au webinaire",
        "Je cherche ailleurs",
      ],
    },
    es: {
      says: [
        "Ya me apunté a otra",
        "Me he inscrito en otra escuela",
        "me matriculé en otra academia que queda más cerca",
      ],
      not: ["Ya me apunté al webinar", "Otra amiga se apuntó", "Me apunté a otro curso vuestro"],
    },
    pt: {
      says: [
        "Já me inscrevi noutra",
        "Escolhi outra escola",
        "me matriculei em outra academia mais perto",
      ],
      not: [
        "Me inscrevi em outro evento de vocês",
        "Já me inscrevi no webinar",
        "A minha irmã escolheu outra escola",
      ],
    },
  },
  wrong_timing: {
    en: {
      says: ["Not now, maybe next year", "It's not the right time for me"],
      not: ["Not now", "Not now, I'm driving, call me tomorrow", "Is it not the right time?"],
    },
    fr: {
      says: [
        "Pas maintenant, peut-être l'année prochaine",
        "Ce n'est pas le bon moment pour moi",
        "c'est vraiment pas la bonne période pour nous",
      ],
      not: ["Pas maintenant, je conduis", "C'est le bon moment", "C'est pas le moment le plus dur"],
    },
    es: {
      says: [
        "Ahora no es el momento",
        "Ahora no puedo, quizás el año que viene",
        "ahora mismo no es buen momento",
      ],
      not: ["Ahora no puedo hablar", "Es el momento", "No es el momento más duro"],
    },
    pt: {
      says: [
        "Agora não dá, talvez no ano que vem",
        "Não é o momento certo",
        "não é uma boa fase pra mim",
      ],
      not: [
        "Agora não dá, estou a conduzir",
        "É o momento certo",
        "A altura não é boa, sou baixinha",
      ],
    },
  },
  invalid_lead: {
    en: {
      says: [
        "Sorry, wrong number",
        "You have the wrong person",
        "you've got the wrong number mate",
        "I'm not the person you're looking for",
      ],
      not: [
        "Is this the wrong number?",
        "I gave you the wrong number",
        "Wrong number of credits",
        "I'm not the person who signed",
      ],
    },
    fr: {
      says: [
        "Je me suis trompé de numéro, désolé !",
        "Erreur de numéro",
        "tu te trompes de numéro",
        "je crois pas, vous vous trompez de personne",
      ],
      not: [
        "Vous avez mon numéro ?",
        "Je me suis trompée de jour",
        "Tu te trompes de jour",
        "Vous vous trompez ?",
      ],
    },
    es: {
      says: [
        "Me equivoqué de número",
        "Número equivocado",
        "creo q no, te has equivocado de persona",
        "se equivocaron de teléfono",
      ],
      not: [
        "Te doy mi número",
        "Me equivoqué de día",
        "Te equivocaste de día",
        "¿Me equivoqué de número?",
      ],
    },
    pt: {
      says: [
        "Número errado",
        "Foi engano",
        "você se enganou de número",
        "mandou pra pessoa errada",
      ],
      not: [
        "Qual é o número?",
        "Enganei-me na data",
        "Você se enganou de dia",
        "Mandou a foto errada",
      ],
    },
  },
  price_objection: {
    en: {
      says: [
        "It's too expensive so no",
        "I'll pass, too pricey",
        "at that price I'll pass",
        "Too expensive for us. I'd rather leave it there.",
      ],
      not: [
        "It's too expensive",
        "No, it's not too expensive",
        "No",
        "For that price I'd join",
        "I'd rather leave it there",
      ],
    },
    fr: {
      says: [
        "C'est trop cher. Ce sera non.",
        "Trop cher, je passe mon tour",
        "à ce prix-là je renonce",
        "trop cher pour moi, je vais pas donner suite",
      ],
      not: [
        "C'est trop cher",
        "Non",
        "Je passe demain",
        "À ce prix je prends",
        "Je vais pas donner suite",
      ],
    },
    es: {
      says: [
        "Es demasiado caro, así que no",
        "Es muy caro, no me apunto",
        "por ese precio no me apunto",
        "es muy caro. mejor lo dejamos aquí",
      ],
      not: ["Es demasiado caro", "No", "Por ese precio compro dos", "Mejor lo dejamos aquí"],
    },
    pt: {
      says: [
        "É muito caro, por isso não",
        "É muito caro, desisto",
        "nesse valor não vou avançar",
        "esse preço não dá pra mim, vou ter que desistir",
      ],
      not: ["É muito caro", "Não", "Por esse preço compro dois", "Vou ter de desistir do café"],
    },
  },
  no_financing: {
    en: {
      says: [
        "Without funding it's a no",
        "My loan was refused, so I'm out",
        "without a grant I can't. Let's leave it there",
      ],
      not: ["Without a grant I can't", "My loan was refused", "Can I join without funding?"],
    },
    fr: {
      says: [
        "Sans financement, ce sera non, malheureusement.",
        "sans financement ce sera non",
        "sans prêt c'est pas possible, je préfère en rester là",
      ],
      not: [
        "Sans prêt c'est pas possible",
        "Sans financement c'est dur",
        "Ce sera comment, sans financement ?",
      ],
    },
    es: {
      says: [
        "Sin financiación no me apunto",
        "Me denegaron la beca, así que no",
        "sin la beca no puedo, tendré que renunciar",
      ],
      not: ["Sin la beca no puedo", "Me denegaron la beca", "¿Y sin financiación?"],
    },
    pt: {
      says: [
        "Sem financiamento não vou participar",
        "O financiamento foi recusado. Desisto.",
        "sem bolsa não consigo. prefiro ficar por aqui",
      ],
      not: ["Sem bolsa não consigo", "O financiamento foi recusado", "E sem financiamento?"],
    },
  },
};

describe.each(Object.entries(losses))("a loss for the reason %s", (reason, told) => {
  it.each(rows(told, "says"))("is told by %j", (text) => {
    expect([claimed("is_lost", text), claimed("lost_reason", text)]).toEqual([true, reason]);
    expect(text).toContain(claimed("lost_reason_detail", text));
  });

  it.each(rows(told, "not"))("is not told by %j", (text) => {
    expect(claimed("is_lost", text)).toBeUndefined();
  });
});

const stops: Told = {
  en: {
    says: [
      "Stop writing to me",
      "please dont text me again",
      "STOP",
      "stop.",
      "take me off your mailing list",
    ],
    not: [
      "Take me off the waiting list for June and put me on July's",
      "Don't stop writing to me",
      "I can't stop drawing",
      "Don't text me on Mondays",
      "Stop it, you two!",
    ],
  },
  fr: {
    says: [
      "Ne m'écrivez plus s'il vous plaît.",
      "Arrêtez de m'appeler",
      "Arrêt",
      "merci de ne plus me relancer",
    ],
    not: [
      "Merci de ne plus me contacter le dimanche",
      "Ne m'écrivez plus ici, je préfère WhatsApp",
      "Vous ne m'écrivez plus ?",
      "Écrivez-moi",
    ],
  },
  es: {
    says: ["No me escribas más", "Dejen de mandarme mensajes"],
    not: ["No me escribas más tarde de las diez", "Escríbeme más", "No me escribas por aquí"],
  },
  pt: {
    says: ["Não me mande mais mensagens", "Parem de me escrever"],
    not: ["Não me mande mensagens à noite", "Mande mais mensagens"],
  },
};

describe("the wish to stop", () => {
  it.each(rows(stops, "says"))("is told by %j", (text) => {
    expect(
      ["is_lost", "lost_reason", "engagement_level"].map((field) =>
        claimed(field as "is_lost", text),
      ),
    ).toEqual([true, "not_interested", "low"]);
  });

  it.each(rows(stops, "not"))("is not told by %j", (text) => {
    expect(fieldsIn(text)).toEqual([]);
  });
});

const returns: Told = {
  en: {
    says: ["ok I'm in", "Finally I'd like to join"],
    not: ["I'm in Leeds", "If it's free, count me in", "Am I in?"],
  },
  fr: {
    says: ["Finalement je m'inscris", "Je veux bien m'inscrire"],
    not: ["Je ne m'inscris pas", "Si c'est gratuit, je m'inscris"],
  },
  es: {
    says: ["Al final me apunto", "Quiero inscribirme"],
    not: ["No quiero inscribirme", "¿Me apunto?"],
  },
  pt: {
    says: ["Afinal quero participar", "quero me inscrever"],
    not: ["Não quero me inscrever", "Quero participar?"],
  },
};

describe("the opposite of a loss", () => {
  it.each(rows(returns, "says"))("is told by %j, where there was one", (text) => {
    expect([
      claimed("is_lost", "I'm not interested", text),
      claimed("lost_reason", "I'm not interested", text),
    ]).toEqual([false, undefined]);
    expect(claimed("is_lost", text)).toBeUndefined();
    expect(claimed("is_lost", text, "I'm not interested")).toBe(true);
  });

  it.each(rows(returns, "not"))("is not told by %j", (text) => {
    expect(claimed("is_lost", "I don't want it", text)).toBe(true);
  });
});
