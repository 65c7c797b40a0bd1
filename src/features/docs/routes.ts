import { type Context, Hono } from "hono";
import type { App } from "#env";

/** Pages load nothing but what is served from here, and no script or style stands in them. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = {
  "Content-Security-Policy": POLICY,
  "Referrer-Policy": "strict-origin-when-cross-origin",
};

/** The console also shows pictures, sounds and films of its workspace, and those just chosen. */
const CONSOLE_PAGE = {
  ...PAGE,
  "Content-Security-Policy": POLICY.replace("img-src 'self'", "img-src 'self' blob:").replace(
    "connect-src",
    "media-src 'self' blob:; connect-src",
  ),
  "Referrer-Policy": "same-origin",
  "Cache-Control": "no-cache",
};
const FOR_A_DAY = { "Cache-Control": "public, max-age=86400" };
const FOR_EVER = { "Cache-Control": "public, max-age=31536000, immutable" };

const wantsHtml = (c: Context<App>) => c.req.header("Accept")?.includes("text/html") ?? false;

/** The asset that is built for a path, if any. Conditional requests may get a 304. */
async function findAsset(c: Context<App>, path: string) {
  const found = await c.env.ASSETS.fetch(new Request(new URL(path, c.req.url), c.req.raw));
  return found.status === 200 || found.status === 304 ? found : undefined;
}

/** Answers what was found, which has no body if it is a 304. */
const answer = (c: Context<App>, found: Response, headers: Record<string, string>) =>
  c.body(found.body as ReadableStream, found.status as 200, {
    ...Object.fromEntries(found.headers),
    ...headers,
  });

async function asset(c: Context<App>, path: string, headers: Record<string, string> = {}) {
  const found = await findAsset(c, path);
  return found ? answer(c, found, headers) : missing(c);
}

/** The origin of the service, as it stands where the document and the collection are built. */
const SERVER = /"(url|key":"baseUrl","value)":"\/"/;

/** Answers what tools import, which call the origin that it was asked at. */
async function imported(c: Context<App>) {
  const found = await findAsset(c, c.req.path);
  if (!found) return c.notFound();
  const headers = { "Access-Control-Allow-Origin": "*" };
  if (found.status !== 200) return answer(c, found, headers);
  const { origin } = new URL(c.req.url);
  const text = (await found.text()).replace(SERVER, (_, member) => `"${member}":"${origin}"`);
  return answer(c, new Response(text, found), headers);
}

/** Answers a page. On a laptop it shows the token of the demo's workspace. */
async function page(c: Context<App>, path: string, headers: Record<string, string> = PAGE) {
  const found = await findAsset(c, path);
  if (!found) return missing(c);
  const token = c.env.DEMO_TOKEN;
  if (!token || found.status !== 200) return answer(c, found, headers);
  return answer(c, new Response(withDemo(await found.text(), token), found), headers);
}

/** Says that there is nothing at a path: to a person by a page, to a program as JSON. */
const missing = (c: Context<App>) => (wantsHtml(c) ? notFoundPage(c) : c.notFound());

async function notFoundPage(c: Context<App>) {
  const { body } = await c.env.ASSETS.fetch(new URL("/not-found.html", c.req.url));
  return c.html(await new Response(body).text(), 404, PAGE);
}

const withDemo = (text: string, token: string) =>
  text
    .replace('<html lang="en">', `<html lang="en" data-demo-token="${token}">`)
    .replace(
      "<!-- demo -->",
      `<section class="demo"><h2>The demo's token</h2><p><code>${token}</code></p></section>`,
    );

const ownPage = (c: Context<App>) => page(c, `${c.req.path}.html`);

/** The one page of the console, which finds its screen by the path. */
const consolePage = (c: Context<App>) => page(c, "/console/index.html", CONSOLE_PAGE);

/** For a person the first page, for a program the way to the documentation. */
async function firstPage(c: Context<App>) {
  c.header("Vary", "Accept");
  return wantsHtml(c) ? page(c, "/first-page.html") : c.redirect("/docs");
}

/** The pages that are built into the assets: document, guides, reference, console. */
export const docs = new Hono<App>()
  .get("/", firstPage)
  .get("/openapi.json", imported)
  .get("/docs/collection.json", imported)
  .get("/favicon.ico", (c) => asset(c, c.req.path, FOR_A_DAY))
  .get("/robots.txt", (c) => asset(c, c.req.path, FOR_A_DAY))
  .get("/docs/files/:file", (c) => asset(c, c.req.path, FOR_EVER))
  .get("/llms.txt", (c) => asset(c, c.req.path, FOR_A_DAY))
  .get("/docs", ownPage)
  .get("/docs/images/:file", (c) => asset(c, c.req.path, FOR_A_DAY))
  .get("/docs/:page{[a-z-]+\\.md}", (c) => asset(c, c.req.path, FOR_A_DAY))
  .get("/docs/:page", ownPage)
  .get("/docs/reference/:page", ownPage)
  .get("/docs/*", missing)
  .get("/console", consolePage)
  .get("/console/", consolePage)
  .get("/console/files/:file{.+}", (c) => asset(c, c.req.path, FOR_EVER))
  .get("/console/:screen{.+}", consolePage);
