import type { Gauge, Outage, OutageTimes } from '../outage.js';
import { INSTANCES, SERVICES } from './calls.js';
import { between, type Random } from './random.js';
import type { PointRecord } from './records.js';

const EVERY_MS = 60_000;
const MB = 1e6;

/** Gauges that the services of the shop have at any time. */
const USUAL: readonly Gauge[] = [
  ...SERVICES.flatMap((service): Gauge[] => [
    { service, metric: 'process.memory.usage', unit: 'By', value: (_at, random) => (180 + 40 * random) * MB },
    { service, metric: 'process.cpu.utilization', unit: '1', value: (_at, random) => 0.15 + 0.1 * random },
  ]),
  ...['checkout', 'stock', 'shipping'].map((service): Gauge => ({
    service,
    metric: 'db.client.connection.count',
    unit: '{connection}',
    value: (_at, random) => Math.round(3 + 4 * random),
  })),
  ...['shipping', 'mailer'].map((service): Gauge => ({
    service,
    metric: 'messaging.consumer.lag',
    unit: '{message}',
    attributes: { 'messaging.destination.name': 'orders' },
    value: (_at, random) => Math.round(4 * random),
  })),
  ...['web', 'checkout', 'payments', 'stock'].map((service): Gauge => ({
    service,
    metric: 'tls.certificate.remaining',
    unit: 'd',
    value: (at) => 60 - at / 86_400_000 + Math.floor(at / 86_400_000) + (service.length % 7),
  })),
];

/** The points of all gauges. A gauge of the outage takes the place of the usual one with the same name, service and attributes. */
export function makePoints(outage: Outage, { start, end }: OutageTimes, random: Random): PointRecord[] {
  const keyOf = ({ service, metric, attributes = {} }: Gauge): string => JSON.stringify([service, metric, attributes]);
  const gauges = new Map([...USUAL, ...outage.gauges].map((gauge) => [keyOf(gauge), gauge]));
  return [...gauges.values()].flatMap(({ service, metric, unit, attributes = {}, value }) => {
    const place = Math.floor(between(0, INSTANCES, random));
    const origin = { service, version: '', instance: `${service}-${place}`, environment: 'production' };
    const points: PointRecord[] = [];
    for (let at = start; at < end; at += EVERY_MS) {
      const measured = value(at, random());
      if (Number.isFinite(measured)) points.push({ origin, metric, unit, at, value: measured, attributes });
    }
    return points;
  });
}
