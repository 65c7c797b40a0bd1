import { part } from "../texts/catalogue";
import { signIn } from "./sign-in-catalogue";

export const texts = part(signIn, "default");
