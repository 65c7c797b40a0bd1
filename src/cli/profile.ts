import { chmod, mkdir, readFile, rm, stat } from "node:fs/promises";
import { homedir, platform } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { address } from "./arguments";
import { CliError, exitCodes } from "./errors";
import { note, plain } from "./output";
import { replaceFile } from "./replace-file";

/** Where to find the service, and as whom. */
export type Profile = { url: string; token: string };

type Profiles = Record<string, Profile>;

/** The profile of those who name none. */
export const DEFAULT_PROFILE = "default";

const FOLDER_MODE = 0o700;
/** Others than the owner who may read, write or execute. */
const OTHERS = 0o077;

/** https://specifications.freedesktop.org/basedir-spec: a path that is not absolute is ignored. */
function userFolder() {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  if (XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME)) return XDG_CONFIG_HOME;
  if (platform() === "win32") return APPDATA || join(homedir(), "AppData", "Roaming");
  if (platform() === "darwin") return join(homedir(), "Library", "Application Support");
  return join(homedir(), ".config");
}

/** Where the command keeps what is its user's. */
export const configFolder = () => join(userFolder(), "lead-engagement");

/** The file that holds the tokens: only its owner may read it. */
export const profilesFile = () => join(configFolder(), "profiles.json");

/** Takes a file away from others than its owner, who may have read it. */
async function protect(file: string) {
  const { mode } = await stat(file);
  if (platform() === "win32" || (mode & OTHERS) === 0) return;
  note(`Others could read ${file}. It is yours alone now: consider new tokens.`);
  await chmod(file, mode & ~OTHERS);
}

async function readProfiles(): Promise<Profiles> {
  const file = profilesFile();
  try {
    const text = await readFile(file, "utf8");
    await protect(file);
    const profiles = JSON.parse(text);
    if (typeof profiles === "object" && profiles !== null) return profiles;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    // The parser's message shows a part of the text.
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CliError(`${file} holds no sign-ins. Delete it and sign in again.`);
}

async function writeProfiles(profiles: Profiles) {
  const file = profilesFile();
  await mkdir(dirname(file), { recursive: true, mode: FOLDER_MODE });
  await replaceFile(file, `${JSON.stringify(profiles, null, 2)}\n`, { isPrivate: true });
}

/** All profiles, by their names, with where they lead. */
export const listProfiles = async () =>
  Object.entries(await readProfiles()).map(([name, { url }]) => ({ name, url }));

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

/**
 * The profile of a name. Without one, LEAD_ENGAGEMENT_URL and LEAD_ENGAGEMENT_TOKEN go before what
 * is saved, both or neither: a saved token goes to the URL that it was saved with only.
 */
export async function loadProfile(name: string | undefined): Promise<Profile> {
  const { LEAD_ENGAGEMENT_URL: url, LEAD_ENGAGEMENT_TOKEN: secret } = process.env;
  // A file that it came from ends with a line.
  const token = secret?.trim();
  if (name === undefined && url && token) return { url: address(url), token };
  if (name === undefined && (url || token))
    throw new CliError(
      "Set both LEAD_ENGAGEMENT_URL and LEAD_ENGAGEMENT_TOKEN, or neither.",
      exitCodes.usage,
    );
  const profiles = await readProfiles();
  const wanted = name ?? DEFAULT_PROFILE;
  const saved = profiles[wanted];
  if (saved?.url && saved.token) return saved;
  const names = Object.keys(profiles);
  if (names.length > 0)
    throw new CliError(
      `There is no profile ${plain(wanted)}. There are: ${plain(names.join(", "))}.`,
      exitCodes.notAllowed,
    );
  throw new CliError(
    "You are not signed in. Run `lead-engagement login`, or set LEAD_ENGAGEMENT_URL and " +
      "LEAD_ENGAGEMENT_TOKEN.",
    exitCodes.notAllowed,
  );
}
