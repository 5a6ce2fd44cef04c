import ipaddr from 'ipaddr.js';
import type { EgressFailure } from './egress-error.js';

export interface AddressRules {
  /** Ranges in CIDR notation that are permitted although they are not public, also without TLS. */
  readonly allow?: readonly string[];
  /** Whether plain http may go to every permitted address; no by default. */
  readonly permitsHttp?: boolean;
}

/** The only addresses of IPv6 that are assigned for public use (IANA IPv6 Address Space). */
const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3');
/** Addresses that look public: the host of virtual machines at Azure, and the second range for documentation (RFC 9637). */
const NOT_PUBLIC = ['168.63.129.16/32', '3fff::/20'].map((range) => ipaddr.parseCIDR(range));

/** Decides which addresses may be connected to. */
export class AddressPolicy {
  readonly #allowed: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];
  readonly #permitsHttp: boolean;

  constructor({ allow = [], permitsHttp = false }: AddressRules = {}) {
    this.#allowed = allow.map((range) => ipaddr.parseCIDR(range));
    this.#permitsHttp = permitsHttp;
  }

  /**
   * The reason why an IP address must not be connected to; undefined if it may. Only public addresses and allowed
   * ranges are permitted. Loopback, private, link-local (with the metadata services of clouds), shared, multicast and
   * reserved ranges are not public, nor are IPv6 addresses that embed an IPv4 address for a gateway. An IPv4 address in
   * IPv6 notation counts as the IPv4 address.
   *
   * @param protocol as in URL: `https:` or `http:`.
   */
  refusal(protocol: string, text: string): EgressFailure | undefined {
    const address = ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
    if (!address) return 'blocked_address';
    if (this.#allowed.some(([network, bits]) => isWithin(address, network, bits))) return undefined;
    if (!isPublic(address)) return 'blocked_address';
    return protocol === 'https:' || this.#permitsHttp ? undefined : 'plain_http';
  }

  /**
   * Whether plain http can never go to a host. A name may belong to an allowed range, which only a lookup shows.
   *
   * @param host an IP address without brackets, or a name.
   */
  refusesHttp(host: string): boolean {
    if (ipaddr.isValid(host)) return this.refusal('http:', host) === 'plain_http';
    return !this.#permitsHttp && this.#allowed.length === 0;
  }
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast' || NOT_PUBLIC.some(([network, bits]) => isWithin(address, network, bits)))
    return false;
  return address.kind() === 'ipv4' || isWithin(address, ...PUBLIC_IPV6);
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, network: ipaddr.IPv4 | ipaddr.IPv6, bits: number): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/** Whether a text is a range in CIDR notation. */
export const isRange = (text: string): boolean => ipaddr.isValidCIDR(text);
