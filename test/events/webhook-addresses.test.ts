import { beforeAll, describe, expect, it } from "vitest";
import { type Client, newScenario, newWorkspace } from "../support/api";
import { rowsOf } from "../support/rows";
import { serve } from "../support/serve";
import { newEndpoint } from "../support/webhooks";

let client: Client;
let endpoint: number;
let scenario: number;
const url = "https://example.com/hooks";

beforeAll(async () => {
  client = await newWorkspace();
  endpoint = (await newEndpoint(client, { url })).id;
  scenario = (await newScenario(client, { webhook_url: url })).id;
});

const refused: Record<string, string[]> = {
  "of this machine": [
    "http://localhost/",
    "https://localhost:8443/",
    "https://LOCALHOST./",
    "https://app.localhost/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://127.255.255.254/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://017700000001/",
    "https://0/",
    "https://0.0.0.0/",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
  ],
  "of private networks": [
    "https://10.0.0.1/",
    "https://167772161/",
    "https://0xa000001/",
    "https://012.0.0.1/",
    "https://172.16.0.1:8443/",
    "https://192.168.1.1/",
    "https://3232235777/",
    "https://0300.0250.1.1/",
    "https://100.64.0.1/",
    "https://[fd00::1]/",
    "https://[fc00::1]:8443/",
    "https://[::ffff:10.0.0.1]/",
    "https://[::ffff:c0a8:101]/",
    "https://intranet/",
    "https://router.lan/",
    "https://printer.local./",
    "https://db.internal/",
    "https://mail.corp/",
    "https://nas.home/",
    "https://1.0.0.10.in-addr.arpa/",
    "https://kubernetes.default.svc/",
    "https://vault.service.consul/",
    "https://db.localdomain./",
    "https://wiki.intranet/",
    "https://files.private/",
    "https://10.0.0.1.nip.io/",
    "https://10-0-0-1.sslip.io:8443/",
    "https://app.localtest.me/",
  ],
  "of the own link, and of clouds' metadata": [
    "https://169.254.169.254/latest/meta-data/",
    "https://2852039166/",
    "https://0xa9fea9fe/",
    "https://0xa9.0xfe.0xa9.0xfe/",
    "https://0251.0376.0251.0376/",
    "https://169.254.43518/",
    "https://[fe80::1]/",
    "https://[::ffff:169.254.169.254]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[fd00:ec2::254]/",
    "https://metadata.google.internal/",
    "https://metadata.google.internal./computeMetadata/v1/",
    "https://100.100.100.200/",
    "https://192.0.0.192/",
  ],
  "that are addresses at all, be they public": [
    "https://8.8.8.8/",
    "https://134744072/",
    "https://[2606:4700::1111]/",
  ],
  "with credentials": [
    "https://user:pass@example.com/",
    "https://user@example.com/",
    "https://@example.com/",
    "https://example.com@10.0.0.1/",
    "https://localhost%40@example.com/",
  ],
  "on other ports": [
    "https://example.com:22/",
    "https://example.com:80/",
    "https://example.com:8080/",
    "https://example.com:6379/",
    "https://example.com:0/",
    "https://example.com:65536/",
  ],
  "with trailing dots": [
    "https://127.0.0.1./",
    "https://10.0.0.1./",
    "https://localhost./",
    "https://metadata.google.internal./",
    "https://example.com../",
    "https://./",
  ],
  "of other schemes": [
    "http://example.com/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "dict://127.0.0.1:11211/",
    "javascript:alert(1)",
    "data:text/plain,x",
    "ws://example.com/",
    "wss://example.com/",
    "blob:https://example.com/1",
    "//example.com/",
    "example.com",
  ],
  "with backslashes and slashes that parsers read otherwise": [
    "https:\\\\example.com\\",
    "https://example.com\\@127.0.0.1/",
    "https:/example.com/",
    "https:///example.com/",
    "https:example.com",
    "https://127.0.0.1\\.example.com/",
    "https://exa\tmple.com/",
    "https://example.com/\r\nHost: internal",
    "https://example.com /",
    "https://a b@example.com/",
  ],
  "in Unicode's dots, digits and letters": [
    "https://127。0。0。1/",
    "https://127．0．0．1/",
    "https://127｡0｡0｡1/",
    "https://①②⑦.⓪.⓪.①/",
    "https://１２７.０.０.１/",
    "https://１６９。２５４。１６９。２５４/",
    "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
    "https://ｌocalhost/",
    "https://local\u00adhost/",
    "https://loc\u200balhost/",
    "https://%6c%6f%63%61%6c%68%6f%73%74/",
    "https://%31%32%37.0.0.1/",
    "https://metadata.google。internal/",
  ],
  "that are too long": [`https://example.com/${"x".repeat(2029)}`],
};

