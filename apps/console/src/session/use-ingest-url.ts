import { toIngestUrl } from './ingest-url.js';
import { useSession } from './session.js';

/** The address to which programs of the user send. */
export function useIngestUrl(): string {
  return toIngestUrl(useSession().account.ingest_url, window.location);
}
