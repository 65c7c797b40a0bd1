import { describe, expect, it } from "vitest";
import { recognise } from "#domain/consent-text";
import { consentWords } from "#domain/consent-words";
import { everythingButtons, promotionButtons } from "#domain/platform-buttons";
import { foldAnswer, foldKeyword } from "#lib/text";

const NONE = { stop: [], start: [] };
const kindOf = (text: string) => recognise(text, NONE)?.kind;
const upper = (text: string) => text.toUpperCase();

/** Signs that people, telephones and WhatsApp put around a word. */
const DECORATIONS: ((word: string) => string)[] = [
  (word) => word,
  upper,
  (word) => ` ${word}\n`,
  (word) => `\u00a0${word}\u2003`,
  (word) => `${word}\u200b\ufeff`,
  ...[".", "!", "!!!", "...", "…", ",", "?", "?!", ";", ":", " !", "۔", "؟", "।", "。", "！"].map(
    (mark) => (word: string) => word + mark,
  ),
  (word) => `¡${word}!`,
  (word) => `/${word}`,
  (word) => `#${word}`,
  (word) => `- ${word} -`,
  ...["“”", '""', "''", "‘’", "«»", "„“", "()", "[]", "{}", "<>", "「」"].map(
    ([open, close]) =>
      (word: string) =>
        `${open}${word}${close}`,
  ),
  (word) => `« ${word} »`,
  ...["*", "_", "~", "`", "```", "*_"].map((mark) => (word: string) => `${mark}${word}${mark}`),
  ...["🛑", "🛑🛑", "❌", "🙏🏽", "❤️", "ℹ️", "👨‍👩‍👧", "🇫🇷", "1️⃣", "™️"].map(
    (emoji) => (word: string) => `${word} ${emoji}`,
  ),
  (word) => `🛑 ${word}! 🛑`,
  (word) => `🛑${word}🛑`,
  (word) => `${word}\nSent from my iPhone`,
  (word) => `${word}\r\n\r\nEnvoyé de mon iPhone`,
  (word) => `${word}\n\nGesendet von meinem Samsung Galaxy`,
  (word) => `${word}\nОтправлено с iPhone`,
  (word) => `${word}\niPhone'umdan gönderildi`,
  (word) => `${word}\nأرسلت من الـ iPhone`,
  (word) => `${word}\n🙏`,
  (word) => `${word}\n-- \nAnna\nSales manager, extension 12`,
  (word) => `${word}\n> Our summer offer`,
  (word) => `\n\n${word}`,
];

const NAMED: ((word: string) => string)[] = [
  (word) => `${word}\nAnna`,
  (word) => `${word}\n– Anna Müller-Lüdenscheidt`,
  (word) => `${word}\nMerci d’avance\nJean`,
];

const COURTEOUS: ((word: string) => string)[] = [
  (word) => `${word}. Thank you`,
  (word) => `${word}, thanks!`,
  (word) => `${word} please`,
  (word) => `${word}, please. Thank you! 🙏`,
  (word) => `${word} merci`,
  (word) => `${word} s’il vous plaît`,
  (word) => `${word}. Bitte`,
  (word) => `${word}\nMerci d’avance`,
  (word) => `${word}. شكرا`,
];

const ofStrength = (strength: string) => consentWords.filter((word) => word.strength === strength);

