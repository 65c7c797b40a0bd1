/** Starts metering run schedulers, and sets whether they wake message senders. */
export const count = (scheduler, wakesSenders) =>
  fetch(scheduler, { method: "PUT", body: JSON.stringify(wakesSenders) });
export const figuresOf = async (scheduler) => (await fetch(scheduler)).json();
export const triggerFiguresOf = async (scheduler) => (await fetch(`${scheduler}/triggers`)).json();
export const wakeTriggerWorker = (scheduler, { id }) =>
  fetch(`${scheduler}/triggers/${id}`, { method: "POST" });
export const wakeRunScheduler = (scheduler, { id }) =>
  fetch(`${scheduler}/${id}`, { method: "POST" });
