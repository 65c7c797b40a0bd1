type Load = () => Promise<object>;

const NOT_LOADED = "A module could not be loaded.";

/** The pause after a part. In a shorter one, visits that wait do not reach the isolate in time. */
const PAUSE_MS = 5;

/** True if an error is that a module could not be loaded, here or in an object. */
export const isNotLoaded = (error: unknown) =>
  error instanceof Error && error.message === NOT_LOADED;

/** The parts that lazily loaded modules share. Each needs those before it. */
let parts: Load[] = [];

/** Names the parts that are loaded before any lazily loaded module. */
export const beginWith = (...loads: Load[]) => {
  parts = loads;
};

/** Loads the parts that are not loaded yet. Visits that come meanwhile are answered in between. */
async function loadParts() {
  for (let next = parts[0]; next; next = parts[0]) {
    await next();
    // Another request may have loaded it as well.
    if (parts[0] === next) parts.shift();
    await scheduler.wait(PAUSE_MS);
  }
}

/**
 * Loads a module when it is first needed, and keeps it. Not the promise of it: in Workers a request
 * must not wait for what another one began. The runtime loads a module once, however many ask.
 */
export function lazily<Module extends object>(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  return async (): Promise<Module> => {
    if (loaded) return loaded;
    try {
      await loadParts();
      loaded ??= await load();
    } catch (error) {
      throw new Error(NOT_LOADED, { cause: error });
    }
    return loaded;
  };
}
