/**
 * The file of profiles is one JSON object,
 *
 *     { "profiles": { "default": { "api_url": "http://127.0.0.1:8080/api/v1", "ingest_url": "http://127.0.0.1:4318",
 *                                  "api_key": "...", "project": "<project id>" } } }
 *
 * at `$SVC_CONFIG_DIR/config.json`; without that variable at `$XDG_CONFIG_HOME/svc/config.json`; without that at
 * `~/.config/svc/config.json`. Every member of a profile is optional; `project` is an id, never a slug. The directory has mode
 * 0700 and the file 0600, because it holds keys. The client and the service's first start write it through this module: under
 * a lock, by atomic replacement, and keeping the members they do not know.
 */
import { homedir } from 'node:os';
import path from 'node:path';
import { isRecord, malformed, readJsonFile, replaceJsonFile, withFileLock } from './json-file.js';

export interface Profile {
  readonly api_url?: string;
  readonly ingest_url?: string;
  readonly api_key?: string;
  readonly project?: string;
}

export type Profiles = ReadonlyMap<string, Profile>;

const MEMBERS = ['api_url', 'ingest_url', 'api_key', 'project'] as const;

/** Members to set; undefined removes a member. */
export type ProfileChange = { readonly [Member in keyof Profile]: Profile[Member] | undefined };

/** The home directory of this user; `/` for a user who has neither HOME nor an entry in /etc/passwd, as for programs in containers. */
export function homeDirectory(): string {
  try {
    return homedir();
  } catch {
    return '/';
  }
}

/** The path of the file for an environment and a home directory. */
export function profilePath(env: Readonly<Record<string, string | undefined>>, homeDirectory: string): string {
  const { SVC_CONFIG_DIR, XDG_CONFIG_HOME } = env;
  if (SVC_CONFIG_DIR) return path.join(SVC_CONFIG_DIR, 'config.json');
  // The XDG specification requires relative paths to be ignored.
  const xdg =
    XDG_CONFIG_HOME && path.isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : path.join(homeDirectory, '.config');
  return path.join(xdg, 'svc', 'config.json');
}

/**
 * Reads the profiles; an absent file has none.
 *
 * @throws ConfigFileError when the file does not contain valid profiles.
 */
export function readProfiles(file: string): Profiles {
  const { profiles } = readJsonFile(file);
  if (profiles === undefined) return new Map();
  if (!isRecord(profiles)) throw malformed(file);
  return new Map(Object.entries(profiles).map(([name, profile]) => [name, readProfile(profile, file)]));
}

/**
 * Sets or removes members of one profile, and creates the profile and the file where they do not exist yet. Concurrent updates lose
 * nothing.
 *
 * @param name the profile, or a function that chooses it from the profiles there are.
 * @returns the name of the profile that was written.
 */
export async function updateProfile(
  file: string,
  name: string | ((profiles: Profiles) => string),
  change: ProfileChange,
): Promise<string> {
  return await withFileLock(file, async () => {
    const chosen = typeof name === 'string' ? name : name(readProfiles(file));
    const config = readJsonFile(file);
    const profiles = isRecord(config['profiles']) ? config['profiles'] : {};
    const profile = isRecord(profiles[chosen]) ? profiles[chosen] : {};
    await replaceJsonFile(file, { ...config, profiles: { ...profiles, [chosen]: { ...profile, ...change } } });
    return chosen;
  });
}

function readProfile(value: unknown, file: string): Profile {
  if (!isRecord(value)) throw malformed(file);
  for (const member of MEMBERS) {
    if (value[member] !== undefined && typeof value[member] !== 'string') throw malformed(file);
  }
  return value;
}
