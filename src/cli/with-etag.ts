import type { Client } from "#client";

/** Calls with the `ETag` of the answer, which operations don't return. */
export async function withEtag<T>(client: Client, call: () => Promise<T>) {
  let etag: string | null = null;
  const keep = (response: Response) => {
    etag = response.headers.get("ETag");
    return response;
  };
  client.interceptors.response.use(keep);
  try {
    return { answer: await call(), etag };
  } finally {
    client.interceptors.response.eject(keep);
  }
}
