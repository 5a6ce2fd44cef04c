/** The system's store of secrets, where one is reachable: not on a server without a desktop. */
export interface Keychain {
  get(account: string): Promise<string | undefined>;
  /** False when the system keeps no secret for us. */
  set(account: string, secret: string): Promise<boolean>;
  remove(account: string): Promise<void>;
}

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
