import { describe, expect, it } from "vitest";
import { consentIn } from "#features/access/settings/consent";

const KEYWORDS = { opt_out_keywords: ["Basta ya"], opt_in_keywords: ["START", "VOLTAR"] };

describe("consent", () => {
  it.each([
    [
      { type: "text", text: "Stop" },
      { kind: "opted_out", scope: "all", method: "keyword" },
    ],
    [
      { type: "text", text: "start!" },
      { kind: "opted_in", scope: "all", method: "keyword" },
    ],
    [
      { type: "button", text: "Não receber mais", tapped: "UNSUBSCRIBE" },
      { kind: "opted_out", scope: "all", method: "button" },
    ],
    [
      { type: "button", text: "Stop", tapped: "0" },
      { kind: "opted_out", scope: "all", method: "button" },
    ],
    [
      { type: "button", text: "Parar" },
      { kind: "opted_out", scope: "all", method: "button" },
    ],
    [
      { type: "button", text: "¡Basta ya!" },
      { kind: "opted_out", scope: "all", method: "button" },
    ],
    [
      { type: "button", text: "Stop promotions", tapped: "Stop promotions" },
      { kind: "opted_out", scope: "marketing", method: "platform_button" },
    ],
    [
      { type: "button", text: "Detener promociones", tapped: "4711" },
      { kind: "opted_out", scope: "marketing", method: "platform_button" },
    ],
    [
      { type: "button", text: "No, thanks", tapped: "Unsubscribe from Promos" },
      { kind: "opted_out", scope: "marketing", method: "platform_button" },
    ],
    [
      { type: "text", text: "unsubscribe from all" },
      { kind: "opted_out", scope: "all", method: "keyword" },
    ],
    [
      { type: "button", text: "Unsubscribe from Promos", tapped: "Unsubscribe from All" },
      { kind: "opted_out", scope: "all", method: "button" },
    ],
    [
      { type: "text", text: "Cancel!" },
      { kind: "opted_out", scope: "all", method: "keyword", weak: "cancel" },
    ],
    [
      { type: "text", text: "Révoquer" },
      { kind: "opted_out", scope: "all", method: "keyword", weak: "revoquer" },
    ],
    [{ type: "text", text: "Cancel", tapped: "b2" }, undefined],
    [{ type: "button", text: "Cancel", tapped: "Cancel" }, undefined],
    [{ type: "interactive", text: "Annuler", tapped: "1" }, undefined],
    [{ type: "interactive", text: "No", tapped: "end" }, undefined],
    [{ type: "button", text: "Sair" }, undefined],
    [
      { type: "interactive", text: "Voltar", tapped: "again" },
      { kind: "opted_in", scope: "all", method: "button" },
    ],
    [
      { type: "interactive", text: null, tapped: "start" },
      { kind: "opted_in", scope: "all", method: "button" },
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
      scope: "all",
      method: "keyword",
    });
  });
});
