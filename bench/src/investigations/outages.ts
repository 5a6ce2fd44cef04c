/**
 * Measures how often investigations find the cause of ten seeded outages of a shop, one JSON line per figure: `node
 * dist/investigations/outages.js [seed ...]`. Their telemetry goes through the public interfaces, with an innocent deployment, a loud
 * victim, clocks that differ and other things that mislead. The first three seeds may be looked at while the engine is changed.
 */
import { startStandalone } from '@svc/testing';
import { stageOutages } from '@svc/testing/outages';
import { printer } from '../figures/figure.js';
import { accuracies, isFound, type Judged } from './shared/accuracy.js';
import { investigate } from './shared/judge.js';

const VOLUME = { perMinute: 30, minutesBefore: 40, minutesAfter: 25 };
/** Seeds up to this one may be looked at. */
const LAST_TUNED = 3;

const seeds = process.argv.slice(2).map(Number);
const judged: Judged[] = [];
const print = printer({ perMinute: VOLUME.perMinute });
for (const seed of seeds.length > 0 ? seeds : [1, 2, 3, 4, 5, 6]) {
  const topology = await startStandalone({ movableClock: true });
  try {
    for await (const { outage, topology: ofProject } of stageOutages(topology, seed, VOLUME)) {
      const { name, causes, question } = outage;
      const of = {
        topology: ofProject,
        name: `${name}, seed ${seed}`,
        type: name,
        causes,
        question,
        isTuning: seed <= LAST_TUNED,
      };
      const answer = await investigate(of);
      judged.push({ of, answer });
      print({
        figure: 'case',
        case: of.name,
        cause: causes.map((names) => names.join(' or ')).join(', and '),
        level: answer.level,
        found: answer.causes.slice(0, 3).join(', '),
        isFirst: isFound(of, answer, 1),
        isAmongThree: isFound(of, answer, 3),
      });
    }
  } finally {
    await topology.stop();
  }
}
for (const accuracy of accuracies('shop', judged)) print({ figure: 'accuracy', ...accuracy });
const quiet = judged.filter(({ of }) => of.causes.length === 0);
print({
  figure: 'without a fault',
  windows: quiet.length,
  inconclusive: quiet.filter(({ answer }) => answer.level === 'inconclusive').length,
});
