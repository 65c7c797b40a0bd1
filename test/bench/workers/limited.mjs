// Asks the rate limiter, as every API request does, and nothing else. Miniflare simulates the rate
// limiter in JavaScript, which is slow.
export default {
  async fetch(_, { RATE_LIMITER }) {
    await RATE_LIMITER.limit({ key: "token:1" });
    return new Response(null, { status: 204 });
  },
};
