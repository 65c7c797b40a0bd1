// The least that a Worker can do: what the machine, workerd and the load generator cost by themselves.
export default {
  fetch: () => new Response(null, { status: 302, headers: { Location: "https://example.com/" } }),
};
