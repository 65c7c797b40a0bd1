// Lets the tests reach only this machine over the network.
const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

export default {
  async fetch(request, { NETWORK }) {
    if (LOOPBACK.has(new URL(request.url).hostname)) return NETWORK.fetch(request);
    await request.arrayBuffer();
    return new Response("blocked", { status: 599 });
  },
};
