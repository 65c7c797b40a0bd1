/** The service serves files under any of its names; the page may load those of its own only. */
export const ownUrl = (url: string) => location.origin + new URL(url, location.origin).pathname;
