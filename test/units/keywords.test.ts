import { describe, expect, it } from "vitest";
import { consentIn, isKeyword } from "../../src/features/access/settings/consent";

const OUT =
  "STOP UNSUBSCRIBE CANCEL OPTOUT QUIT END SAIR PARAR CANCELAR DESCADASTRAR BAJA ALTO ARRET DESINSCRIRE".split(
    " ",
  );
const KEYWORDS = { opt_out_keywords: OUT, opt_in_keywords: ["START", "VOLTAR"] };

describe("a keyword", () => {
  it.each([
    "STOP",
    "stop",
    " Stop\n",
    "STOP.",
    "stop!",
    "Stop !!",
    "stop...",
    "ＳＴＯＰ！",
    "arrêt",
    "Arre\u0302t",
    "désinscrire",
    "Párar",
    "\u00a0baja\u00a0",
  ])("is %j", (text) => {
    expect(isKeyword(text, OUT)).toBe(true);
  });

  it.each([
    "we have got to stop this bill",
    "stop it",
    "please stop",
    "stopp",
    "st op",
    "stop?",
    '"stop"',
    "!stop",
    ".stop",
    "stop,",
    "",
    " ",
    "!",
    "🛑",
  ])("is not %j", (text) => {
    expect(isKeyword(text, OUT)).toBe(false);
  });

  it("is one of the workspace's, in the same spelling", () => {
    expect(isKeyword("não quero mais", ["NAO QUERO MAIS!"])).toBe(true);
    expect(isKeyword("stop", [])).toBe(false);
    for (const empty of ["", " ", "!", "."]) expect(isKeyword("!", [empty]), empty).toBe(false);
  });

  it("is not found in a long text, nor in one of marks only", () => {
    expect(isKeyword(`${"! ".repeat(32_000)}a`, OUT)).toBe(false);
    expect(isKeyword(`stop${" !".repeat(32_000)}`, OUT)).toBe(true);
  });
});

describe("consent", () => {
  it.each([
    [
      { type: "text", text: "Stop" },
      { kind: "opted_out", method: "keyword" },
    ],
    [
      { type: "text", text: "start!" },
      { kind: "opted_in", method: "keyword" },
    ],
    [
      { type: "button", text: "Não receber mais", tapped: "UNSUBSCRIBE" },
      { kind: "opted_out", method: "button" },
    ],
    [
      { type: "button", text: "Stop", tapped: "0" },
      { kind: "opted_out", method: "button" },
    ],
    [
      { type: "button", text: "Sair" },
      { kind: "opted_out", method: "button" },
    ],
    [
      { type: "interactive", text: "Voltar", tapped: "again" },
      { kind: "opted_in", method: "button" },
    ],
    [
      { type: "interactive", text: null, tapped: "start" },
      { kind: "opted_in", method: "button" },
    ],
    [{ type: "text", text: "Does it stop?" }, undefined],
    [{ type: "text", text: "Hello", tapped: "STOP" }, undefined],
    [{ type: "text", text: null }, undefined],
    [{ type: "image", text: "Stop" }, undefined],
    [{ type: "reaction", text: "stop" }, undefined],
    [{ type: "system", text: "stop" }, undefined],
    [{ type: "interactive", text: "Yes", tapped: "yes" }, undefined],
  ] as const)("of %j is %j", (message, consent) => {
    expect(consentIn(message, KEYWORDS)).toStrictEqual(consent);
  });

  it("is withdrawn by a word that is in both lists", () => {
    const both = { opt_out_keywords: ["ALTO"], opt_in_keywords: ["ALTO"] };
    expect(consentIn({ type: "text", text: "alto" }, both)).toStrictEqual({
      kind: "opted_out",
      method: "keyword",
    });
  });
});
