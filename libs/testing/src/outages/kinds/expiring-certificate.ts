import { confound } from '../confounders.js';
import type { Outage, OutageTimes } from '../outage.js';
import { pick, type Random } from '../shop/random.js';

const DAY_MS = 86_400_000;

/** The certificate of a service expires, so that its callers no longer reach it: it has no requests, and so no errors. */
export function expiringCertificate(times: OutageTimes, random: Random): Outage {
  const service = pick(['payments', 'stock', 'search'], random);
  // The certificates are watched by the service itself, or by a program beside it that tells their hosts.
  const watcher = pick([service, 'certificate-exporter'], random);
  const host = `${service}.shop.internal`;
  return confound(
    {
      name: 'an expiring certificate',
      causes: [[service, `${host}:8443`]],
      question: 'why do requests fail',
      gauges: [
        {
          service: watcher,
          metric: 'tls.certificate.remaining',
          unit: 'd',
          ...(watcher !== service && { attributes: { 'server.address': host } }),
          value: (at) => Math.max(0, (times.onset - at) / DAY_MS),
        },
      ],
      faults: [
        ({ of, at }) =>
          of === `to ${service}` && at >= times.onset
            ? { isUnreached: true, fails: 'certificate has expired' }
            : undefined,
      ],
    },
    [service],
    times,
    random,
  );
}
