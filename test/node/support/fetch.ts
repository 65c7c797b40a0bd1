// The service ends connections that have been idle for some seconds. On a busy machine it may do so
// just as a request is sent on one, which then fails: so each request has a connection of its own.
const { fetch }: { fetch: typeof globalThis.fetch & { isAlone?: true } } = globalThis;

/** Each request on a connection of its own. */
const fetchAlone: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  request.headers.set("Connection", "close");
  return fetch(request);
};

// Test files share a process, and each calls this.
if (!fetch.isAlone) globalThis.fetch = Object.assign(fetchAlone, { isAlone: true } as const);
