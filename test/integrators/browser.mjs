// A page of another origin that lists leads by the packed client.

import { once } from "node:events";
import { createServer } from "node:http";
import { build } from "esbuild";
import { launchChromium } from "../node/support/chromium.mjs";

/** `npm start` lets pages of this origin call the API, and none of the other. */
const ALLOWED_PORT = 5173;
const OTHER_PORT = 5174;

const PROGRAM = `
import { createClient, listLeads } from "lead-engagement-client";
const { origin: baseUrl, token } = globalThis.service;
const client = createClient({ baseUrl, token });
globalThis.outcome = listLeads({ client, query: { per_page: 10 } }).then(
  ({ data }) => data.map((lead) => lead.first_name).join(),
  (error) => "refused: " + error.message,
);`;

/** The list as a page of `localhost:port` gets it. */
async function outcomeOn(browser, port, { script, service }) {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html").end("<!doctype html><title>A page</title>");
  }).listen(port);
  await once(server, "listening");
  const page = await browser.newPage();
  try {
    await page.goto(`http://localhost:${port}/`);
    await page.evaluate((value) => Object.assign(globalThis, { service: value }), service);
    await page.addScriptTag({ content: script });
    return await page.evaluate(() => globalThis.outcome);
  } finally {
    await page.close();
    server.close();
  }
}

/** Lists leads on a page that may, and fails to on one that may not. */
export async function listInBrowser({ folder, origin, token }) {
  const stdin = { contents: PROGRAM, resolveDir: folder, loader: "js" };
  const built = await build({ stdin, bundle: true, write: false, format: "iife" });
  const script = built.outputFiles[0].text;
  const browser = await launchChromium();
  try {
    const service = { origin, token };
    const names = await outcomeOn(browser, ALLOWED_PORT, { script, service });
    const refused = await outcomeOn(browser, OTHER_PORT, { script, service });
    if (names === "" || names.startsWith("refused")) throw new Error(`It lists nothing: ${names}`);
    if (!refused.startsWith("refused")) throw new Error("A page of any origin lists leads.");
  } finally {
    await browser.close();
  }
  return "lists leads on a page of an allowed origin, and on no other";
}
