import type { Stoppable } from './servers.js';

/** A place that may have a server to test against: the server, or the reason why there is none. */
export type Source<Server> = () => Promise<Server | string>;

/** Tries the sources in order and returns the first server; a string contains the reason of each source for having none. */
export async function firstAvailable<Server extends object>(...sources: Source<Server>[]): Promise<Server | string> {
  const reasons: string[] = [];
  for (const source of sources) {
    const found = await source();
    if (typeof found !== 'string') return found;
    reasons.push(found);
  }
  return reasons.join('; ');
}

/** A server whose address is in an environment variable. It is not stopped, because the tests did not start it. */
export function givenBy<Address extends object>(
  variable: string,
  parse: (value: string) => Address,
): Source<Address & Stoppable> {
  return () => {
    const value = process.env[variable];
    return Promise.resolve(value ? { ...parse(value), stop: () => Promise.resolve() } : `${variable} is not set`);
  };
}
