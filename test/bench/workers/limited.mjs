// Asks the rate limiter, as every API request must, and does nothing else. Miniflare plays it in JavaScript, which takes its time.
export default {
  async fetch(_, { RATE_LIMITER }) {
    await RATE_LIMITER.limit({ key: "token:1" });
    return new Response(null, { status: 204 });
  },
};
