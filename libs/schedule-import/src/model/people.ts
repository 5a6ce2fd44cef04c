import type { Fields } from './fields.js';

/** Members of references that have an address, a name and an ID, the best first. */
const ADDRESSES = ['email', 'username', 'login', 'name', 'summary', 'id'];
const IDENTITIES = ['id', 'public_primary_key'];

/** Finds the e-mail address of people whom a source mentions by an ID, a name or an address. */
export class People {
  readonly #addresses = new Map<string, string>();

  /** Learns the addresses of lists of users. */
  learn(users: readonly Fields[]): void {
    for (const user of users) {
      const address = describe(user);
      if (address === undefined) continue;
      for (const name of [...IDENTITIES, 'username', 'name'])
        for (const key of keyOf(user, name)) if (!this.#addresses.has(key)) this.#addresses.set(key, address);
    }
  }

  /** The address of an ID or a name; itself if it is not known. */
  find(idOrName: string): string {
    return this.#addresses.get(idOrName) ?? idOrName;
  }

  /** The address of a reference, which is an object such as `{id, summary}`; undefined if it names no one. */
  of(reference: Fields): string | undefined {
    const known = IDENTITIES.flatMap((name) => keyOf(reference, name)).find((id) => this.#addresses.has(id));
    return known === undefined ? describe(reference) : this.find(known);
  }
}

function describe(user: Fields): string | undefined {
  const found = ADDRESSES.flatMap((name) => keyOf(user, name));
  return found.find((text) => text.includes('@')) ?? found[0];
}

function keyOf(user: Fields, name: string): string[] {
  const text = user.text(name)?.trim() ?? '';
  return text === '' ? [] : [text];
}
