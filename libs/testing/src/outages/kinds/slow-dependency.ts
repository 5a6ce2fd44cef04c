import { confound } from '../confounders.js';
import type { Outage, OutageTimes } from '../outage.js';
import { between, pick, type Random } from '../shop/random.js';

/** Parts without telemetry, and a service that neither calls them nor is called by those that do. */
const TARGETS = [
  { target: 'api.cardnet.example', callers: ['payments'] },
  { target: 'fraud.shop.internal', callers: ['payments'] },
  { target: 'inventory', callers: ['stock'] },
  { target: 'sales', callers: ['checkout'] },
] as const;

/** A database or a service of others becomes slow, and at the same time another service fails for a reason of its own. */
export function slowDependency(times: OutageTimes, random: Random): Outage {
  const { target, callers } = pick(TARGETS, random);
  const slowerMs = between(500, 1_500, random);
  return confound(
    {
      name: 'a slow dependency',
      causes: [[target], ['search', 'products']],
      question: 'what is wrong with the shop',
      faults: [
        ({ of, at }) => (of === target && at >= times.onset ? { slowerMs } : undefined),
        ({ of, at }, draw) =>
          of === 'search' && at >= times.onset && draw() < 0.4 ? { fails: 'query cannot be parsed' } : undefined,
      ],
    },
    ['search', ...callers],
    times,
    random,
  );
}
