/** Starts metering run schedulers, and sets whether they wake message senders. */
export const count = (scheduler, wakesSenders) =>
  fetch(scheduler, { method: "PUT", body: JSON.stringify(wakesSenders) });
export const figuresOf = async (scheduler) => (await fetch(scheduler)).json();
export const wakeRunScheduler = (scheduler, { id }) =>
  fetch(`${scheduler}/${id}`, { method: "POST" });
