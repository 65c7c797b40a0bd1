import { describe, expect, it } from "vitest";
import { signWebhook } from "#lib/standard-webhooks";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const BODY = '{"test": 2432232314}';

describe("signWebhook", () => {
  it("signs as Standard Webhooks shows", async () => {
    const signature = await signWebhook(SECRET, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, BODY);
    expect(signature).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  it("signs id, time and body, each of them", async () => {
    const signatures = [
      await signWebhook(SECRET, "msg_1", 1614265330, BODY),
      await signWebhook(SECRET, "msg_2", 1614265330, BODY),
      await signWebhook(SECRET, "msg_1", 1614265331, BODY),
      await signWebhook(SECRET, "msg_1", 1614265330, `${BODY} `),
      await signWebhook(SECRET.replace("M", "N"), "msg_1", 1614265330, BODY),
    ];
    expect(new Set(signatures).size).toBe(signatures.length);
  });

  it.each(["", "whsec_", "whsec_not base64!"])("throws with the secret %j", async (secret) => {
    await expect(signWebhook(secret, "msg_1", 1, "{}")).rejects.toThrow();
  });
});
