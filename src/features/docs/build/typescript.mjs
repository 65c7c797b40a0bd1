// TypeScript's API as it was before version 7, which has none: for the generator of clients.
import { ts } from "@ts-morph/common";

export default ts;
