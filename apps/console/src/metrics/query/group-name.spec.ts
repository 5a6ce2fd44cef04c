import assert from 'node:assert/strict';
import type { MetricLabel } from '../../gen/api.js';
import { toGroupName } from './group-name.js';

const label = (name: string, source: 'attribute' | 'resource'): MetricLabel => ({
  name,
  source,
  value_count: 1,
  series_count: 1,
  top_values: [],
});

describe('the name by which a query groups', () => {
  it('is that of the label, with its source where another label has the same name', () => {
    const labels = [label('host', 'resource'), label('host', 'attribute'), label('route', 'attribute')];
    const names = labels.map((each) => toGroupName(each, labels));
    assert.deepEqual(names, ['host', 'attributes.host', 'route']);
    assert.equal(toGroupName(label('instance', 'attribute'), []), 'attributes.instance');
    assert.equal(toGroupName(label('instance', 'resource'), []), 'instance');
  });

  it('escapes commas', () => {
    assert.equal(toGroupName(label('a,b', 'attribute'), []), String.raw`a\,b`);
  });
});
