/** The version of the OpenAPI document, which exports name. */
export const API_VERSION = "1.0.0";
