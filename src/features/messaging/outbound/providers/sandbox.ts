import type { Provider } from "./provider";

/** Sends nothing: accepts every message, and reports it as delivered. */
export const sandbox: Provider = {
  send: async (_, { messageId }) => ({
    kind: "accepted",
    externalId: `sandbox_${messageId}`,
    delivered: true,
  }),
};
