import { triggerNamesIn } from "./kinds";

export default triggerNamesIn("fr");
