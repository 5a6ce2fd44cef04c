/**
 * Where the sessions of profiles are kept: `sessions.json` beside the profiles, for this user only. Where the system has a
 * keychain the tokens are there, and the file says so.
 */
import path from 'node:path';
import type { Io } from '../io.js';
import { isObject, type Json } from '../print/json.js';
import { malformed, readJsonFile, replaceJsonFile } from '../profile/json-file.js';
import { profilePath } from '../profile/profile-file.js';

export interface StoredSession {
  /** The address the tokens were made for; they are sent nowhere else. */
  readonly api_url: string;
  readonly access_token: string;
  readonly refresh_token: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

export interface SessionStore {
  read(): Promise<StoredSession | undefined>;
  /** Answers where it was put. */
  write(session: StoredSession): Promise<'keychain' | 'file'>;
  remove(): Promise<void>;
  /** Beside the file, for who wants to change the session alone. */
  readonly lockFile: string;
}

export function sessionStore({ env, homeDirectory, keychain }: Io, profile: string): SessionStore {
  const file = path.join(path.dirname(profilePath(env, homeDirectory)), 'sessions.json');
  const account = `${file}#${profile}`;

  const entries = (): Record<string, Json> => {
    const { sessions = {} } = readJsonFile(file);
    if (!isObject(sessions)) throw malformed(file);
    return { ...sessions };
  };
  const change = (entry: Json | undefined): void => {
    const { [profile]: _, ...others } = entries();
    replaceJsonFile(file, { sessions: entry === undefined ? others : { ...others, [profile]: entry } });
  };

  return {
    lockFile: `${file}.lock`,
    async read() {
      const entry = entries()[profile];
      if (!isObject(entry)) return undefined;
      return entry['keychain'] === true ? parse((await keychain.get(account)) ?? '') : asSession(entry);
    },
    async write(session) {
      const isKept = await keychain.set(account, JSON.stringify(session));
      change(isKept ? { keychain: true } : { ...session });
      return isKept ? 'keychain' : 'file';
    },
    async remove() {
      const entry = entries()[profile];
      if (entry === undefined) return;
      if (isObject(entry) && entry['keychain'] === true) await keychain.remove(account);
      change(undefined);
    },
  };
}

function parse(text: string): StoredSession | undefined {
  try {
    return asSession(JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** Undefined for what no release of ours wrote: the person signs in again. */
function asSession(value: Json): StoredSession | undefined {
  if (!isObject(value)) return undefined;
  const { api_url, access_token, refresh_token, expires_at } = value;
  if (typeof api_url !== 'string' || typeof access_token !== 'string') return undefined;
  if (typeof refresh_token !== 'string' || typeof expires_at !== 'number') return undefined;
  return { api_url, access_token, refresh_token, expires_at };
}
