import { isJsonObject } from '@svc/contract';
import type { Channel } from '@svc/relational';

/** ASCII letters in lower case, as in the database. */
export const normalizeAddress = (address: string): string =>
  address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The addresses that an e-mail channel sends to, each once and as it is written there; none for another type. */
export function emailAddresses({ type, config }: Pick<Channel, 'type' | 'config'>): string[] {
  const to = type === 'email' && isJsonObject(config) ? config['to'] : undefined;
  const addresses = Array.isArray(to) ? to.filter((item) => typeof item === 'string') : [];
  return [...new Map(addresses.map((address) => [normalizeAddress(address), address])).values()];
}
