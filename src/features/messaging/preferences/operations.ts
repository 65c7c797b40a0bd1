import { operation } from "#http/contract";
import { TO_HTTPS } from "#http/https";
import { PreferencesForm } from "./schema";

const area = "Public links";
const html = { content: { "text/html": { schema: { type: "string" } } } };
const retryAfter = {
  "Retry-After": { description: "Seconds to wait.", required: true, schema: { type: "integer" } },
};

const security: object[] = [];
const parameters = [
  {
    in: "path",
    name: "token",
    required: true,
    schema: { type: "string", maxLength: 255 },
    description: "The last segment of a message's `{{preferences_url}}`, which is signed.",
  },
];

const responses = {
  404: { description: "Nobody's token, or the lead is gone.", ...html },
  429: { description: "Too many visits.", headers: retryAfter, ...html },
  503: { description: "The page can't be shown right now.", headers: retryAfter, ...html },
};

export const showPreferences = operation({
  id: "showPreferences",
  area,
  security,
  parameters,
  summary: "Show a lead's preferences",
  description:
    "For leads, without an `Authorization` header: whether they get all messages, all but " +
    "marketing, or none, when they have unsubscribed and subscribed, and a button for each " +
    "choice. Changes nothing, so that scanners may " +
    "open it. Works without scripts, and while the workspace is suspended. The token of a merged " +
    "lead shows the lead that was kept.",
  responses: { 200: { description: "The page.", ...html }, 301: TO_HTTPS, ...responses },
});

export const changePreferences = operation({
  id: "changePreferences",
  area,
  security,
  parameters,
  summary: "Unsubscribe, or subscribe again",
  description:
    "What the page's form sends; the consent's `method` is `link`. Unsubscribing does as `POST " +
    "/v1/leads/{lead}/opt-out`. Subscribing undoes what the lead itself has chosen here. It " +
    "changes nothing of a scope from which the API, a provider, a message from a number or an " +
    "account, or somebody else has unsubscribed a contact of the lead: who has the page need " +
    "not be who holds that. The page then says to write START, or to contact the sender.",
  form: PreferencesForm,
  responses: {
    200: { description: "Unsubscribed by `List-Unsubscribe=One-Click`. The page.", ...html },
    303: {
      description: "Leads back to the page, which shows what holds now.",
      headers: {
        Location: {
          description: "The path of the page.",
          required: true,
          schema: { type: "string", format: "uri-reference" },
        },
      },
    },
    ...responses,
  },
});
