import { triggerNamesIn } from "#console/names/trigger-types";

export default { about: triggerNamesIn("en").about };
