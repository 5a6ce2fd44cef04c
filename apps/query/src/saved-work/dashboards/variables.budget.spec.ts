import { cpuBudget } from '@svc/test-servers';
import { substitute } from './variables.js';

describe('variables in filters', () => {
  const values = new Map([['v', 'x']]);
  for (const piece of ['"', '\\', '$', '$v'])
    it(`substitutes variables in linear time if a filter repeats ${piece}`, () =>
      cpuBudget('the substitution', 20, () => substitute(piece.repeat(4096 / piece.length), values)));

  it('substitutes variables in linear time if a name is long', () =>
    cpuBudget('the substitution', 20, () => substitute(`$${'v'.repeat(4095)}`, values)));
});
