import { type Client, connectSource, type NewSource, type Source } from "#client";

/** A connection to Calendly as it is typed. */
export type WrittenConnection = {
  access_token: string;
  scope: NonNullable<Source["connection"]>["scope"];
  keep_token: boolean;
};

export const newConnection = (): WrittenConnection => ({
  access_token: "",
  scope: "user",
  keep_token: true,
});

/** The fault for which a new source is not connected, though it is there. */
export type Connected = { problem?: unknown };

/** Connects a new source. Without a token, or where Calendly refuses, it is done by hand. */
export async function connectIn(
  client: Client,
  { id }: Pick<NewSource, "id">,
  typed: WrittenConnection,
): Promise<Connected> {
  const body = { ...typed, access_token: typed.access_token.trim() };
  if (body.access_token === "") return {};
  try {
    await connectSource({ client, path: { source: id }, body });
    return {};
  } catch (problem) {
    return { problem };
  }
}
