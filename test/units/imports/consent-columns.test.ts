import { describe, expect, it } from "vitest";
import { leadReader } from "#features/imports/reading/lead";
import { suggestMapping } from "#features/imports/reading/suggest-mapping";

const rowsOf = (column: string, cells: unknown[]) => cells.map((cell) => ({ [column]: cell }));

/** True if somebody has unsubscribed by the mapping that is suggested for a column. */
function optoutBy(column: string, cell: unknown) {
  const { mapping } = suggestMapping(["email", column], rowsOf(column, [cell]));
  return leadReader(mapping, { country: "FR", timeZone: null })({ [column]: cell }).lead.is_optout;
}

describe("a column on consent", () => {
  it.each([
    ["Opt-in", "no"],
    ["opted_in", "false"],
    ["OPT_IN", "0"],
    ["DOUBLE_OPT-IN", "No"],
    ["Opted In For SMS", "no"],
    ["Opted in for WhatsApp", "FALSE"],
    ["Consent", "no"],
    ["Consent", "withdrawn"],
    ["Email Consent", "denied"],
    ["ad_user_data_consent", "DENIED"],
    ["Consentement", "non"],
    ["Consentimiento", "no"],
    ["Consentimento", "não"],
    ["Consenso marketing", "no"],
    ["Einwilligung", "nein"],
    ["Zustimmung Werbung", "widerrufen"],
    ["Toestemming", "nee"],
    ["GDPR", "0"],
    ["RGPD", "non"],
    ["Accepts Marketing", "no"],
    ["acceptsMarketing", "false"],
    ["Accepts Email Marketing", "no"],
    ["Accepts SMS Marketing", "no"],
    ["Email Marketing Consent", "NEVER_SUBSCRIBED"],
    ["Marketing consent", "no"],
    ["Marketing status", "not_subscribed"],
    ["Marketing allowed", "no"],
    ["Accepte la newsletter", "non"],
    ["Acepta publicidad", "no"],
    ["Accetta marketing", "no"],
    ["Subscribed", "false"],
    ["Subscription status", "Unsubscribed"],
    ["Newsletter", "no"],
    ["Abonné", "non"],
    ["Angemeldet", "nein"],
    ["Ingeschreven", "nee"],
    ["Suscrito", "no"],
    ["Status", "unsubscribed"],
    ["Status", "Cleaned"],
    ["MEMBER STATUS", "Désabonné"],
    ["État", "Opted-out"],
    ["Unsubscribed", "true"],
    ["unsub", "1"],
    ["UNSUB_TIME", "2025-01-02 03:04:05"],
    ["Unsubscribed At", "2025-01-02"],
    ["Unsubscribed on", "Jan 2, 2025"],
    ["unsubscribed_at", 1735786800],
    ["Email Opt Out", "1"],
    ["emailoptout", "x"],
    ["HasOptedOutOfEmail", "TRUE"],
    ["hasoptedoutofemail", "true"],
    ["et4ae5__HasOptedOutOfMobile__c", "true"],
    ["Opted out of email: One to One", "true"],
    ["Unsubscribed from all email", "true"],
    ["doNotEmail", "1"],
    ["doNotSms", "1"],
    ["Do Not Text", "yes"],
    ["DoNotCall", "1"],
    ["Do not contact", "Y"],
    ["DND", "on"],
    ["Blacklisted", "1"],
    ["EMAIL_BLACKLISTED", "true"],
    ["Blocklisted", "yes"],
    ["Suppressed", "yes"],
    ["Stop SMS", "oui"],
    ["Stop pub", "x"],
    ["STOP", "oui"],
    ["Ne pas contacter", "oui"],
    ["Désinscrit", "oui"],
    ["Date de désinscription", "02/01/2025"],
    ["Liste noire", "vrai"],
    ["Abgemeldet am", "02.01.2025"],
    ["Newsletter abbestellt", "ja"],
    ["Keine Werbung", "x"],
    ["Werbesperre", "ja"],
    ["Nicht kontaktieren", "ja"],
    ["Dado de baja", "sí"],
    ["Fecha de baja", "02/01/2025"],
    ["Baja", "si"],
    ["No contactar", "sí"],
    ["Descadastrado", "sim"],
    ["Não contatar", "sim"],
    ["Disiscritto", "sì"],
    ["Non contattare", "vero"],
    ["Uitgeschreven", "ja"],
    ["Afgemeld op", "02-01-2025"],
    ["Geen mailing", "ja"],
  ])("says that somebody has unsubscribed: %s is %s", (column, cell) => {
    expect(optoutBy(column, cell)).toBe(true);
    expect(suggestMapping([column], rowsOf(column, [cell])).consent).toEqual([column]);
  });

  it.each([
    ["Opt-in", "yes"],
    ["Marketing consent", "granted"],
    ["Accepts Marketing", "TRUE"],
    ["OPTIN_TIME", "2024-01-02 03:04:05"],
    ["Email Opt Out", "0"],
    ["doNotEmail", "false"],
    ["Status", "Subscribed"],
    ["Stop SMS", "non"],
  ])("says that somebody has not: %s is %s", (column, cell) => {
    expect(optoutBy(column, cell)).toBe(false);
  });

  it.each([
    ["UNSUB_TIME", ""],
    ["Unsubscribed At", "0000-00-00 00:00:00"],
    ["Opt-in", ""],
  ])("says nothing where it is blank: %s is %j", (column, cell) => {
    expect(optoutBy(column, cell)).toBeUndefined();
    expect(suggestMapping([column], rowsOf(column, [cell])).consent).toEqual([column]);
  });

  it.each([
    ["Consent", ["by the web form, 3 May"]],
    ["Legal basis: consent", ["Legitimate interest", "Contract"]],
    ["Opt-in", ["weekly", "monthly", "yes"]],
    ["Unsubscribe reason", ["Too many messages"]],
    ["Status", ["Subscribed", "VIP", "Partner"]],
    ["Notes", ["unsubscribed", "likes tea", "calls on Monday"]],
  ])("is named where nobody can tell what it says: %s", (column, cells) => {
    expect(suggestMapping([column], rowsOf(column, cells))).toEqual({
      mapping: { [column]: "ignore" },
      consent: [column],
    });
  });

  it("is suggested if most of its cells can be read", () => {
    const { mapping } = suggestMapping(["Opt-in"], rowsOf("Opt-in", ["oui", "non", "peut-être"]));
    expect(mapping).toEqual({ "Opt-in": "is_subscribed" });
  });

  it.each([
    ["Stop name", ["Gare du Nord"]],
    ["Stop", ["Gare du Nord", "Opéra"]],
    ["Consent form URL", ["https://example.com/consent"]],
    ["OPTIN_IP", ["192.0.2.10"]],
    ["Opt-in source", ["Website"]],
    ["Status", ["new", "Open deal"]],
    ["Status", ["Active", "Inactive"]],
    ["Subscription", ["Premium", "Free"]],
    ["Baja California", ["yes"]],
    ["Option", ["yes"]],
    ["Newsletter name", ["The Weekly"]],
    ["Permissions", ["admin"]],
    ["Non-stop", ["yes"]],
    ["Contact owner", ["Kim"]],
    ["Tags", ["unsubscribed"]],
    ["Inscrit", ["Salon 2025"]],
  ])("is not one that only sounds like it: %s", (column, cells) => {
    expect(suggestMapping([column], rowsOf(column, cells)).consent).toEqual([]);
  });
});

