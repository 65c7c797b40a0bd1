import { describe, expect, it } from "vitest";
import { graphUrl, signedByMeta } from "./support/graph";
import { signatureOf } from "./support/messaging";

describe("the network of the tests", () => {
  it.each([
    "https://graph.facebook.com/v26.0/me",
    "http://example.com/",
    "http://10.0.0.1/",
    "http://169.254.169.254/",
    "http://127.0.0.2/",
  ])("keeps %s out of reach", async (url) => {
    const response = await fetch(url, { method: "POST", body: "{}" });
    expect([response.status, await response.text()]).toEqual([599, "blocked"]);
  });

  it("reaches this machine, where Meta's double is", async () => {
    for (const url of [graphUrl, graphUrl.replace("127.0.0.1", "localhost")])
      expect((await fetch(`${url}/nobody`)).status).toBe(401);
  });

  it("has webhooks that are signed as by Meta", async () => {
    const signature = "sha256=20e391a99a86fc5adf7e3a453236d20c906360291977896cf2f671e03bb95703";
    const body = '{"object":"whatsapp_business_account","entry":[]}';
    expect(await signedByMeta("app-secret-123", body)).toBe(signature);
    expect(await signatureOf(body)).toBe(signature);
  });
});
