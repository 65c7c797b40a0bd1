/** For the refusal to switch on more triggers than a workspace may have. */
export default {
  full:
    "The workspace has as many triggers switched on as it may have, in all or of those by a date. " +
    "Remove some, pause scenarios that you no longer need, or ask your operator for more.",
  fullShort: "Too many triggers are on in the workspace. Pause a scenario or remove some.",
  toStarts: "Automatic starts",
  showStarts: "Show all automatic starts",
};
