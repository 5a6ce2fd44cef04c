/**
 * Stores the sessions of profiles in `sessions.json` beside the file of profiles, readable by this user only. Where the system
 * has a keychain, the tokens are in the keychain and the file only records that.
 */
import path from 'node:path';
import { ConfigFileError, profilePath, readJsonFile, replaceJsonFile, withFileLock } from '@svc/profile';
import type { Io } from '../runtime/io.js';
import { isObject, type Json, type JsonObject } from '../runtime/values/json.js';

export interface StoredSession {
  /** The address that issued the tokens; they are sent to no other address but that of its ingestion. */
  readonly api_url: string;
  /** The address of ingestion, if the service knows it. */
  readonly ingest_url?: string;
  readonly access_token: string;
  readonly refresh_token: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

export interface SessionStore {
  read(): Promise<StoredSession | undefined>;
  /** Returns where the session was stored. */
  write(session: StoredSession): Promise<'keychain' | 'file'>;
  remove(): Promise<void>;
  /** Runs `work` while no other process renews a session. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function sessionStore({ env, homeDirectory, keychain }: Io, profile: string): SessionStore {
  const file = path.join(path.dirname(profilePath(env, homeDirectory)), 'sessions.json');
  const account = `${file}#${profile}`;

  const entries = (): Record<string, Json> => {
    const { sessions = {} } = readJsonFile(file) as JsonObject;
    if (!isObject(sessions)) throw new ConfigFileError(`${file} is not a valid file of sessions`);
    return { ...sessions };
  };
  const change = (entry: Json | undefined): Promise<void> =>
    withFileLock(file, () => {
      const { [profile]: _, ...others } = entries();
      return replaceJsonFile(file, { sessions: entry === undefined ? others : { ...others, [profile]: entry } });
    });

  return {
    // Not the lock of the file itself, which `write` and `remove` acquire inside `work`.
    exclusively: (work) => withFileLock(`${file}.renewal`, work),
    async read() {
      const entry = entries()[profile];
      if (!isObject(entry)) return undefined;
      return entry['keychain'] === true ? parse((await keychain.get(account)) ?? '') : asSession(entry);
    },
    async write(session) {
      const isKept = await keychain.set(account, JSON.stringify(session));
      await change(isKept ? { keychain: true } : { ...session });
      return isKept ? 'keychain' : 'file';
    },
    async remove() {
      const entry = entries()[profile];
      if (entry === undefined) return;
      if (isObject(entry) && entry['keychain'] === true) await keychain.remove(account);
      await change(undefined);
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

/** Returns undefined when the entry is not a valid session; the user then signs in again. */
function asSession(value: Json): StoredSession | undefined {
  if (!isObject(value)) return undefined;
  const { api_url, ingest_url, access_token, refresh_token, expires_at } = value;
  if (typeof api_url !== 'string' || typeof access_token !== 'string') return undefined;
  if (typeof refresh_token !== 'string' || typeof expires_at !== 'number') return undefined;
  return {
    api_url,
    ...(typeof ingest_url === 'string' && { ingest_url }),
    access_token,
    refresh_token,
    expires_at,
  };
}