describe("each built-in word", () => {
  it.each(DECORATIONS.map((decorate) => [decorate("stop"), decorate]))(
    "counts as in %j",
    (_, to) => {
      for (const { word, kind } of consentWords) expect(kindOf(to(word)), to(word)).toBe(kind);
    },
  );

  it.each(COURTEOUS.map((decorate) => [decorate("stop"), decorate]))(
    "counts as in %j if it is strong",
    (_, to) => {
      for (const { word, kind } of ofStrength("strong"))
        expect(kindOf(to(word)), to(word)).toBe(kind);
      for (const { word } of ofStrength("weak")) expect(kindOf(to(word)), to(word)).toBe(undefined);
    },
  );

  it.each(NAMED.map((decorate) => [decorate("stop"), decorate]))(
    "counts as in %j if it is strong and unsubscribes",
    (_, to) => {
      for (const { word, kind, strength } of consentWords)
        expect(kindOf(to(word)), to(word)).toBe(
          kind === "stop" && strength === "strong" ? "stop" : undefined,
        );
    },
  );

  it("has one meaning, and one strength", () => {
    const meanings = new Map<string, Set<string>>();
    for (const { word, kind, strength } of consentWords) {
      const folded = foldKeyword(word);
      meanings.set(folded, (meanings.get(folded) ?? new Set()).add(`${kind} ${strength}`));
    }
    expect([...meanings].filter(([, { size }]) => size > 1)).toEqual([]);
  });

  it("is in one of the twelve languages, each with all three kinds", () => {
    const kinds = Object.groupBy(consentWords, ({ language }) => language);
    expect(Object.keys(kinds).toSorted()).toEqual(
      ["ar", "de", "en", "es", "fr", "hi", "it", "nl", "pl", "pt", "ru", "tr"].toSorted(),
    );
    for (const words of Object.values(kinds))
      expect(new Set(words?.map(({ kind, strength }) => `${kind} ${strength}`)).size).toBe(3);
  });
});

describe("Meta's own buttons", () => {
  const promotions = Object.values(promotionButtons).flat();
  const everything = Object.values(everythingButtons).flat();
  const labels = [...promotions, ...everything];

  it.each([
    ["promotions", promotions],
    ["strong", everything],
  ] as const)("unsubscribe by every label of %s, however it is written", (source, some) => {
    for (const label of some)
      for (const decorate of [...DECORATIONS, ...NAMED])
        expect(recognise(decorate(label), NONE), decorate(label)).toMatchObject({
          kind: "stop",
          source,
        });
  });

  it("mean all messages where a workspace has made a label a word of its own", () => {
    const added = { stop: ["Stop promotions"], start: [] };
    expect(recognise("stop promotions", added)?.source).toBe("strong");
  });

  it("are no words of people", () => {
    const words = new Set(consentWords.map(({ word }) => foldKeyword(word)));
    expect(labels.filter((label) => words.has(foldKeyword(label)))).toEqual([]);
  });
});

describe("what unsubscribes", () => {
  it.each([
    ...["STOP", "Ｓtop", "ＳＴＯＰ！", "𝐒𝐓𝐎𝐏", "S.T.O.P.", "S T O P"],
    ...[
      "OPT OUT",
      "opt-out",
      "OptOut",
      "opt_out",
      "opt\u2011out",
      "Opt – out",
      "STOP ALL",
      "STOPALL",
    ],
    ...["arrêt", "Arre\u0302t", "ARRET", "désinscription", "Désinscrire", "DESABONNER"],
    ...["Stopp", "Abmelden!", "KÜNDIGEN", "kuendigen", "İPTAL", "iptal", "ABONELİKTEN ÇIK"],
    ...["إيقاف", "ايقاف", "إيقافٌ", "إيـــقاف", "الغاء الاشتراك", "СТОП", "отписаться"],
    ...["WYPISZ SIĘ", "wypisz sie", "रोकें", "बंद करें।", "Descadastrar", "Disiscrizione", "Afmelden"],
    ...["STOP\nSTOP", "CANCEL", "Cancel.", "REVOKE", "End", "quit!", "Annuler", "إلغاء", "отмена"],
  ])("%j", (text) => {
    expect(kindOf(text)).toBe("stop");
  });
});

