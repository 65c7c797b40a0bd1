import { describe, expect, it } from "vitest";
import { claimed, fieldsIn, found, rows, type Told } from "./lead-says";

const objections: Record<string, Told> = {
  price: {
    en: {
      says: [
        "It's too expensive for me",
        "i cant afford it",
        "I think it's too expensive",
        "I don't have the money",
        "it's a bit out of our price range",
        "cant justify that price tbh",
      ],
      not: [
        "It's above my expectations",
        "It's out of my hands",
        "I can't justify that to myself morally",

        "It's not too expensive",
        "Is it too expensive?",
        "My flat is too expensive",
        "I can't pay by card",
        "My sister says it's too expensive",
        "It's too expensive, no?",
      ],
    },
    fr: {
      says: [
        "C'est trop cher",
        "jai pas le budget",
        "Je n'ai pas les moyens",
        "le tarif est au-dessus de mes moyens",
        "ca dépasse notre budget",
      ],
      not: [
        "C'est au-dessus du magasin",
        "Ça dépasse mes attentes",
        "Ce n'est pas trop cher",
        "C'est trop cher ?",
        "Mon loyer est trop cher",
        "Si c'est trop cher, je verrai",
      ],
    },
    es: {
      says: [
        "Es demasiado caro",
        "No me lo puedo permitir",
        "no tengo dinero",
        "está por encima de mi presupuesto",
        "es mucho dinero para nosotros",
        "no me alcanza la plata",
      ],
      not: [
        "Está por encima de la farmacia",
        "Es mucho dinero para ellos",
        "No me alcanza el brazo",
        "No es muy caro",
        "¿Es muy caro?",
        "El hotel es muy caro",
        "Si es muy caro, no sé",
      ],
    },
    pt: {
      says: [
        "É muito caro",
        "Não tenho como pagar",
        "está caro demais",
        "fica acima do nosso orçamento",
        "não cabe no meu bolso",
      ],
      not: [
        "Fica acima da loja",
        "O celular não cabe no meu bolso",
        "Não é muito caro",
        "É muito caro?",
        "O hotel é muito caro",
        "Se é muito caro, aviso",
      ],
    },
  },
  time: {
    en: {
      says: ["I don't have time", "I'm too busy"],
      not: ["I don't have time to talk today", "I have time", "No time like the present"],
    },
    fr: {
      says: ["Je n'ai pas le temps", "je manque de temps"],
      not: ["Je n'ai pas eu le temps", "J'ai le temps", "J'ai pas le temps de lire ce soir"],
    },
    es: {
      says: ["No tengo tiempo", "me falta tiempo"],
      not: ["Tengo tiempo", "No tengo tiempo hoy"],
    },
    pt: {
      says: ["Não tenho tempo", "estou sem tempo"],
      not: ["Tenho tempo", "Não tenho tempo hoje"],
    },
  },
  thought: {
    en: {
      says: [
        "I need to think about it",
        "I have to talk to my husband",
        "I need to run it by my wife first",
      ],
      not: [
        "My boss wants me to run it by my lawyer",
        "I need to think about a name for my shop",
        "I had to think about it",
      ],
    },
    fr: {
      says: [
        "Il faut que j'en parle à mon mari",
        "Je vais y réfléchir",
        "j'en parle à ma femme et je reviens vers vous",
      ],
      not: ["J'en parle à mon aise", "J'en ai parlé à mon mari", "Je vais réfléchir à un prénom"],
    },
    es: {
      says: ["Lo tengo que pensar", "Tengo que hablarlo con mi marido", "Ok, lo voy a pensar."],
      not: ["Ya lo he pensado", "Tengo que pensar en el nombre"],
    },
    pt: {
      says: ["Preciso pensar", "tenho que falar com o meu marido"],
      not: ["Já pensei", "Tenho que pensar num nome"],
    },
  },
  timing: {
    en: { says: [], not: ["Is it not the right time?", "It's the right time for me"] },
    fr: { says: [], not: ["Est-ce que c'est pas le bon moment ?", "C'est le moment"] },
    es: { says: [], not: ["¿No es buen momento?", "Es buen momento"] },
    pt: { says: [], not: ["Não é boa altura?", "É boa altura"] },
  },
  worry: {
    en: {
      says: [
        "The only thing that puts me off is the travel",
        "I'm worried about keeping up",
        "I don't trust online courses",
        "My main concern is the level",
      ],
      not: [
        "I'm worried about my dog",
        "I'm afraid I can't come tomorrow",
        "I don't trust my memory",
        "Are you worried about the level?",
        "My worry doll is cute",
      ],
    },
    fr: {
      says: [
        "Ce qui me fait peur c'est l'engagement",
        "ma seule crainte c'est le niveau",
        "je me méfie des cours sur internet",
        "j'ai peur de ne pas suivre",
      ],
      not: [
        "J'ai peur de l'avion",
        "Je me méfie des chiens",
        "Il a peur de ne pas suivre",
        "Ce qui me plaît c'est le niveau",
      ],
    },
    es: {
      says: [
        "Lo que más me preocupa es el horario",
        "mi miedo es no poder seguir el ritmo",
        "no me fío de los cursos por internet",
        "tengo miedo de perder el dinero",
      ],
      not: [
        "Tengo miedo de los perros",
        "No confío en mi vecino",
        "Lo que más me gusta es el horario",
        "¿Lo que te preocupa es el horario?",
      ],
    },
    pt: {
      says: [
        "O que me preocupa é o horário",
        "meu medo é não conseguir acompanhar",
        "não confio em cursos pela internet",
        "tenho receio de não dar conta",
      ],
      not: [
        "Tenho receio de altura",
        "Não confio no meu vizinho",
        "O que me agrada é o horário",
        "Ela tem medo de não dar conta",
      ],
    },
  },
  financing: {
    en: {
      says: ["My loan application was refused", "The bank rejected my application"],
      not: ["Was my loan refused?", "My loan was not refused"],
    },
    fr: {
      says: ["Mon dossier a été refusé", "Ma banque a refusé"],
      not: ["Mon dossier n'a pas été refusé", "Si mon dossier a été refusé, je fais quoi ?"],
    },
    es: {
      says: ["Me denegaron la beca", "Me han rechazado el préstamo"],
      not: ["No me denegaron la beca", "¿Me denegaron la beca?"],
    },
    pt: {
      says: ["O financiamento foi recusado", "O banco não aprovou"],
      not: ["O financiamento não foi recusado", "E se o financiamento foi recusado?"],
    },
  },
};

describe.each(Object.entries(objections))("an objection of %s", (_, told) => {
  it.each(rows(told, "says"))("is stated by %j, and is no loss", (text) => {
    expect(claimed("blockers", text)).toBe(text);
    expect(claimed("is_lost", text)).toBeUndefined();
  });

  it.each(rows(told, "not"))("is not stated by %j", (text) => {
    expect(fieldsIn(text)).toEqual([]);
  });
});

describe("objections", () => {
  it("stand each once, the ten newest", () => {
    const values = (...lines: string[]) =>
      found(...lines).claims.flatMap(({ field, value }) => (field === "blockers" ? [value] : []));
    expect(values("It's too expensive.", "I have no time.", "It's too expensive.")).toEqual([
      "I have no time.",
      "It's too expensive.",
    ]);
    expect(
      values(...Array.from({ length: 12 }, (_, nth) => `It's too expensive for me, ${nth}`)),
    ).toHaveLength(10);
  });
});
