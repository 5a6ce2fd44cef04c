import type { Keychain } from '../runtime/io.js';

const SERVICE = 'svc';

/** Loads the native library on first use, because most commands do not need it. A failure counts as a missing keychain. */
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
      // There is no secret, or no keychain.
    }
  },
};

async function entry(account: string) {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  return new AsyncEntry(SERVICE, account);
}
