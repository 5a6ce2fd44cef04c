import assert from 'node:assert/strict';
import { parseTags, tagsOf, withTags } from './tags.js';

const DASHBOARDS = [{ tags: ['shop', 'logs'] }, { tags: ['shop'] }, { tags: [] }];

describe('tags of dashboards', () => {
  it('filter those that have all of them', () => {
    assert.equal(withTags(DASHBOARDS, []).length, 3);
    assert.equal(withTags(DASHBOARDS, ['shop']).length, 2);
    assert.deepEqual(withTags(DASHBOARDS, ['shop', 'logs']), [DASHBOARDS[0]]);
  });

  it('are offered once each, with the chosen ones', () => {
    assert.deepEqual(tagsOf(DASHBOARDS, ['gone']), ['gone', 'logs', 'shop']);
  });

  it('are typed with commas', () => {
    assert.deepEqual(parseTags(' shop, , logs,shop'), ['shop', 'logs']);
  });
});