describe("what does not unsubscribe", () => {
  it.each([
    ...[
      "STOP 12345",
      "STOP 1",
      "STOP1",
      "12345 STOP",
      "non-stop",
      "nonstop",
      "don't stop",
      "don’t stop",
    ],
    ...["stop by at 5", "Where does the bus stop?", "stop it", "please stop", "st op", "stop stop"],
    ...["we have got to stop this bill", "unstoppable", "bus stop", "Stop, Anna", "Stop – Anna"],
    ...[
      "Stop!\nwhere does the bus stop?",
      "STOP\nI have a question",
      "Stop\nby at 5",
      "STOP\n12345",
    ],
    ...["Stop\nStart\nContinue", "STOP\nAnna\nBerta\nClara", "Stop\nmerci de me dire pourquoi"],
    ...["CANCEL 12345", "cancel my order", "Cancel please", "the end", "weekend", "End. Thank you"],
    ...["I quit my job", "revoked", "cancelled", "fine", "Fine!", "red", "son", "arrête"],
    ...[
      "ne pas annuler",
      "je veux annuler",
      "Ich möchte abmelden",
      "отменить заказ",
      "stop\u0000stop",
    ],
    ...["optional", "opt", "out", "opt in out", "", " ", "!", "?", "🛑", "👍", "...", "\u0301"],
    ...["thank you", "Merci", "please", "Sent from my iPhone", "Anna"],
    ...["Cancel\nTuesday", "Annuler\nMardi", "Stornieren\nTermin Dienstag", "إلغاء\nموعد الغد"],
    ...["रद्द करें\nमेरी बुकिंग", "Basta\nGrazie\nMaria", "End\nJuly\n-- \nAnna", "Cancel\nThank you"],
    ...["Stop promotions on Monday", "do not stop promotions", "promotions"],
  ])("%j", (text) => {
    expect(kindOf(text)).not.toBe("stop");
  });
});

describe("what subscribes again", () => {
  it.each([
    ...["START", "unstop", "Subscribe", "Resubscribe", "re-subscribe", "OPT IN", "opt-in", "OPTIN"],
    ...["Réabonner", "подписаться", "Start!\nSent from my iPhone", "START please"],
  ])("%j", (text) => {
    expect(kindOf(text)).toBe("start");
  });

  it.each([
    "start now",
    "restart",
    "Where do I start?",
    "I want to subscribe",
    "START 5",
    "START\nSTOP",
    "Start\nMonday",
    "старт\nВ понедельник",
    "اشترك\nصديقي في الدورة",
  ])("not %j", (text) => {
    expect(kindOf(text)).not.toBe("start" as string);
  });
});

describe("words of a workspace", () => {
  const added = { stop: ["NAO QUERO MAIS!", "🚫", "Stopp it"], start: ["Otra vez"] };

  it("count beside the others, in any spelling", () => {
    for (const text of ["não quero mais", "*Não quero mais*!", "🚫", "🚫\ufe0f", "STOP"])
      expect(recognise(text, added)?.kind, text).toBe("stop");
    expect(recognise("¡Otra vez!", added)?.kind).toBe("start");
    expect(recognise("🛑", added)).toBe(undefined);
  });

  it("are strong, even if they are weak otherwise", () => {
    expect(recognise("cancel", { stop: ["Cancel"], start: [] })?.source).toBe("strong");
  });

  it("unsubscribe where they are in both lists", () => {
    expect(recognise("alto", { stop: ["ALTO"], start: ["ALTO"] })?.kind).toBe("stop");
  });
});

it("an answer of many marks is folded quickly", () => {
  const marks = `")].!? `;
  expect(foldAnswer(`yes${marks.repeat(30_000)}`)).toBe("yes");
  expect(foldAnswer(`${marks.repeat(30_000)}no`)).toMatch(/^\)\].*no$/);
});

it("a long text is read quickly, and is no word unless it is nothing else", () => {
  expect(kindOf(`${"! ".repeat(32_000)}a`)).toBe(undefined);
  expect(kindOf(`stop${" !".repeat(32_000)}`)).toBe("stop");
  expect(kindOf(`stop${"\nAnna".repeat(32_000)}`)).toBe(undefined);
  expect(kindOf(`stop${" thanks".repeat(30_000)}`)).toBe(undefined);
});
