import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir, platform } from "node:os";
import { dirname, join } from "node:path";
import { CliError, exitCodes } from "./errors";

/** Where to find the service, and as whom. */
export type Profile = { url: string; token: string };

type Profiles = Record<string, Profile>;

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

function configFolder() {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  if (XDG_CONFIG_HOME) return XDG_CONFIG_HOME;
  if (platform() === "win32") return APPDATA ?? join(homedir(), "AppData", "Roaming");
  if (platform() === "darwin") return join(homedir(), "Library", "Application Support");
  return join(homedir(), ".config");
}

/** The file that holds the tokens: only its owner may read it. */
export const profilesFile = () => join(configFolder(), "lead-engagement", "profiles.json");

async function readProfiles(): Promise<Profiles> {
  const text = await readFile(profilesFile(), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`${profilesFile()} is not JSON. Delete it and sign in again.`);
  }
}

/** Replaces the file as a whole, so that a reader never finds a half of it. */
async function writeProfiles(profiles: Profiles) {
  const file = profilesFile();
  await mkdir(dirname(file), { recursive: true, mode: FOLDER_MODE });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: FILE_MODE });
  await chmod(draft, FILE_MODE);
  await rename(draft, file);
}

export async function saveProfile(name: string, profile: Profile) {
  await writeProfiles({ ...(await readProfiles()), [name]: profile });
}

/** Returns whether there was one of this name. */
export async function forgetProfile(name: string): Promise<boolean> {
  const { [name]: gone, ...others } = await readProfiles();
  if (!gone) return false;
  if (Object.keys(others).length > 0) await writeProfiles(others);
  else await rm(profilesFile());
  return true;
}

/** The profile of a name; LEAD_ENGAGEMENT_URL and LEAD_ENGAGEMENT_TOKEN go before what is saved. */
export async function loadProfile(name: string): Promise<Profile> {
  const { LEAD_ENGAGEMENT_URL: url, LEAD_ENGAGEMENT_TOKEN: token } = process.env;
  const saved = url && token ? undefined : (await readProfiles())[name];
  const profile = { url: url || saved?.url, token: token || saved?.token };
  if (profile.url && profile.token) return { url: profile.url, token: profile.token };
  throw new CliError(
    "You are not signed in. Run `lead-engagement login`, or set LEAD_ENGAGEMENT_URL and " +
      "LEAD_ENGAGEMENT_TOKEN.",
    exitCodes.notAllowed,
  );
}
