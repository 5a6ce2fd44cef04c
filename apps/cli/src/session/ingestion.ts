import type { Authorize } from '../http/api.js';
import { usageError } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import { byKey, byProfileKey, bySession } from './credential.js';
import { sessionStore } from './session-store.js';
import type { Settings } from './settings.js';

/** The destination of data, and the credential for it. */
export interface Ingestion {
  /** Address without a trailing slash. */
  readonly url: string;
  readonly authorize: Authorize;
}

/**
 * Returns where the selected service takes data. A session is used only where the service that made it, or the user, named the
 * address: on a default address another program may listen.
 *
 * @throws Failure of kind usage when no address is known, or when a session has no project.
 */
export async function findIngestion(settings: Settings, io: Io): Promise<Ingestion> {
  const { apiKey, apiKeyIsGiven, project } = settings;
  const url = await findIngestionUrl(settings, io);
  if (apiKeyIsGiven) return { url, authorize: byKey(apiKey) };
  const store = sessionStore(io, settings.profile);
  const session = await store.read();
  if (session?.api_url !== settings.apiUrl) return { url, authorize: byProfileKey(settings) };
  if (project === undefined) throw usageError(NO_PROJECT);
  return { url, authorize: bySession(settings.apiUrl, store, io) };
}

/** The address alone, whatever the credential. @throws Failure of kind usage when no address is known. */
export async function findIngestionUrl(settings: Settings, io: Io): Promise<string> {
  const { apiKeyIsGiven, apiUrl, ingestUrl, ingestUrlIsDefault, profile } = settings;
  const session = apiKeyIsGiven ? undefined : await sessionStore(io, profile).read();
  const hasSession = session?.api_url === apiUrl;
  const url = hasSession && ingestUrlIsDefault ? session.ingest_url : ingestUrl;
  if (url !== undefined) return url;
  throw usageError('The ingestion address of this service is not known: pass --ingest-url or set SVC_INGEST_URL');
}

/** Sessions and organization-level keys can reach several projects. */
export const NO_PROJECT =
  'No project is selected: see `svc projects list`, then run `svc projects use <slug>`, or pass --project';
