import type { testEnv } from "./env";

/** Stands for objects that hear nobody: a poke is lost, and there is nobody to wait for. */
const deaf: unknown = {
  getByName: () => ({
    wake: async () => {},
    finished: () => Promise.reject(new Error("Network connection lost.")),
  }),
};

export const DEAF_CLOCK = deaf as typeof testEnv.RUN_SCHEDULER;
export const DEAF_SENDER = deaf as typeof testEnv.MESSAGE_SENDER;
export const DEAF_WEBHOOKS = deaf as typeof testEnv.WEBHOOK_SENDER;
export const DEAF_DESK = deaf as typeof testEnv.ANALYSIS_WORKER;
