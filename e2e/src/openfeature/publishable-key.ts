import { ok } from '../api.js';
import { noteSecret } from '../secrets.js';

/** A key for the source of web pages. */
export async function makePublishableKey(
  project: string,
  scopes: readonly string[],
  allowedOrigins: readonly string[] = [],
): Promise<string> {
  const made = await ok('POST', '/account/api-keys', {
    body: { name: 'page', scopes, project_id: project, publishable: true, allowed_origins: allowedOrigins },
  });
  return noteSecret(made['secret']);
}
