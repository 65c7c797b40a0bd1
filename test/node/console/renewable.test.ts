import { afterEach, expect, it, vi } from "vitest";
import { createTag, listTags } from "#client";
import { renewableClient } from "#console/session/renewable";

const answer = (status: number) => Response.json({ data: [], meta: {} }, { status });

function serve(fetch: (request: Request) => Response | Promise<Response>) {
  vi.stubGlobal("location", { origin: "https://service.test" });
  vi.stubGlobal("fetch", fetch);
}
afterEach(() => vi.unstubAllGlobals());

it("makes a request again, as it was, once its token is renewed", async () => {
  const seen: (string | null)[][] = [];
  serve(async (request) => {
    const token = request.headers.get("Authorization");
    seen.push([token, request.headers.get("Idempotency-Key"), await request.text()]);
    return answer(token === "Bearer second" ? 201 : 401);
  });
  const { client, renew } = renewableClient("first", async () => {
    renew("second");
    return true;
  });
  await createTag({ client, body: { label: "Prospect" } });
  const [first, second] = seen;
  expect(seen.map(([token]) => token)).toEqual(["Bearer first", "Bearer second"]);
  expect(second?.slice(1)).toEqual(first?.slice(1));
});

it.each([200, 401, "nothing"] as const)("tells nobody of %s after the end", async (status) => {
  const service = Promise.withResolvers<Response>();
  serve(() => service.promise);
  const { client, end } = renewableClient("first", async () => false);
  const told = vi.fn();
  listTags({ client }).then(told, told);
  end();
  if (status === "nothing") service.reject(new TypeError("Failed to fetch"));
  else service.resolve(answer(status));
  await new Promise((resolve) => setTimeout(resolve));
  expect(told).not.toHaveBeenCalled();
});
