import { describe, expect, it } from "vitest";
import { claimed, fieldsIn, found, rows, type Told } from "./lead-says";

const trade: Told = {
  en: {
    says: ["I'm a nurse", "I work as a baker", "I'm a stay at home mum at the moment"],
    not: [
      "I'm a former nurse",
      "I'm a manager of my own time",
      "My mother is a nurse",
      "I'm a big fan of your teacher",
    ],
  },
  fr: {
    says: ["Je suis infirmière", "je travaille comme serveuse", "je suis mère au foyer"],
    not: ["Ma mère est infirmière", "J'étais infirmière", "Je suis ancienne infirmière"],
  },
  es: {
    says: ["Soy enfermera", "trabajo como camarera"],
    not: ["Mi madre es enfermera", "Era enfermera", "Quiero ser enfermera"],
  },
  pt: {
    says: ["Sou professora", "trabalho como garçom"],
    not: ["A minha mãe é professora", "Quero ser professora", "Não sou professora"],
  },
};

describe("a trade", () => {
  it.each(rows(trade, "says"))("is a situation and nothing else: %j", (text) => {
    expect(fieldsIn(text)).toEqual(["professional_situation"]);
  });

  it.each(rows(trade, "not"))("is not told by %j", (text) => {
    expect(fieldsIn(text)).toEqual([]);
  });
});

describe("an occupation", () => {
  it.each([
    ["> What do you do for a living?", "freelance photographer", "self_employed"],
    ["> And what do you do?", "unemployed right now, long story", "unemployed"],
    ["> Vous faites quoi dans la vie ?", "étudiante en psycho", "student"],
    ["> Quel est votre métier ?", "salarié, dans la pub", "employee"],
    ["> ¿A qué te dedicas?", "camarera en un hotel", "employee"],
    ["> ¿Estudias o trabajas?", "estudiante todavía", "student"],
    ["> Você trabalha com o quê?", "autônoma, faço bolos", "self_employed"],
    ["> O que você faz da vida?", "aposentado, graças a deus", "retired"],
  ])("is told by the answer to %j: %j", (question, answer, occupation) => {
    expect(claimed("occupation_status", question, answer)).toBe(occupation);
  });

  it.each([
    ["> What does your husband do?", "retired"],
    ["> What do you do?", "my husband is retired"],
    ["> What do you do on Sundays?", "retired life, nothing"],
    ["> What do you do?", "not a student anymore"],
    ["> Vous faites quoi dans la vie ?", "mon fils est étudiant"],
    ["> ¿A qué te dedicas?", "antes era camarera en un hotel"],
    ["> O que você faz?", "meu pai é aposentado"],
    ["Students only?", "student"],
  ])("is not told by the answer to %j: %j", (question, answer) => {
    expect(claimed("occupation_status", question, answer)).toBeUndefined();
  });

  it("is the newest, save that who studies or is retired stays so beside a job", () => {
    expect(claimed("occupation_status", "I'm a student", "I work at Lidl now")).toBe("employee");
    expect(claimed("occupation_status", "I'm a student, and I work in a shop on Saturdays")).toBe(
      "student",
    );
    expect(claimed("occupation_status", "I lost my job. I'm freelance now.")).toBe("self_employed");
  });

  it("is less sure where the words have other uses", () => {
    const confidenceOf = (...lines: string[]) =>
      found(...lines).claims.find(({ field }) => field === "occupation_status")?.confidence;
    expect([confidenceOf("Je suis au chômage"), confidenceOf("Je cherche du travail")]).toEqual([
      0.9, 0.6,
    ]);
    expect(confidenceOf("Je suis infirmière au CHU, en CDI")).toBe(0.9);
    expect(confidenceOf("> Vous faites quoi dans la vie ?", "salariée")).toBe(0.8);
  });

  it("tells no employer from capitals alone", () => {
    expect(claimed("occupation_status", "I WORK AT NIGHT")).toBeUndefined();
  });
});
