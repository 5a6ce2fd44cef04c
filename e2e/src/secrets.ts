import { appendFileSync } from 'node:fs';

/** Names a file; the runner searches the logs of the service for every line of it. */
export const SECRETS_FILE = 'SVC_E2E_SECRETS';

/** A secret this run uses: when all is over, no log may hold it. Secrets of our own form need not be named. */
export function noteSecret(secret: string): string {
  const file = process.env[SECRETS_FILE];
  if (file !== undefined) appendFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}
