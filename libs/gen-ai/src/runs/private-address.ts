import { BlockList, isIP } from 'node:net';

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4');
}
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/** Whether a server can only be one of the caller's own network: a private address, a name without a dot, or one of a local domain. */
export function isPrivateAddress(address: string): boolean {
  const host = address
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^\[([^\]]*)\].*$/, '$1')
    .replace(/[/?#].*$/, '');
  if (host === '') return false;
  const family = isIP(host);
  if (family !== 0) return PRIVATE.check(host, family === 4 ? 'ipv4' : 'ipv6');
  const name = host.replace(/:\d+$/, '');
  if (isIP(name) === 4) return PRIVATE.check(name, 'ipv4');
  return (
    !name.includes('.') || /\.(?:local|localhost|internal|lan|home|corp|svc)$/.test(name) || name.includes('.svc.')
  );
}
