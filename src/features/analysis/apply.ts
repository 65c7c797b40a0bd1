export { applyClaims } from "../../db/statements/profiles";
