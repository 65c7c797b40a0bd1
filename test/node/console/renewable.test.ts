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

const aborted = expect.objectContaining({ name: "AbortError" });

it.each([200, 401, "nothing"] as const)(
  "aborts what is answered with %s after the end",
  async (status) => {
    const service = Promise.withResolvers<Response>();
    let isAborted = () => false;
    let requests = 0;
    serve((request) => {
      requests++;
      isAborted = () => request.signal.aborted;
      return service.promise;
    });
    const { client, end } = renewableClient("first", async () => false);
    const read = expect(listTags({ client })).rejects.toEqual(aborted);
    await expect.poll(() => requests).toBe(1);
    end();
    expect(isAborted()).toBe(true);
    const write = expect(createTag({ client, body: { label: "Prospect" } })).rejects.toEqual(
      aborted,
    );
    await expect.poll(() => requests).toBe(2);
    expect(isAborted()).toBe(false);
    if (status === "nothing") service.reject(new TypeError("Failed to fetch"));
    else service.resolve(answer(status));
    await read;
    await write;
  },
);