describe("several columns on consent", () => {
  const optout = (row: Record<string, string>) => {
    const { mapping } = suggestMapping(Object.keys(row), [row]);
    return leadReader(mapping, { country: null, timeZone: null })(row).lead.is_optout;
  };

  it("unsubscribe whoever one of them says has", () => {
    expect(optout({ OPTIN_TIME: "2024-01-02", UNSUB_TIME: "2025-01-02" })).toBe(true);
    expect(
      optout({ "Opted out of email: News": "false", "Opted out of email: Sales": "true" }),
    ).toBe(true);
    expect(optout({ HasOptedOutOfEmail: "0", DoNotCall: "0" })).toBe(false);
  });

  it("are left to the sender where each is of another channel", () => {
    const row = { "Accepts Email Marketing": "yes", "Accepts SMS Marketing": "no" };
    const { mapping, consent } = suggestMapping(Object.keys(row), [row]);
    expect(Object.values(mapping)).toEqual(["ignore", "ignore"]);
    expect(consent).toEqual(Object.keys(row));
  });

  it("mean the channel of this service where there is one", () => {
    const row = { "Opted in for Email": "yes", "Opted in for WhatsApp": "no" };
    expect(suggestMapping(Object.keys(row), [row])).toEqual({
      mapping: { "Opted in for Email": "ignore", "Opted in for WhatsApp": "is_subscribed" },
      consent: Object.keys(row),
    });
  });

  it("don't ask for a reason beside what says that somebody has unsubscribed", () => {
    const row = {
      UNSUB_TIME: "2025-01-02",
      UNSUB_REASON: "No longer interested",
      UNSUB_CAMPAIGN_ID: "7f",
    };
    expect(suggestMapping(Object.keys(row), [row]).consent).toEqual(["UNSUB_TIME"]);
  });
});

describe("a column called status", () => {
  it.each([
    ["Statut", ["Nouveau", "Gagné", "Appel planifié"], "pipeline_stage"],
    ["Lead Status", ["New", "Closed lost", ""], "pipeline_stage"],
    ["Statut", ["Nouveau", "En attente de devis"], "ignore"],
    ["Statut", [""], "ignore"],
  ])("is the stage if its values are stages: %s %j", (column, cells, target) => {
    expect(suggestMapping([column], rowsOf(column, cells)).mapping[column]).toBe(target);
  });

  it("is none beside a column called stage", () => {
    const row = { Statut: "Nouveau", Étape: "Gagné" };
    expect(suggestMapping(Object.keys(row), [row]).mapping).toEqual({
      Statut: "ignore",
      Étape: "pipeline_stage",
    });
  });
});