/** The rule that an address breaks, as its error says it. */
function rule(address: string) {
  if (address.length > 2048) return /not be greater than 2048 characters/;
  if (!/^https?:\/\/\S*$/.test(address) || URL.parse(address) === null)
    return /^The (webhook )?url field must be a valid URL\.$/;
  return URL.parse(address)?.username
    ? /field must be a URL without credentials\.$/
    : /field must be the https URL of a public host, on port 443 or 8443\.$/;
}

const state = async () => [
  await rowsOf("select * from webhook_endpoints where workspace_id = ?", client.workspaceId),
  await rowsOf("select * from scenarios where workspace_id = ?", client.workspaceId),
];

describe.each(Object.entries(refused))("addresses %s", (_, addresses) => {
  it.each(addresses)(
    "are refused wherever they are set, and nothing is changed: %j",
    async (address) => {
      const before = await state();
      const scenarioOf = (webhook_url: string) => ({
        name: "S",
        platform: "whatsapp",
        webhook_url,
      });
      const answers = [
        [await client.post("/webhook-endpoints", { url: address }), "url"],
        [await client.put(`/webhook-endpoints/${endpoint}`, { url: address }), "url"],
        [await client.post("/scenarios", scenarioOf(address)), "webhook_url"],
        [await client.put(`/scenarios/${scenario}`, scenarioOf(address)), "webhook_url"],
      ] as const;
      for (const [{ status, body, text }, field] of answers) {
        expect(status, text).toBe(422);
        expect(body.errors).toEqual({ [field]: [expect.stringMatching(rule(address))] });
      }
      expect(await state()).toEqual(before);
    },
  );
});

describe("a refused webhook_url", () => {
  it("is reported beside all other faults", async () => {
    const wrong = {
      name: "",
      platform: "whatsapp",
      webhook_url: "https://10.0.0.1/",
      tracked_tag_ids: [4_000_000_000],
    };
    const fields = ["name", "webhook_url", "tracked_tag_ids.0"];
    for (const { status, body } of [
      await client.post("/scenarios", wrong),
      await client.put(`/scenarios/${scenario}`, wrong),
    ])
      expect([status, Object.keys(body.errors).sort()]).toEqual([422, fields.sort()]);
    const { body } = await client.post("/scenarios", { ...wrong, name: "S" });
    expect(Object.keys(body.errors).sort()).toEqual(["tracked_tag_ids.0", "webhook_url"]);
  });

  it("that was saved before is kept by a replacement that omits it", async () => {
    const { id } = await newScenario(client);
    await rowsOf("update scenarios set webhook_url = 'https://10.0.0.1/' where id = ?", id);
    const { status, body } = await client.put(`/scenarios/${id}`, {
      name: "S",
      platform: "whatsapp",
    });
    expect([status, body.data.webhook_url]).toEqual([200, "https://10.0.0.1/"]);
  });
});

it.each([
  "https://example.com/hooks?x=1#y",
  "HTTPS://Example.COM:8443/",
  "https://bücher.example/",
  "https://example.com./",
])("accepts %s", async (address) => {
  expect((await client.post("/webhook-endpoints", { url: address, is_active: false })).status).toBe(
    201,
  );
  expect(
    (await client.post("/scenarios", { name: "S", platform: "whatsapp", webhook_url: address }))
      .status,
  ).toBe(201);
});

describe("the service itself", () => {
  const post = (client: Client, address: string) =>
    client.post("/webhook-endpoints", { url: address, is_active: false });
  const OWN = { url: ["The url field must not be a URL of this service."] };

  it("is no address that it sends to, by its short links or by the name of the request", async () => {
    for (const address of ["https://sho.rt/", "https://SHO.RT.:8443/v1/leads"])
      expect((await post(client, address)).body.errors).toEqual(OWN);
    expect((await post(client, "https://hooks.sho.rt/")).status).toBe(201);
    const fetcher = (request: Request) =>
      serve(
        new Request(request.url.replace("http://localhost", "https://api.example.org"), request),
      );
    const { body } = await client.post(
      "/webhook-endpoints",
      { url: "https://api.example.org/v1/leads" },
      { fetcher },
    );
    expect(body.errors).toEqual(OWN);
  });
});
