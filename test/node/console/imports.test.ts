import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { workbook } from "#test/support/workbook";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import {
  call,
  DEMO_TOKEN,
  expectAccessible,
  newWorkspace,
  phone,
  shoot,
  withConsole,
} from "../support/console";

/** As Excel writes it in western Europe: Windows-1252, semicolons, a name that spans lines. */
const MESSY = Buffer.from(
  [
    "sep=;",
    "Prénom;Nom;Téléphone;E-mail;Ville;Étiquettes;Désabonné;Remarque interne;Consentement",
    "Zoé;Müller;06 39 98 08 01;zoe@example.com;Besançon;Salon;non;;formulaire du 3 mai",
    "Zoé;Müller;06 39 98 08 01;;Besançon;;non;the same again",
    "Léon;;3,3600E+10;;Metz;;non;",
    'Ana;Gómez;+33 6 39 98 08 03;pas-un-mail;"Paris\r\n12e";Salon, VIP;oui;',
    "Élodie;;+33 6 39 98 08 04;elodie@example.com;Nîmes;;peut-être;",
    "Noël;Lefèvre-Dubois de la Tour d\u0092Auvergne;;noel@example.com;;;;",
    ";;;;Lyon;;;nobody",
  ].join("\r\n"),
  "latin1",
);

const send = async (
  page: Page,
  button: string,
  file: { name: string; mimeType: string; buffer: Buffer },
) => {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await choosing).setFiles(file);
};

/** Drops a file of some text, many times over, which is made in the browser. */
async function drop(page: Page, name: string, text: string, times = 1) {
  const dataTransfer = await page.evaluateHandle(
    ([name, text, times]) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([text.repeat(times)], name));
      return dropped;
    },
    [name, text, times] as const,
  );
  await page.getByText("Drop a file here").dispatchEvent("drop", { dataTransfer });
}

