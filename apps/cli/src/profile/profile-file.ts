/**
 * The file of profiles: one JSON object,
 *
 *     { "profiles": { "default": { "api_url": "http://127.0.0.1:8080/api/v1", "ingest_url": "http://127.0.0.1:4318",
 *                                  "api_key": "...", "project": "<project id>" } } }
 *
 * at `$SVC_CONFIG_DIR/config.json`; without that variable at `$XDG_CONFIG_HOME/svc/config.json`; without that at
 * `~/.config/svc/config.json`. Every member of a profile is optional; `project` is an id, never a slug. The directory has mode
 * 0700 and the file 0600, because it holds keys. It is replaced as a whole by rename, so a reader never sees half of it, and
 * members a writer does not know stay. The service's first start writes the profile `default` by the same rules.
 */
import path from 'node:path';
import { isObject, type Json } from '../print/json.js';
import { malformed, readJsonFile, replaceJsonFile } from './json-file.js';

export interface Profile {
  readonly api_url?: string;
  readonly ingest_url?: string;
  readonly api_key?: string;
  readonly project?: string;
}

export type Profiles = ReadonlyMap<string, Profile>;

const MEMBERS = ['api_url', 'ingest_url', 'api_key', 'project'] as const;

export function profilePath(env: Readonly<Record<string, string | undefined>>, homeDirectory: string): string {
  const { SVC_CONFIG_DIR, XDG_CONFIG_HOME } = env;
  if (SVC_CONFIG_DIR) return path.join(SVC_CONFIG_DIR, 'config.json');
  // The XDG specification has relative paths ignored.
  const xdg =
    XDG_CONFIG_HOME && path.isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : path.join(homeDirectory, '.config');
  return path.join(xdg, 'svc', 'config.json');
}

/** The profiles of the file; none when there is no file. @throws Failure when the file is not what it should be. */
export function readProfiles(file: string): Profiles {
  const { profiles } = readJsonFile(file);
  if (profiles === undefined) return new Map();
  if (!isObject(profiles)) throw malformed(file);
  return new Map(Object.entries(profiles).map(([name, profile]) => [name, readProfile(profile, file)]));
}

/** Sets members of one profile, making it and the file where they do not exist yet. */
export function updateProfile(file: string, name: string, change: Profile): void {
  const config = readJsonFile(file);
  const profiles = isObject(config['profiles']) ? config['profiles'] : {};
  const profile = isObject(profiles[name]) ? profiles[name] : {};
  replaceJsonFile(file, { ...config, profiles: { ...profiles, [name]: { ...profile, ...change } } });
}

function readProfile(value: Json, file: string): Profile {
  if (!isObject(value)) throw malformed(file);
  for (const member of MEMBERS) {
    if (value[member] !== undefined && typeof value[member] !== 'string') throw malformed(file);
  }
  return value;
}
