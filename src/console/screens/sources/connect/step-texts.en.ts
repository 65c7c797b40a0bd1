export default {
  /** The steps of a preset, one a line; empty where the preset has its own in this language. */
  of: (_name: string) => "",
};