describe.skipIf(!hasChromium)("the import of leads", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  it("maps a messy file, shows each row's problem first, imports the rest, and undoes it", async () => {
    const token = await newWorkspace("Imports");
    await withConsole(browser, { token, path: "/leads/import" }, async (page) => {
      await page.getByRole("heading", { name: "No imports yet" }).waitFor();
      await shoot(page, "imports-empty");
      await send(page, "Choose a file", {
        name: "contacts été.csv",
        mimeType: "text/csv",
        buffer: MESSY,
      });

      await page.getByRole("heading", { name: "What is in each column?" }).waitFor();
      await page.getByText("Besançon").waitFor();
      const becomes = (column: string) => page.getByLabel(`What ${column} becomes`);
      expect(await becomes("Téléphone").inputValue()).toBe("phone");
      expect(await becomes("Désabonné").inputValue()).toBe("is_optout");
      await page.getByText("May say who has unsubscribed", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Check the file" }).click();
      await page.getByRole("alert").getByText("Decide on this before").waitFor();
      await shoot(page, "imports-consent-light");
      await expectAccessible(page);
      await page.getByLabel("It says nothing about who may be written to").check();
      await becomes("Ville").selectOption("A variable…");
      expect(await page.getByLabel("Key for Ville").inputValue()).toBe("ville");
      await page.getByLabel("Key for Ville").fill("");
      await page.getByLabel("Country of national numbers").selectOption("France");
      expect(await page.getByLabel("Country of national numbers").inputValue()).toBe("FR");
      await page.getByRole("button", { name: "Check the file" }).click();
      await page.getByRole("alert").getByText("Name the key.").waitFor();
      await page.getByLabel("Key for Ville").fill("city");
      await page.getByLabel("Create tags that don't exist yet").uncheck();
      await shoot(page, "imports-columns-light");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Check the file" }).click();

      await page.getByRole("heading", { name: "This is what would happen" }).waitFor();
      await page.getByRole("row", { name: /Salon/ }).first().waitFor();
      await page.getByRole("button", { name: "Change columns or options" }).click();
      await page.getByLabel("Create tags that don't exist yet").check();
      await page.getByRole("button", { name: "Check the file" }).click();
      await page.getByRole("heading", { name: "This is what would happen" }).waitFor();
      await shoot(page, "imports-checked-light");
      await expectAccessible(page);
      const { data: before } = await call<{ data: unknown[] }>(token, "GET", "/leads");
      expect(before).toEqual([]);

      const downloading = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download as CSV" }).click();
      const file = await downloading;
      expect(file.suggestedFilename()).toBe("contacts été-rejected.csv");
      expect(readFileSync(await file.path(), "utf8")).toMatch(/^\uFEFFPrénom;.*errors/);

      // The address shows the same to whoever comes back.
      await page.reload();
      await page.getByRole("button", { name: /^Import \d rows$/ }).click();
      await page.getByRole("heading", { name: "Imported", exact: true }).waitFor();
      await shoot(page, "imports-report-light");
      const { data: done } = await call<{ data: object[] }>(token, "GET", "/imports");
      const counts = { created: 3, updated: 0, unchanged: 1, conflict: 0, invalid: 3 };
      expect(done).toMatchObject([{ state: "completed", counts }]);
      const { data: leads } = await call<{ data: { first_name: string; variables: object }[] }>(
        token,
        "GET",
        "/leads",
      );
      expect(leads).toContainEqual(
        expect.objectContaining({ first_name: "Zoé", variables: { city: "Besançon" } }),
      );

      await page.getByRole("link", { name: "See the leads" }).click();
      await page.getByText("Created by import").waitFor();
      await page.getByRole("status").getByText("3 leads").waitFor();
      await page.goBack();

      await page.getByRole("button", { name: "Undo the import" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("The person whom it unsubscribed stays unsubscribed").waitFor();
      await dialog.getByRole("button", { name: "Undo the import" }).click();
      await page.getByRole("heading", { name: "This import was undone" }).waitFor();
      await page.getByText("People whom it unsubscribed, and who stay so: 1.").waitFor();
      const { data: after } = await call<{ data: unknown[] }>(token, "GET", "/leads");
      expect(after).toEqual([]);
      await page.getByRole("link", { name: "All imports" }).click();
      await page.getByRole("cell", { name: "Undone" }).waitFor();
    });
  });

  it("reads workbooks, names who is in the way, and can be given up, on a phone", async () => {
    const token = await newWorkspace("مساحة");
    const { data: lead } = await call<{ data: { id: number } }>(token, "POST", "/leads", {
      first_name: "Maud",
      ext_id: "crm-1",
      phone: "+33639980901",
    });
    const cell = (at: string, text: string) =>
      `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows =
      `<row r="1"><c r="A1" t="s"><v>0</v></c>${cell("B1", "Nom complet")}${cell("C1", "Tel")}</row>` +
      `<row r="2">${cell("A2", "crm-2")}${cell("B2", "Ana &amp; João 🌸")}${cell("C2", "+33639980901")}</row>` +
      `<row r="3"><c r="B3" t="s"><v>1</v></c><c r="C3"><v>33639980902</v></c></row>`;
    const texts = "<si><t>ID client</t></si><si><r><t>مريم </t></r><r><t>الفاسي</t></r></si>";
    const buffer = Buffer.from(workbook({ rows, texts }));
    const options = { token, path: "/leads/import", locale: "fr-FR", ...phone } as const;
    await withConsole(browser, { ...options, colorScheme: "dark" }, async (page) => {
      await expectAccessible(page);
      await send(page, "Choisir un fichier", { name: "clients.xlsx", mimeType: "", buffer });
      await page.getByText("Ana & João 🌸").waitFor();
      await page.getByText("مريم الفاسي").waitFor();
      await shoot(page, "imports-columns-phone-dark");
      await page.getByLabel("Leads", { exact: true }).selectOption("Créer seulement");
      await page.getByRole("button", { name: "Vérifier le fichier" }).click();
      await page.getByRole("heading", { name: "Voici ce qui se passerait" }).waitFor();
      await page.getByRole("button", { name: "En conflit" }).click();
      await page.getByRole("link", { name: `Le lead ${lead.id} est déjà là` }).waitFor();
      const beyond = (main: Element) => main.scrollWidth - main.clientWidth;
      expect(await page.locator("main").evaluate(beyond)).toBe(0);
      await shoot(page, "imports-checked-phone-dark");
      await expectAccessible(page);
      await page.getByRole("button", { name: "Abandonner le fichier" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Abandonner le fichier" }).click();
      await page.getByRole("cell", { name: "Annulé" }).waitFor();
      await shoot(page, "imports-list-phone-dark");
    });
  });

  it("says at once what is wrong with a file", () =>
    withConsole(browser, { token: DEMO_TOKEN, path: "/leads/import" }, async (page) => {
      const empty = { name: "empty.csv", mimeType: "text/csv", buffer: Buffer.alloc(0) };
      await send(page, "Choose a file", empty);
      await page.getByRole("alert").getByText("This file is empty.").waitFor();
      await drop(page, "page.pdf", "%PDF-1.7");
      await page.getByRole("alert").getByText(/CSV/).waitFor();
    }));

  it("sends a large file in parts, and goes on to its columns meanwhile", async () => {
    const token = await newWorkspace("Parts");
    const line = `${"phone".padEnd(1_023)}\n`;
    await withConsole(browser, { token, path: "/leads/import" }, async (page) => {
      await drop(page, "large.csv", line, 20_500);
      await page.getByLabel("What phone becomes").waitFor();
      await page.getByText("CSV · 21 MB").waitFor();
      await page
        .getByRole("button", { name: "Check the file" })
        .and(page.locator(":enabled"))
        .waitFor();
      const { data } = await call<{ data: { bytes: number }[] }>(token, "GET", "/imports");
      expect(data.map(({ bytes }) => bytes)).toEqual([20_500 * 1_024]);
    });
  });

  it("is not shown to a token that may not import", async () => {
    const token = await newWorkspace("No imports");
    const { data } = await call<{ data: { token: string } }>(token, "POST", "/tokens", {
      ...{ name: "Leads alone", abilities: ["leads:read"] },
    });
    await withConsole(browser, { token: data.token, path: "/leads/import" }, (page) =>
      page.getByText("It would need the ability imports:read.").waitFor(),
    );
  });
});
