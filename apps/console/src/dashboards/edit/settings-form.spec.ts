import assert from 'node:assert/strict';
import type { Dashboard } from '../../gen/api.js';
import { parseVariables, toSettings, toUpdate } from './settings-form.js';

describe('the variables of a dashboard as they are typed', () => {
  it('have a default after the first equals sign, or none', () => {
    assert.deepEqual(parseVariables('service = a=b\n\nregion'), {
      variables: [
        { name: 'service', default: 'a=b' },
        { name: 'region', default: '' },
      ],
    });
  });

  it.each([
    ['1a=b', /no name/],
    ['a b', /no name/],
    ['a\na=1', /same name/],
    [Array.from({ length: 21 }, (_, nth) => `v${nth}`).join('\n'), /at most 20/],
  ])('%j is refused with what would be right', (text, expected) => {
    assert.match(parseVariables(text).fault ?? '', expected);
  });
});

describe('the tags of a dashboard', () => {
  const dashboard = { name: 'a', description: '', tags: ['eu, west', 'shop'], variables: [] } as unknown as Dashboard;
  const form = { ...toSettings(dashboard), timeRange: '1h', refresh: '' };

  it('stay as they are unless they are typed, even with a comma', () => {
    assert.equal(toUpdate({ ...form, name: 'b' }, dashboard).tags, undefined);
  });

  it('are divided by commas where they are typed', () => {
    assert.deepEqual(toUpdate({ ...form, tags: 'eu, shop' }, dashboard).tags, { values: ['eu', 'shop'] });
    assert.deepEqual(toUpdate({ ...form, tags: '' }, dashboard).tags, { values: [] });
  });
});
