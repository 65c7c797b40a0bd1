import { triggerNamesIn } from "#console/names/trigger-types";

export default { about: triggerNamesIn("fr").about };
