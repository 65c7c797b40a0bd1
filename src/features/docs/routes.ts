import { Hono } from "hono";
import type { App } from "../../env";

const FILES = new Set(["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"]);

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Lead Engagement API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
`;

const START =
  'SwaggerUIBundle({ url: "/openapi.json", dom_id: "#reference", deepLinking: true, ' +
  'validatorUrl: null, persistAuthorization: true, docExpansion: "list" });';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** The API reference: Swagger UI, which is served from here and loads nothing from elsewhere. */
export const docs = new Hono<App>()
  .get("/docs", (c) => c.html(PAGE, 200, { "Content-Security-Policy": POLICY }))
  .get("/docs/start.js", (c) =>
    c.body(START, 200, { "Content-Type": "text/javascript; charset=utf-8" }),
  )
  .get("/docs/:file", (c) =>
    FILES.has(c.req.param("file"))
      ? c.env.ASSETS.fetch(new URL(c.req.param("file"), c.req.url).href.replace("/docs/", "/"))
      : c.notFound(),
  );
