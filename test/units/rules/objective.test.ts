import { describe, expect, it } from "vitest";
import { claimed, found, rows, type Told } from "./lead-says";

const goals: Told = {
  en: {
    says: [
      "My goal is to sell my prints",
      "I'd like to become an illustrator",
      "we want to buy our first house",
      "id love to lose 8 kg",
    ],
    not: [
      "I want to buy the guide",
      "We don't want to buy a house",
      "I want to buy my son a house",
      "I'd love to lose the newsletter",
      "I want to know the price",
      "I don't want to become a designer",
      "My goal is not to sell",
      "I'd like to become a member",
    ],
  },
  fr: {
    says: [
      "Mon objectif est de vivre du dessin",
      "Je veux me reconvertir",
      "on cherche à acheter un appartement",
      "je voudrais perdre 10 kilos",
    ],
    not: [
      "On veut acheter le guide",
      "Ma fille veut acheter une maison",
      "Je cherche à vous joindre",
      "Je ne veux pas perdre 10 euros",
      "Je veux le programme",
      "Je ne veux pas me reconvertir",
      "Mon objectif est atteint",
    ],
  },
  es: {
    says: [
      "Mi objetivo es vivir del arte",
      "Me gustaría cambiar de trabajo",
      "queremos comprar un piso",
      "quiero bajar de peso",
    ],
    not: [
      "Quiero comprar una mesa",
      "No quiero bajar de peso",
      "Quiero ser sincera",
      "No quiero cambiar de trabajo",
      "Quiero saber el precio",
    ],
  },
  pt: {
    says: [
      "O meu objetivo é viver da arte",
      "quero mudar de carreira",
      "queremos comprar uma casa",
      "quero emagrecer",
    ],
    not: [
      "Quero comprar uma mesa",
      "Minha prima quer emagrecer",
      "Quero saber o preço",
      "Não quero mudar de carreira",
      "O teu objetivo é vender",
    ],
  },
};

describe("a goal", () => {
  it.each(rows(goals, "says"))("is stated by %j", (text) => {
    expect(found(text).claims.find(({ field }) => field === "primary_objective")).toMatchObject({
      value: text,
      confidence: 0.6,
    });
  });

  it.each(rows(goals, "not"))("is not stated by %j", (text) => {
    expect(claimed("primary_objective", text)).toBeUndefined();
  });

  it.each([
    ["> Why pottery?", "I want to make my own plates one day"],
    ["> What would you like to achieve?", "well, I'd love to play at my friend's wedding"],
    ["> Qu'est-ce qui vous amène ?", "je voudrais parler anglais sans stress"],
    ["> Et pourquoi maintenant ?", "ben je veux monter en grade au travail"],
    ["> ¿Qué te gustaría lograr?", "me gustaría tocar la guitarra en bodas"],
    ["> ¿Y por qué francés?", "quiero mudarme a Lyon el año que viene"],
    ["> Qual o seu objetivo?", "quero correr uma maratona"],
    ["> Por que inglês?", "queria viajar sozinha"],
  ])("is any wish that answers %j: %j", (question, answer) => {
    expect(claimed("primary_objective", question, answer)).toBe(answer);
    expect(claimed("primary_objective", "> How are you?", answer)).toBeUndefined();
  });

  it.each([
    ["> Why us?", "I want you to tell me first"],
    ["> Why not today?", "I want to sleep"],
    ["> Pourquoi ?", "je veux voir avec mon mari"],
    ["> Pourquoi pas ?", "je veux manger"],
    ["> ¿Por qué?", "quiero saber más"],
    ["> ¿Por qué no?", "quiero dormir"],
    ["> Por quê?", "quero ver o preço"],
    ["> Por que não?", "quero dormir"],
  ])("is not told by the answer to %j: %j", (question, answer) => {
    expect(claimed("primary_objective", question, answer)).toBeUndefined();
  });
});
