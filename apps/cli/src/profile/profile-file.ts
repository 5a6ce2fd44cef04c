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
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.js';
import { isObject, type Json, type JsonObject } from '../print/json.js';

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
  const { profiles } = readConfig(file);
  if (profiles === undefined) return new Map();
  if (!isObject(profiles)) throw malformed(file);
  return new Map(Object.entries(profiles).map(([name, profile]) => [name, readProfile(profile, file)]));
}

/** Sets members of one profile, making it and the file where they do not exist yet. */
export function updateProfile(file: string, name: string, change: Profile): void {
  const config = readConfig(file);
  const profiles = isObject(config['profiles']) ? config['profiles'] : {};
  const profile = isObject(profiles[name]) ? profiles[name] : {};
  replaceFile(file, { ...config, profiles: { ...profiles, [name]: { ...profile, ...change } } });
}

function readConfig(file: string): JsonObject {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new Failure('config_error', `${file} cannot be read`);
  }
  try {
    const config = JSON.parse(text) as Json;
    if (isObject(config)) return config;
  } catch {
    // JSON.parse repeats the text around the mistake, which may be a key.
  }
  throw malformed(file);
}

function readProfile(value: Json, file: string): Profile {
  if (!isObject(value)) throw malformed(file);
  for (const member of MEMBERS) {
    if (value[member] !== undefined && typeof value[member] !== 'string') throw malformed(file);
  }
  return value;
}

function replaceFile(file: string, config: JsonObject): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const target = realFile(file);
  const temporary = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(temporary, JSON.stringify(config, null, 2) + '\n', { mode: 0o600, flag: 'wx', flush: true });
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The file behind a symbolic link: people keep their configuration elsewhere and link to it. */
function realFile(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function malformed(file: string): Failure {
  return new Failure('config_error', `${file} is not a valid configuration`);
}
