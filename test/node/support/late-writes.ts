import type { Page } from "playwright-core";
import { composer } from "./inbox";

/** A write of a screen. What it writes has a word in it, on the screen and in the API. */
type LateWrite = {
  path: string;
  /** Where the API has what was written. */
  api: string;
  /** Its value in the API, if it is not the word. */
  has?: string;
  write: (page: Page, word: string) => Promise<void>;
  /** Waits until the screen shows it, if that is no text with the word. */
  shown?: (page: Page, word: string) => Promise<unknown>;
};

const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().click();

/** Opens a dialog, fills its fields by their labels, and submits it. */
const inDialog =
  (button: string, submit: string, fields: (word: string) => Record<string, string>) =>
  async (page: Page, word: string) => {
    await press(page, button);
    const dialog = page.getByRole("dialog");
    for (const [label, text] of Object.entries(fields(word)))
      await dialog.getByLabel(label, { exact: true }).fill(text);
    await dialog.getByRole("button", { name: submit, exact: true }).click();
  };

/** One write of each kind: dialogs, cards, what is shown before it is answered, and files. */
export const lateWrites = ({ id, lead }: { id: number; lead: number }): LateWrite[] => [
  {
    path: "/settings/tags",
    api: "/tags",
    write: inDialog("Create a tag", "Create", (word) => ({ Label: word })),
  },
  {
    path: "/settings/replies",
    api: "/canned-replies",
    write: inDialog("Write a reply", "Create", (word) => ({ Shortcut: word, Text: "Hello" })),
  },
  {
    path: "/links",
    api: "/short-links",
    write: inDialog("Create a link", "Create", (word) => ({
      Label: word,
      Destination: "https://example.com/",
    })),
  },
  {
    path: "/scenarios",
    api: "/scenarios",
    write: inDialog("New scenario", "Create", (word) => ({ Name: word })),
  },
  {
    path: "/settings",
    api: "/settings",
    async write(page, word) {
      await page.getByLabel("Contact").fill(`${word}@example.com`);
      await press(page, "Save");
    },
    shown: (page, word) =>
      page.waitForFunction(
        (text) => [...document.querySelectorAll("input")].some(({ value }) => value === text),
        `${word}@example.com`,
      ),
  },
  {
    path: `/inbox/${id}`,
    api: `/conversations/${id}/messages`,
    async write(page, word) {
      await composer(page).fill(word);
      await page.keyboard.press("Enter");
      await page.getByRole("log").getByText(word).first().waitFor();
    },
  },
  {
    path: `/inbox/${id}`,
    api: `/conversations/${id}`,
    has: "closed",
    write: (page) => press(page, "Close"),
    shown: (page) => page.getByRole("button", { name: "Reopen" }).waitFor(),
  },
  {
    path: `/leads/${lead}`,
    api: `/leads/${lead}`,
    async write(page, word) {
      await press(page, "More");
      await page.getByRole("menuitem", { name: "Edit" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Last name").fill(word);
      await dialog.getByRole("button", { name: "Save" }).click();
    },
    shown: (page, word) => page.getByRole("heading", { name: `Zoë ${word}` }).waitFor(),
  },
  {
    path: "/leads/import",
    api: "/imports",
    async write(page, word) {
      const buffer = Buffer.from("email\nzoe@example.com\n");
      const file = { name: `${word}.csv`, mimeType: "text/csv", buffer };
      await page.locator("input[type=file]").setInputFiles(file);
    },
  },
];
