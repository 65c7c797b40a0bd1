// Asks both rate limiters, as every API request does, and nothing else. Miniflare simulates them in
// JavaScript, which is slow.
export default {
  async fetch(_, { RATE_LIMITER, WORKSPACE_RATE_LIMITER }) {
    await RATE_LIMITER.limit({ key: "token:1" });
    await WORKSPACE_RATE_LIMITER.limit({ key: "workspace:1" });
    return new Response(null, { status: 204 });
  },
};
