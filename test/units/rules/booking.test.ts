import { describe, expect, it } from "vitest";
import { claimed, fieldsIn, rows, type Told } from "./lead-says";

const bookings: Told = {
  en: {
    says: [
      "I booked a call for Tuesday",
      "See you Thursday at 3",
      "just booked in for monday",
      "just picked a slot, 4pm",
    ],
    not: [
      "I picked a slot machine",
      "Booked a table for Monday",
      "My mum is here. Booked a call for her",
      "I booked a call with my doctor",
      "Can I book a call?",
      "I haven't booked a call",
      "See you around",
    ],
  },
  fr: {
    says: ["C'est réservé pour mardi", "J'ai pris rendez-vous", "Très bien, à vendredi."],
    not: [
      "J'ai pris rendez-vous chez le dentiste",
      "C'est réservé aux femmes ?",
      "Je n'ai pas pris rendez-vous",
    ],
  },
  es: {
    says: ["Ya reservé la llamada", "Nos vemos el jueves"],
    not: ["No reservé la llamada", "¿Reservo la llamada?", "Tengo una cita con mi médico"],
  },
  pt: {
    says: ["Marquei a chamada", "agendei a reunião para sexta", "Até quinta!"],
    not: ["Não marquei a chamada", "Marquei a reunião com o banco", "Posso marcar a chamada?"],
  },
};

describe("a call that is booked", () => {
  it.each(rows(bookings, "says"))("is told by %j", (text) => {
    expect([claimed("engagement_level", text), claimed("levers", text)]).toEqual(["high", text]);
  });

  it.each(rows(bookings, "not"))("is not told by %j", (text) => {
    expect(fieldsIn(text)).toEqual([]);
  });

  it.each([
    "I have to cancel",
    "Je dois annuler",
    "Tengo que cancelar",
    "Preciso desmarcar",
    "Stop writing to me",
  ])("stands no more after %j", (text) => {
    expect(claimed("levers", "See you Thursday at 3", text)).toBeUndefined();
  });

  it("stands against a refusal before it, without saying that they go on", () => {
    expect(fieldsIn("Not interested", "I booked a call for Tuesday")).toEqual([
      "engagement_level",
      "levers",
    ]);
  });
});
