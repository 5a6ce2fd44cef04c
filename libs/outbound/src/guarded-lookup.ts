import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { EgressError, type EgressFailure } from './egress-error.js';

/** Resolves a host to all its addresses, as `dns.lookup` with `all` does. */
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A lookup for sockets that fails unless every address of the host is permitted. The socket connects to the returned
 * addresses, so a name that resolves differently a moment later changes nothing.
 */
export function guardedLookup(
  refusal: (address: string) => EgressFailure | undefined,
  resolve: Resolve = systemLookup,
): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const first = addresses[0];
      const failures = addresses.flatMap(({ address }) => refusal(address) ?? []);
      const failure = failures.find((found) => found === 'blocked_address') ?? failures[0];
      if (!first || failure) return callback(new EgressError(failure ?? 'blocked_address'), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
