import type { Stoppable } from './servers.js';

/** A place that may have a server to test against: the server, or the reason why there is none. */
export type Source<Server> = () => Promise<Server | string>;

/** Asks the sources in order and takes the first server; a string says why each of them has none. */
export async function firstOf<Server extends object>(...sources: Source<Server>[]): Promise<Server | string> {
  const reasons: string[] = [];
  for (const source of sources) {
    const found = await source();
    if (typeof found !== 'string') return found;
    reasons.push(found);
  }
  return reasons.join('; ');
}

/** A server whose address an environment variable gives. Nothing stops it, because the tests did not start it. */
export function givenBy<Address extends object>(
  variable: string,
  parse: (value: string) => Address,
): Source<Address & Stoppable> {
  return () => {
    const value = process.env[variable];
    return Promise.resolve(value ? { ...parse(value), stop: () => Promise.resolve() } : `${variable} is not set`);
  };
}
