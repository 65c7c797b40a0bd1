import { beforeEach, describe, expect, it } from "vitest";
import { type Client, idsOf, metaAccount, newChannel, newWorkspace } from "../support/api";
import { serve } from "../support/serve";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

const SIGNING_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const gateway = {
  provider: "webhook",
  gateway_url: "https://gateway.example.com/in",
  credentials: { signing_secret: SIGNING_SECRET },
};
const cloud = () => ({ provider: "whatsapp_cloud", ...metaAccount() });

describe("an invalid channel", () => {
  const secrets = {
    access_token: "EAAG-access",
    app_secret: "app-secret",
    verify_token: "verify-me",
  };
  const required = (field: string) => [`The ${field} field is required.`];
  const url = {
    gateway_url: [
      "The gateway url field must be the https URL of a public host, on port 443 or 8443.",
    ],
  };

  it.each<[string, object, object]>([
    ["no platform", { platform: null }, { platform: required("platform") }],
    [
      "a provider of another platform",
      { platform: "instagram", provider: "whatsapp_cloud", external_id: "1", credentials: secrets },
      {
        provider: ["The selected provider is invalid. Choose one of: sandbox, instagram, webhook."],
      },
    ],
    [
      "Instagram's provider on WhatsApp",
      { provider: "instagram", external_id: "1", credentials: secrets },
      {
        provider: [
          "The selected provider is invalid. Choose one of: sandbox, whatsapp_cloud, webhook.",
        ],
      },
    ],
    [
      "everything that Meta's provider needs missing, and another invalid field",
      { provider: "whatsapp_cloud", name: 7, gateway_url: "https://gateway.example.com/" },
      {
        name: ["The name field must be a string."],
        external_id: required("external id"),
        gateway_url: ["The gateway url field can't be used with provider whatsapp cloud."],
        "credentials.access_token": required("credentials.access_token"),
        "credentials.app_secret": required("credentials.app_secret"),
        "credentials.verify_token": required("credentials.verify_token"),
      },
    ],
    [
      "an account id that is not a number",
      { external_id: "+33 6" },
      { external_id: ["The external id field format is invalid."] },
    ],
    [
      "a gateway without its settings",
      { provider: "webhook", credentials: { signing_secret: "" } },
      {
        gateway_url: required("gateway url"),
        "credentials.signing_secret": required("credentials.signing_secret"),
      },
    ],
    [
      "a credential that the provider does not use",
      { credentials: { access_token: "EAAG-access", signing_secret: SIGNING_SECRET } },
      {
        "credentials.access_token": [
          "The credentials.access_token field can't be used with provider sandbox.",
        ],
        "credentials.signing_secret": [
          "The credentials.signing_secret field can't be used with provider sandbox.",
        ],
      },
    ],
    [
      "credentials that are not an object",
      { ...gateway, credentials: "x" },
      {
        credentials: ["The credentials field must be an object."],
        "credentials.signing_secret": required("credentials.signing_secret"),
      },
    ],
    ["plain http", { ...gateway, gateway_url: "http://gateway.example.com/" }, url],
    ["a private address", { ...gateway, gateway_url: "https://0x7f.1/" }, url],
    ["this machine", { ...gateway, gateway_url: "https://localhost/" }, url],
  ])("is refused with %s", async (_, input, errors) => {
    const { status, body } = await client.post("/channels", {
      platform: "whatsapp",
      name: "C",
      ...input,
    });
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors });
    expect(await idsOf(client, "/channels")).toEqual([]);
  });

  it.each(["with space", "line\nbreak", "é", "tab\there"])(
    "is refused with the token %j",
    async (access_token) => {
      const { body } = await client.post("/channels", {
        platform: "whatsapp",
        name: "C",
        ...cloud(),
        credentials: { ...secrets, access_token },
      });
      expect(body.errors).toEqual({
        "credentials.access_token": ["The credentials.access_token field format is invalid."],
      });
    },
  );

  it.each(["access_token", "app_secret", "verify_token"])(
    "is refused with the %s of less than eight characters",
    async (name) => {
      const input = { platform: "whatsapp", name: "C", ...cloud() };
      const { body } = await client.post("/channels", {
        ...input,
        credentials: { ...secrets, [name]: "wamid.1" },
      });
      expect(body.errors).toEqual({
        [`credentials.${name}`]: [`The credentials.${name} field must be at least 8 characters.`],
      });
    },
  );

  it.each([23, 65])(
    "is refused with a signing secret of %d bytes, or in another form",
    async (bytes) => {
      const base64 = new Uint8Array(bytes).toBase64();
      for (const signing_secret of [
        `whsec_${base64}`,
        SIGNING_SECRET.slice(6),
        `${SIGNING_SECRET}=====`,
        "whsec_",
        `whsec_-_${SIGNING_SECRET.slice(8)}`,
      ]) {
        const { body } = await client.post("/channels", {
          platform: "whatsapp",
          name: "C",
          ...gateway,
          credentials: { signing_secret },
        });
        expect(body.errors, signing_secret).toEqual({
          "credentials.signing_secret": ["The credentials.signing_secret field format is invalid."],
        });
      }
    },
  );

  it("is not one with its gateway on this machine if the service is on it too", async () => {
    const fetcher = (request: Request) =>
      serve(request, { SHORT_URL_BASE: "http://localhost:8787" });
    const { status, body } = await client.post(
      "/channels",
      { platform: "whatsapp", name: "C", ...gateway, gateway_url: "http://localhost:9000/in" },
      { fetcher },
    );
    expect({ status, url: body.data?.gateway_url }).toEqual({
      status: 201,
      url: "http://localhost:9000/in",
    });
  });
});

describe("a replacement", () => {
  it("changes neither platform nor provider, and reports that beside all other faults", async () => {
    const { id } = await newChannel(client, cloud());
    const { status, body } = await client.put(`/channels/${id}`, {
      platform: "instagram",
      provider: "webhook",
      gateway_url: gateway.gateway_url,
      is_active: "no",
      credentials: { signing_secret: SIGNING_SECRET, app_secret: "with space" },
    });
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: {
        platform: ["The selected platform is invalid."],
        provider: ["The selected provider is invalid."],
        name: ["The name field is required."],
        external_id: ["The external id field is required."],
        gateway_url: ["The gateway url field can't be used with provider whatsapp cloud."],
        is_active: ["The is active field must be true or false."],
        "credentials.signing_secret": [
          "The credentials.signing_secret field can't be used with provider whatsapp cloud.",
        ],
        "credentials.app_secret": ["The credentials.app_secret field format is invalid."],
      },
    });
  });
});
