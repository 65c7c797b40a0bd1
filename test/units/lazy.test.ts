import { describe, expect, it, vi } from "vitest";
import { beginWith, lazily } from "#lib/lazy";

describe("a module that is loaded when it is first needed", () => {
  it("is kept, and tried again after a failure", async () => {
    const load = vi.fn(async () => ({ name: "module" }));
    load.mockRejectedValueOnce(new Error("No such module."));
    const loaded = lazily(load);
    expect(load).not.toHaveBeenCalled();
    await expect(loaded()).rejects.toThrow("could not be loaded");
    expect(await loaded()).toEqual({ name: "module" });
    expect(await loaded()).toBe(await loaded());
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("comes after the parts that it needs, each of which is loaded once", async () => {
    const order: string[] = [];
    const part = (name: string) => async () => ({ loaded: order.push(name) });
    beginWith(part("one"), part("two"));
    const [first, second] = [lazily(part("first")), lazily(part("second"))];
    await first();
    await second();
    expect(order).toEqual(["one", "two", "first", "second"]);
  });

  it("waits for a part that could not be loaded", async () => {
    const part = vi.fn(async () => ({})).mockRejectedValueOnce(new Error("No such part."));
    beginWith(part);
    const loaded = lazily(async () => ({ name: "module" }));
    await expect(loaded()).rejects.toThrow("could not be loaded");
    expect(await loaded()).toEqual({ name: "module" });
    expect(part).toHaveBeenCalledTimes(2);
  });
});
