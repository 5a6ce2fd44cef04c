import ipaddr from 'ipaddr.js';

/**
 * The network that counts as one source of requests: an IPv4 address, or the /64 network of an IPv6 address, which one
 * subscriber usually has. Text that is not an address is its own source.
 */
export function toNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const [network] = [ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`)];
  return `${network.toString()}/64`;
}
