import type { testEnv } from "./env";

/** A binding of objects that cannot be reached: wake-ups are lost, and waiting for work fails. */
const offline: unknown = {
  getByName: () => ({
    wake: async () => {},
    finished: () => Promise.reject(new Error("Network connection lost.")),
  }),
};

export const OFFLINE_RUN_SCHEDULER = offline as typeof testEnv.RUN_SCHEDULER;
export const OFFLINE_TRIGGER_WORKER = offline as typeof testEnv.TRIGGER_WORKER;
export const OFFLINE_MESSAGE_SENDER = offline as typeof testEnv.MESSAGE_SENDER;
export const OFFLINE_WEBHOOK_SENDER = offline as typeof testEnv.WEBHOOK_SENDER;
export const OFFLINE_ANALYSIS_WORKER = offline as typeof testEnv.ANALYSIS_WORKER;
export const OFFLINE_MEDIA_FETCHER = offline as typeof testEnv.MEDIA_FETCHER;
export const OFFLINE_CHUNK_WORKER = offline as typeof testEnv.CHUNK_WORKER;
export const OFFLINE_EXPORTER = offline as typeof testEnv.EXPORTER;
export const OFFLINE_MOVER = offline as typeof testEnv.WORKSPACE_MOVER;
