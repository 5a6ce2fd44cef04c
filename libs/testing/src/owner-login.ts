import { randomBytes } from 'node:crypto';
import type { OwnerLogin } from './topology.js';

/** A random password, so that a search of the logs for secrets finds nothing by chance. */
export function newOwnerLogin(): OwnerLogin {
  return { email: 'owner@example.com', password: randomBytes(18).toString('base64url') };
}

/** Settings of the first start: the owner's key, and the owner who signs in. */
export function bootstrapEnvironment(apiKey: string, { email, password }: OwnerLogin) {
  return { SVC_BOOTSTRAP_API_KEY: apiKey, SVC_BOOTSTRAP_EMAIL: email, SVC_BOOTSTRAP_PASSWORD: password };
}
