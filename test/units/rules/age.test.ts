import { describe, expect, it } from "vitest";
import { claimed, found } from "./lead-says";

describe("an age", () => {
  it.each([
    ["I'm 34", 34],
    ["Hi! im 34 and i work nights", 34],
    ["I am 34 years old.", 34],
    ["just turned 40 🎉", 40],
    ["I’m 51, is it too late for me?", 51],
    ["I'm a freelance translator, 37, and I've been carrying a comic around.", 37],
    ["34 yo here, hello", 34],
    ["Retired at last! Turned 61 in March.", 61],
    ["i'm 28y and new to this", 28],
    ["hmm my fiancé left. I'm 33, claims adjuster", 33],
    ["J'ai 36 ans", 36],
    ["jai 36ans et 2 enfants", 36],
    ["Bonjour Claire. Moi, j’ai 36 ans, j'étais office manager", 36],
    ["Je viens d'avoir 40 ans !", 40],
    ["oui j'ai 27a je suis vendeuse", 27],
    ["g 31 ans", 31],
    ["Je suis couturière, 30 ans, entre deux contrats", 30],
    ["36 ans, infirmière à Lyon", 36],
    ["Je m'appelle Marie, 34 ans", 34],
    ["Tengo 29 años", 29],
    ["hola, tengo 29 anos y vivo en Lugo", 29],
    ["Acabo de cumplir 50 años", 50],
    ["tengo 52 años soy maestra", 52],
    ['tengo 58 años, y claro, "demasiado mayor" me dijeron', 58],
    ["Me llamo Sofía, 33 años, y vivo en Quito", 33],
    ["Tenho 24 anos", 24],
    ["tenho 44a, dois filhos", 44],
    ["então tenho 38 anos sou motorista", 38],
    ["oi! eu tenho 24 anos e moro no Porto", 24],
    ["Sou a Rita, 41 anos, de Braga", 41],
    ["Acabei de fazer 60 anos", 60],
  ])("is told by %j", (text, age) => {
    expect(claimed("age", text)).toBe(age);
  });

  it.each([
    "My son is 12",
    "I have worked 20 years",
    "When I was 20, I drew all day",
    "I'm 30 minutes away",
    "I'm 50-50 on this",
    "I'm 100% sure",
    "I'm not 34",
    "If I'm 34, may I join?",
    "So you think I'm 34?",
    "My brother said: I'm 34",
    "My brother said I'm 34, he lies",
    "I'm 12 weeks pregnant",
    "I'm married to Tom, 45, and we live in Leeds",
    "I'm 400 pages into it",
    "34",
    "My brother called. Turned 40 last week",
    "I turned 40 pages in March",
    "We turned 30 in the queue",
    '"I\'m 34", she said',
    'he told me "come", I\'m 34',
    "I'm 34\" and so on",
    "he was like I'm 60",
    "tengo 20 años trabajando",
    "tenho 10a de casa",
    "j'ai 20a de métier",
    "I feel like I'm 20",
    "Mon fils a 12 ans",
    "j'ai 20 ans d'expérience",
    "Quand j'avais 20 ans, je dessinais",
    "J'ai travaillé 15 ans dans le commerce",
    "est-ce pour les gens qui ont 34 ans ?",
    "J'ai 36 ans ?",
    "Je suis maman de Léo, 12 ans",
    "15 ans déjà !",
    "J'ai 3 enfants, 12 ans, 14 ans",
    "Elle m'a dit « j'ai 36 ans »",
    "Paul : j'ai 45 ans",
    "Mi hija tiene 12 años",
    "Trabajo aquí hace 20 años",
    "Tengo 20 años de experiencia",
    "Si tengo 29 años, ¿puedo entrar?",
    "No tengo 29 años",
    "Cuando tenía 20 años dibujaba",
    "Há 10 anos que desenho",
    "Tenho 10 anos de casa",
    "A minha filha tem 12 anos",
    "Não tenho 24 anos",
    "Quando tinha 24 anos desenhava",
    "Se eu tenho 24 anos, posso entrar?",
    "É para quem tem 34 anos?",
  ])("is not told by %j", (text) => {
    expect(claimed("age", text)).toBeUndefined();
  });

  it.each([
    ["> How old are you?", "34", 34],
    ["> Nice! And how old are you, if I may ask?", "34 😊", 34],
    ["> Quel âge avez-vous ?", "36 ans", 36],
    ["> T'as quel âge ?", "36", 36],
    ["> ¿Cuántos años tienes?", "29 años", 29],
    ["> ¿Qué edad tiene usted?", "61", 61],
    ["> Que idade tens?", "24", 24],
    ["> Quantos anos você tem?", "24 anos", 24],
    ["> Can I ask how old you are and what you do?", "sure! 41, I clean offices", 41],
    ["> Et vous avez quel âge ?", "ben 63 ans et vous ?", 63],
    ["> ¿Qué edad tienes?", "tengo 26, casi 27", 26],
    ["> Qual a sua idade?", "35. é muito?", 35],
  ])("is told by the answer to %j", (question, answer, age) => {
    expect(found(question, answer).claims).toEqual([
      {
        field: "age",
        value: age,
        confidence: 0.8,
        messageId: 102,
        quote: expect.stringContaining(String(age)),
      },
    ]);
  });

  it.each([
    ["> How old are your children?", "12"],
    ["> How old are you, and how many hours a week have you got?", "20"],
    ["> How old are you? How long have you drawn?", "20"],
    ["> How many hours a week?", "34"],
    ["> Quel âge a votre fils ?", "12 ans"],
    ["> Combien d'années d'expérience ?", "20 ans"],
    ["> ¿Cuántos años tiene tu hijo?", "12 años"],
    ["> ¿Cuántos años llevas dibujando?", "20 años"],
    ["> Quantos anos tem o seu filho?", "12 anos"],
    ["> Há quantos anos trabalha?", "20 anos"],
    ["> How old are you?", "34?"],
    ["> How old are you?", "3"],
    ["> How old are you?", "500"],
    ["> How old are you?", "sure! 34?"],
    ["> How old are you?", "34, 36, who cares"],
    ["> How old are you?", "I have two, 10 and 12"],
    ["> How old are you?", "50 minutes ago I told you"],
    ["> Qual a sua idade?", "faço 28 em dezembro"],
  ])("is not told by the answer to %j: %j", (question, answer) => {
    expect(claimed("age", question, answer)).toBeUndefined();
  });

  it("is asked for right before", () => {
    expect(claimed("age", "> How old are you?", "Why?", "34")).toBeUndefined();
    expect(claimed("age", "How old are you?", "34")).toBeUndefined();
  });

  it("is the newest that was told, with how sure it is", () => {
    const { claims } = found("I'm 34", "Happy birthday to me! I just turned 35!");
    expect(claims).toEqual([
      { field: "age", value: 35, confidence: 0.9, messageId: 102, quote: "I just turned 35!" },
    ]);
    expect(
      found("Je suis couturière, 30 ans, à Lille").claims.find(({ field }) => field === "age")
        ?.confidence,
    ).toBe(0.6);
  });
});
