import { ownWaits, type RunWait } from "../../../domain/automation";

/** Whether the run waits for the service itself, not for the lead or a time. */
export const isOwnWait = (awaited: RunWait | undefined) => ownWaits.some((own) => own === awaited);
