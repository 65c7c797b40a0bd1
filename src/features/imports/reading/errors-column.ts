/** The column of a file of rejected rows that says what is wrong with each. */
export const ERRORS = "errors";
