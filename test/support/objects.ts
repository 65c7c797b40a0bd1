import { runInDurableObject } from "cloudflare:test";
import { behind } from "../../src/shim";
import { testEnv } from "./env";

type Shim = { [behind](): Promise<object> };
const isShim = (instance: object): instance is Shim => behind in instance;

/** Gives an object other bindings, for as long as it stays in memory. */
export const bindObject = <Of extends Rpc.DurableObjectBranded>(
  stub: DurableObjectStub<Of>,
  bindings: object,
) =>
  runInDurableObject(stub, async (instance: object) => {
    const object = isShim(instance) ? await instance[behind]() : instance;
    Object.assign(object, { env: { ...testEnv, ...bindings } });
  });
