import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/** How the command-line client reaches a service; its format is described where the client reads it. */
export interface Profile {
  readonly api_url: string;
  readonly ingest_url: string;
  readonly api_key: string;
  readonly project: string;
}

interface ProfileFile {
  profiles: Record<string, Profile>;
}

/**
 * Writes the profile that makes `svc` work at once and answers its name: `default`, unless that one already leads to another
 * address, which is then left alone.
 */
export async function writeProfile(profile: Profile, configDirectory = defaultDirectory()): Promise<string> {
  const file = path.join(configDirectory, 'config.json');
  const { profiles, ...rest } = await readProfiles(file);
  const taken = profiles['default'] !== undefined && profiles['default'].api_url !== profile.api_url;
  const name = taken ? 'local' : 'default';
  await mkdir(configDirectory, { recursive: true, mode: 0o700 });
  const text = JSON.stringify({ ...rest, profiles: { ...profiles, [name]: profile } }, null, 2);
  await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return name;
}

async function readProfiles(file: string): Promise<ProfileFile> {
  try {
    return { profiles: {}, ...(JSON.parse(await readFile(file, 'utf8')) as Partial<ProfileFile>) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw error;
  }
}

function defaultDirectory(): string {
  const xdg = process.env['XDG_CONFIG_HOME'];
  // The XDG specification has relative paths ignored.
  return path.join(xdg && path.isAbsolute(xdg) ? xdg : path.join(homedir(), '.config'), 'svc');
}
