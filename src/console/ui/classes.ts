/** The class names that are none of false, null and undefined. */
export const classes = (...names: (string | false | null | undefined)[]) =>
  names.filter(Boolean).join(" ");
