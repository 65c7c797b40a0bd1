import type { Provider } from "./provider";

/** Sends nothing: takes every message, and has delivered it. */
export const sandbox: Provider = {
  send: async (_, { messageId }) => ({
    kind: "accepted",
    externalId: `sandbox_${messageId}`,
    delivered: true,
  }),
};
