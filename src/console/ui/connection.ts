/** Browsers' messages about a request, or a module, that did not arrive. */
const NOT_LOADED = /fetch|network|load failed|module script|dynamically imported/i;

/** Vite's message about the style sheet of a screen that did not arrive. */
const NO_STYLE = "Unable to preload CSS";

/** True if the connection is why something failed. */
export const isOfConnection = (error: unknown) =>
  !navigator.onLine ||
  (error instanceof TypeError && NOT_LOADED.test(error.message)) ||
  (error instanceof Error && error.message.startsWith(NO_STYLE));

/** The name of an error, which says nothing about anybody. */
export const nameOf = (error: unknown) => (error instanceof Error ? error.name : "Error");
