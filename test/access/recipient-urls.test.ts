import { beforeAll, describe, expect, it } from "vitest";
import { abilities } from "#domain/abilities";
import {
  type Client,
  call,
  newLead,
  newLinkSend,
  newShortLink,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { routes } from "../support/document";
import { pathOf } from "../support/examples";
import { idsFor, newResources } from "../support/resources";

// Whoever follows the URL of a recipient sees the values that the link fills in. Without
// `leads:read` no answer may have one, besides those of events, which carry what they report.

const SECRET = "marked-secret";
const PERSONAL = "https://example.com/?m={{email}}&n={{first_name}}";
const EVENTS = ["events:read", "webhooks:read"];

/** A slug and a token, which follow the base URL, also alone in the button of a template. */
const PATHS = /(?:sho\.rt\/|")([\w-]{1,255}\/[\w-]{17,28})/gi;

let owner: Client;
let blind: Client;
let ids: Record<string, number>;
let url: string;

/** The texts of the answers to all GETs of a client, those in other formats too, by operation. */
async function answersTo(client: Client) {
  const reads = (await routes()).filter(
    ({ method, path, operation }) =>
      method === "GET" && path.startsWith("/v1/") && operation["x-abilities"] !== undefined,
  );
  const answers: Record<string, string> = {};
  for (const route of reads) {
    const path = pathOf(route, idsFor(route.operation.operationId, ids));
    for (const Accept of ["application/json", "application/x-ndjson"])
      answers[`${route.operation.operationId} ${Accept}`] = (
        await call("GET", path, { token: client.token, headers: { Accept } })
      ).text;
  }
  return answers;
}

/** Those of the answers that have a URL under which values of leads stand. */
async function leaksIn(answers: Record<string, string>) {
  const leaks: string[] = [];
  for (const [operation, text] of Object.entries(answers)) {
    const paths = new Set([...text.matchAll(PATHS)].map(([, path]) => path));
    for (const path of paths) {
      const { headers } = await call("GET", `/${path}`);
      if (headers.get("Location")?.includes(SECRET)) leaks.push(operation);
    }
  }
  return leaks;
}

beforeAll(async () => {
  owner = await newWorkspace();
  ids = (await newResources(owner)).ids;
  await owner.patch(`/leads/${ids.lead}`, { email: `${SECRET}@example.com`, first_name: SECRET });
  const link = (await owner.get(`/short-links/${ids.shortLink}`)).body.data;
  await owner.put(`/short-links/${ids.shortLink}`, { slug: link.slug, destination_url: PERSONAL });
  const sent = await owner.post(`/conversations/${ids.conversation}/messages`, {
    text: `Look: ${link.template_variable_url}`,
  });
  ids.message = sent.body.data.id;
  url = (await owner.get(`/link-sends/${ids.linkSend}`)).body.data.url;
  const others = abilities.filter((ability) => ability !== "leads:read");
  blind = await withAbilities(owner, ...others.filter((ability) => !EVENTS.includes(ability)));
});

describe("the URL of a recipient whose values a link fills in", () => {
  it("is in no answer without leads:read, in whatever form", async () => {
    expect(await leaksIn(await answersTo(blind))).toEqual([]);
    const own = new Set((await leaksIn(await answersTo(owner))).map((one) => one.split(" ")[0]));
    for (const shown of ["listLinkSends", "getLinkSend", "listMessages", "getMessage"])
      expect(own).toContain(shown);
    expect(own).toContain("listConversations");
  });

  it("is made for nobody without leads:read, nor shown to who changes its send", async () => {
    const input = { lead_id: ids.lead };
    expect((await blind.post(`/short-links/${ids.shortLink}/sends`, input)).status).toBe(403);
    expect(await owner.get(`/link-sends?short_link_id=${ids.shortLink}`)).toHaveProperty(
      "body.data.length",
      2,
    );
    const sent = { sent_at: "2026-11-20T10:00:00Z" };
    const changed = await blind.patch(`/link-sends/${ids.linkSend}`, sent);
    expect([changed.status, changed.body.data.url]).toEqual([200, null]);
  });

  it("is not in the answer to a message that has the link, whatever is sent", async () => {
    const link = (await owner.get(`/short-links/${ids.shortLink}`)).body.data;
    const [base] = [link.template_variable_url];
    const button = { type: "button", sub_type: "url", index: "0" };
    const template = (text: string) => ({
      ...{ name: "promo", language: "en_US" },
      components: [{ ...button, parameters: [{ type: "text", text }] }],
    });
    const answers = [
      await blind.post(`/conversations/${ids.conversation}/messages`, { text: `See ${base}.` }),
      ...(await Promise.all(
        ["", "?utm=a", "."].map((end) =>
          blind.post(`/leads/${ids.lead}/messages`, {
            ...{ type: "template", template: template(base + end) },
          }),
        ),
      )),
    ];
    for (const { status, text } of answers) {
      expect(status, text).toBe(201);
      expect(text).toContain(link.slug);
      expect(await leaksIn({ message: text })).toEqual([]);
    }
  });

  it("is shown to who may read leads, and that of a link without placeholders to everybody", async () => {
    expect((await call("GET", url)).headers.get("Location")).toContain(SECRET);
    const [link, lead] = [await newShortLink(owner), await newLead(owner)];
    const plain = await newLinkSend(blind, link.id, lead.id);
    expect((await call("GET", plain.url)).headers.get("Location")).toBe("https://example.com/");
  });
});
