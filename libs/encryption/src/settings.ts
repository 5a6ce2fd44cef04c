import { setting } from '@svc/config';

/** The key ring of the services that store secrets. */
export const ENCRYPTION_SETTINGS = {
  SVC_ENCRYPTION_KEYS: setting.secret({
    minLength: 45,
    description:
      'Keys that encrypt stored secrets and the keys of recordings, as id=key, comma-separated; a key is 32 random bytes in base64. The first key encrypts, all keys decrypt: to rotate, put a new key first and remove the old one after a restart',
  }),
} as const;
