import ipaddr from 'ipaddr.js';
import type { Json } from './question.js';

/** One address is compared with all networks, at up to a microsecond each. */
export const MAX_NETWORKS = 100;
/** Addresses of a list that are looked up, so that a list that a client sends takes 10 ms at most. */
export const MAX_ADDRESSES = 100;

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Whether a text is an IP address, or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined;
}

/** Whether a value is an IP address in one of some networks. IPv4 addresses written as IPv6 count as IPv4. */
export function inNetworks(networks: readonly string[]): (candidate: Json) => boolean {
  const ranges = networks.flatMap((text) => {
    const range = parseNetwork(text);
    return range ? [range] : [];
  });
  return (candidate) => {
    if (typeof candidate !== 'string' || !isAddress(candidate)) return false;
    const address = ipaddr.process(candidate);
    return ranges.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
  };
}

function parseNetwork(text: string): Range | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0 || !isAddress(address)) return undefined;
  const network = ipaddr.process(address);
  const all = network.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [network, all];
  return /^[0-9]{1,3}$/.test(bits) && Number(bits) <= all ? [network, Number(bits)] : undefined;
}

/** Four decimal parts or IPv6, not the shorter and octal forms that the library also reads. */
function isAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && (ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text));
}

/** Maximum length, including the zone of an IPv6 address. */
const MAX_LENGTH = 64;
