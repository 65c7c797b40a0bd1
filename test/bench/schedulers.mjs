/** Starts metering run schedulers, and sets whether they wake message senders. */
export const count = (scheduler, wakesSenders) =>
  fetch(scheduler, { method: "PUT", body: JSON.stringify(wakesSenders) });
export const figuresOf = async (scheduler) => (await fetch(scheduler)).json();
export const triggerFiguresOf = async (scheduler) => (await fetch(`${scheduler}/triggers`)).json();
/** Wakes a workspace's trigger worker, or another object of that name. */
export const wakeTriggerWorker = (scheduler, { id }, name = id) =>
  fetch(`${scheduler}/triggers/${id}/${name}`, { method: "POST" });
/** True if the trigger worker stands still where `STILL` says. */
export const standsStill = async (scheduler) => (await fetch(`${scheduler}/still`)).json();
export const wakeRunScheduler = (scheduler, { id }) =>
  fetch(`${scheduler}/${id}`, { method: "POST" });
