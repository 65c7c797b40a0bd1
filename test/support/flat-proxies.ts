// Whenever an object or a handler of the Worker is constructed, the pool of Vitest wraps the
// prototype of its class in one more proxy: `createProxyPrototypeClass` of
// @cloudflare/vitest-plugin. Each call then passes through as many proxies as objects were
// made before, thousands in a run. Here the prototype stays in its first proxy, which does the
// same.

const Native = globalThis.Proxy;
const wrapped = new WeakSet<object>();

const isOfPool = ({ get }: ProxyHandler<object>) =>
  get !== undefined && String(get).includes("getUnknownPrototypeKey");

let isKept = false;

/** Keeps prototypes in one proxy each. The setup of every test file calls this, in one isolate. */
export function keepProxiesFlat() {
  if (isKept) return;
  isKept = true;
  const construct = (_: unknown, [target, handler]: [object, ProxyHandler<object>]) => {
    if (wrapped.has(target)) return target;
    const proxy = new Native(target, handler);
    if (isOfPool(handler)) wrapped.add(proxy);
    return proxy;
  };
  globalThis.Proxy = new Native<ProxyConstructor>(Native, { construct });
}
