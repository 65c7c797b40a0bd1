// The service ends connections that have been idle for some seconds. On a busy machine it may do so
// just as a request is sent on one, which then fails: so each request has a connection of its own.
const usual: typeof fetch & { isAlone?: true } = globalThis.fetch;

/** Each request on a connection of its own. */
const fetchAlone: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  request.headers.set("Connection", "close");
  return usual(request);
};

// Test files share a process, and each calls this.
if (!usual.isAlone) globalThis.fetch = Object.assign(fetchAlone, { isAlone: true } as const);
