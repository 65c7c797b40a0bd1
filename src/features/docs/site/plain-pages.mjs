import { guideCards } from "./guides.mjs";
import { html, raw } from "./html.mjs";

const EXAMPLE = `curl http://localhost:8787/v1/leads \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"first_name": "Zoé", "phone": "+33639980404"}'
`;

const PARTS = [
  [
    "Leads and tags",
    "Contacts with tags, pipeline stages, consents, and profiles that conversations fill in.",
  ],
  [
    "Messages",
    "WhatsApp and Instagram, within each platform's rules: windows, templates, opt-outs.",
  ],
  [
    "Scenarios",
    "Graphs of messages, waits and branches that each lead runs through at their own pace.",
  ],
  ["Short links", "A link of their own for each recipient, which tells who clicked and tags them."],
  ["Webhooks and events", "Signed, ordered and repeated until they arrive; also as a feed."],
  ["Analysis", "What leads say, as fields of their profile, each with the words that it rests on."],
];

/** Where the Worker puts the demo's token on a laptop. */
export const DEMO_PLACE = "<!-- demo -->";

/** The page at `/`: what this is and where to go. */
export function firstPage(guides, codeBlock) {
  const [first] = guides;
  return {
    className: "first",
    title: "Lead Engagement API",
    content: html`<section class="hero"><div>
<h1>Win customers in conversation</h1>
<p class="lead">The Lead Engagement API is a JSON REST API that keeps your leads, sends and \
receives their
WhatsApp and Instagram messages, and runs the scenarios and short links that turn answers into \
customers.</p>
<p class="actions"><a class="button" href="/console">Open the console</a>
${first && html`<a class="button second" href="${first.url}">${first.title}</a>`}
<a class="button second" href="/docs/reference">API reference</a></p>
</div>${codeBlock(EXAMPLE, "sh")}</section>
${raw(DEMO_PLACE)}
<section><h2>What it does</h2>
<ul class="parts">${PARTS.map(
      ([name, text]) => html`<li><b>${name}</b><span>${text}</span></li>`,
    )}</ul></section>
<section><h2>Guides</h2>${guideCards(guides)}</section>
<footer>For programs: <a href="/openapi.json">OpenAPI document</a></footer>`,
  };
}

/** The page for paths of the documentation that don't exist. */
export const notFoundPage = () => ({
  className: "first",
  title: "Page not found",
  content: html`<section class="hero"><div><h1>Page not found</h1>
<p class="lead">There is no such page in the documentation.</p>
<p class="actions"><a class="button" href="/docs">All guides</a>
<a class="button second" href="/docs/reference">API reference</a></p></div></section>`,
});
