import { operation } from "#http/contract";

const html = { content: { "text/html": { schema: { type: "string" } } } };
const LOCATION = {
  Location: {
    description: "The destination.",
    required: true,
    schema: { type: "string", format: "uri" },
  },
};
const retryAfter = {
  "Retry-After": { description: "Seconds to wait.", required: true, schema: { type: "integer" } },
};

const parameter = (name: string, schema: object, description?: string) => ({
  in: "path",
  name,
  required: true,
  schema,
  description,
});

const area = "Public links";
const description =
  "For visitors, without an `Authorization` header. On the base URL, placeholders of the " +
  "destination take their defaults. Query parameters are passed on if the destination lacks " +
  "them. GET and HEAD only. Pages are in the visitor's `Accept-Language`: English, French, " +
  "Spanish, Portuguese or German.";
const security: object[] = [];
const responses = {
  302: { description: "Redirects to the destination.", headers: LOCATION },
  404: { description: "There is no such link.", ...html },
  410: {
    description:
      "The link is inactive, or its destination is not allowed. The page has the workspace's " +
      "`public_name`, `contact` and a link to its `fallback_url`.",
    ...html,
  },
  503: { description: "The link can't be looked up right now.", headers: retryAfter, ...html },
};

const SLUG = parameter(
  "slug",
  { type: "string", maxLength: 255 },
  "The short link's `slug`, ignoring case.",
);
const TOKEN = parameter(
  "token",
  { type: "string" },
  "The last segment of a link send's `url`. A wrong one counts and redirects like the base URL.",
);

export const followShortLink = operation({
  id: "followShortLink",
  area,
  summary: "Follow a short link",
  description,
  security,
  parameters: [SLUG],
  responses,
});

export const followRecipientLink = operation({
  id: "followRecipientLink",
  area,
  summary: "Follow a recipient link",
  description,
  security,
  parameters: [SLUG, TOKEN],
  responses,
});
