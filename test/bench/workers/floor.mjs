// The least that a Worker can do: measures the machine, workerd and the load generator alone.
export default {
  fetch: () => new Response(null, { status: 302, headers: { Location: "https://example.com/" } }),
};
