import { typeNamesIn } from "./type-names";

export default typeNamesIn("fr");
