import { confound } from '../confounders.js';
import type { Outage, OutageTimes } from '../outage.js';
import { between, pick, type Random } from '../shop/random.js';

/** An agent repeats its calls, sends far longer prompts, or calls a dearer model. */
export function costExplosion(times: OutageTimes, random: Random): Outage {
  const { onset } = times;
  const way = pick(['calls', 'tokens', 'model'], random);
  const factor = between(4, 8, random);
  return confound(
    {
      name: 'a cost explosion',
      causes: [['support']],
      question: 'why do our agents cost so much more',
      agent: (at, usual) => {
        if (at < onset) return usual;
        if (way === 'calls') return { ...usual, modelCalls: usual.modelCalls * factor };
        return way === 'tokens' ? { ...usual, tokens: usual.tokens * factor } : { ...usual, model: 'gpt-4o' };
      },
    },
    ['assistant'],
    times,
    random,
  );
}
