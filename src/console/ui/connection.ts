/** What browsers say of a request, or of a module, that did not come. */
const NOT_LOADED = /fetch|network|load failed|module script|dynamically imported/i;

/** Whether the connection is why something failed. */
export const isOfConnection = (error: unknown) =>
  !navigator.onLine || (error instanceof TypeError && NOT_LOADED.test(error.message));

/** What an error is called, which says nothing of anybody. */
export const nameOf = (error: unknown) => (error instanceof Error ? error.name : "Error");
