import { runInDurableObject } from "cloudflare:test";
import { DurableObject } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Bindings } from "#env";
import { shimOf } from "../../src/shim";
import { testEnv } from "../support/env";

let made: number;

class Real extends DurableObject<Bindings> {
  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    made++;
  }

  double(amount: number) {
    return 2 * amount;
  }

  override async alarm() {
    await this.ctx.storage.put("worked", true);
  }
}

/** Uses a shim whose module can be loaded only after some failures. */
function withShim(
  failures: number,
  use: (
    shim: InstanceType<ReturnType<typeof shimOf<Real>>>,
    storage: DurableObjectStorage,
  ) => Promise<void>,
) {
  made = 0;
  let left = failures;
  const load = async () => {
    if (left-- > 0) throw new Error("No such module.");
    return Real;
  };
  const Shim = shimOf(load, { double: true });
  const stub = testEnv.CHUNK_WORKER.getByName(crypto.randomUUID());
  return runInDurableObject(stub, (_, state) => use(new Shim(state, testEnv), state.storage));
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("an object behind a shim", () => {
  it("is made once, for the first of its callers", () =>
    withShim(0, async (shim) => {
      expect(made).toBe(0);
      expect(await Promise.all([shim.double(1), shim.double(2)])).toEqual([2, 4]);
      expect(made).toBe(1);
    }));

  it("refuses calls while its module is missing, and takes them after that", () =>
    withShim(1, async (shim) => {
      await expect(shim.double(1)).rejects.toThrow("could not be loaded");
      expect(await shim.double(1)).toBe(2);
    }));

  it("puts its alarm off while its module is missing, however often that is", () =>
    withShim(8, async (shim, storage) => {
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      for (let times = 0; times < 8; times++) {
        await storage.deleteAlarm();
        await shim.alarm();
        expect(await storage.getAlarm()).toBeGreaterThan(Date.now());
      }
      expect(log).toHaveBeenCalledTimes(8);
      await shim.alarm();
      expect(await storage.get("worked")).toBe(true);
      await storage.deleteAll();
    }));
});
