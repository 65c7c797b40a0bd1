import type { Command } from "commander";
import { type Client, createClient } from "#client";
import { loadProfile, type Profile } from "./profile";

/** The options that every command has. */
export type GlobalOptions = { json?: boolean; profile?: string };

export type Session = Profile & { client: Client; json: boolean };

/** The caller, by the options of the command or of those above it. */
export async function openSession(command: Command): Promise<Session> {
  const { json = false, profile } = command.optsWithGlobals<GlobalOptions>();
  const { url, token } = await loadProfile(profile);
  return { url, token, json, client: createClient({ baseUrl: url, token }) };
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
