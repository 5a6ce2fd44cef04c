import { seededRandom } from '@svc/test-servers';
import type { Outage, OutageTimes } from '../outage.js';
import { accountKeyOf } from '../telemetry.js';
import { badDeploy } from './bad-deploy.js';
import { cardinalityExplosion } from './cardinality-explosion.js';
import { costExplosion } from './cost-explosion.js';
import { expiringCertificate } from './expiring-certificate.js';
import { flag } from './flag.js';
import { fullQueue } from './full-queue.js';
import { noisyCustomer } from './noisy-customer.js';
import { growth, quiet, seasonalPeak } from './nothing.js';
import { poisonMessage } from './poison-message.js';
import { slowDependency } from './slow-dependency.js';

/** The outages of a seed: nine with a cause, and three windows in which nothing is wrong. */
export function outagesOf(seed: number, times: OutageTimes): Outage[] {
  const makers: readonly ((times: OutageTimes, random: () => number) => Outage)[] = [
    badDeploy,
    flag,
    slowDependency,
    fullQueue,
    poisonMessage,
    cardinalityExplosion,
    expiringCertificate,
    (at, random) => noisyCustomer(at, accountKeyOf(seed), random),
    costExplosion,
    quiet,
    seasonalPeak,
    growth,
  ];
  return makers.map((make, nth) => make(times, seededRandom(seed * 1_009 + nth * 101)));
}
