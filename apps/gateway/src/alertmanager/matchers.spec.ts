import assert from 'node:assert/strict';
import { compileFilters, filterByLabels, operatorOf, readFilters } from './matchers.js';

describe('filters of the interface of Alertmanager', () => {
  it.each<[string, string, string, string]>([
    ['job="api"', 'job', '=', 'api'],
    ['job=api', 'job', '=', 'api'],
    ['job != "a b"', 'job', '!=', 'a b'],
    ['severity=~warning|critical', 'severity', '=~', 'warning|critical'],
    ['path!~"/a\\\\d+"', 'path', '!~', '/a\\d+'],
    ['"service.name"="x"', 'service.name', '=', 'x'],
    ['job=""', 'job', '=', ''],
  ])('reads %s', (text, name, operator, value) => {
    const [matcher] = readFilters([text]);
    assert.deepEqual(matcher && [matcher.name, operatorOf(matcher), matcher.value], [name, operator, value]);
  });

  it.each(['', 'job', '="x"', 'job="x', '{job="x"}', '""="x"'])('refuses %s', (text) => {
    assert.throws(() => readFilters([text]), { code: 'invalid_request' });
  });

  it('matches whole labels, and takes an absent one as the empty text', () => {
    const labels = { job: 'api', path: '/a12' };
    const matches = (...texts: string[]): boolean => compileFilters(readFilters(texts))(labels);
    assert.ok(matches('job=api', 'path=~"/a\\\\d+"', 'other=""', 'other!=x'));
    assert.ok(!matches('path=~"/a"'));
    assert.ok(!matches('job=api', 'other=x'));
    assert.throws(() => compileFilters(readFilters(['job=~"(?=x)"'])), { code: 'invalid_request' });
  });

  it('refuses expressions that take long together', () => {
    const filters = readFilters(Array.from({ length: 12 }, (_, nth) => `l${nth}=~"[ab]*a[ab]{60}${nth}"`));
    assert.throws(() => compileFilters(filters), { code: 'invalid_request' });
  });

  it('keeps the items whose labels match', async () => {
    const items = [{ job: 'api' }, { job: 'web' }];
    const test = compileFilters(readFilters(['job!=web']));
    assert.deepEqual(await filterByLabels(items, test, (labels) => labels), [{ job: 'api' }]);
  });
});
