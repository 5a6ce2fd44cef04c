import type { Keychain } from '../runtime/io.js';

const SERVICE = 'svc';

/** Loads the native library at the first use only: most commands never need it. A failure is an absent keychain. */
export const systemKeychain: Keychain = {
  async get(account) {
    try {
      return (await (await entry(account)).getPassword()) ?? undefined;
    } catch {
      return undefined;
    }
  },
  async set(account, secret) {
    try {
      await (await entry(account)).setPassword(secret);
      return true;
    } catch {
      return false;
    }
  },
  async remove(account) {
    try {
      await (await entry(account)).deletePassword();
    } catch {
      // Nothing to remove, or nothing to remove it from.
    }
  },
};

async function entry(account: string) {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  return new AsyncEntry(SERVICE, account);
}
