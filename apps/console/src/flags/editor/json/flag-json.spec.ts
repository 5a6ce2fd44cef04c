import assert from 'node:assert/strict';
import { toDraft } from '../draft.js';
import { toChanges } from '../to-changes.js';
import { readFlagJson, toFlagJson } from './flag-json.js';

const FLAG = {
  name: 'Checkout',
  active: true,
  type: 'multivariate',
  variants: [
    { key: 'control', weight: 50, name: 'Today' },
    { key: 'test', weight: 50, payload: { id: 12345678901234567890n } },
  ],
  filters: {
    groups: [
      { conditions: [{ type: 'person', key: 'plan', operator: 'in', value: ['pro', '7'] }], rollout_percentage: 12.5 },
    ],
    salt: 's',
    holdout: { key: 'h', percentage: 5 },
  },
  default_variant: 'control',
};
const JSON_TEXT = toFlagJson(toDraft(FLAG), FLAG);
const faultsOf = (from: string, to: string): readonly string[] => {
  assert.ok(JSON_TEXT.includes(from), JSON_TEXT);
  return readFlagJson(JSON_TEXT.replace(from, to), FLAG).faults;
};

describe('the JSON of a flag', () => {
  it('is the same draft as the form, with what the form does not show', () => {
    const { draft, faults } = readFlagJson(JSON_TEXT, FLAG);
    assert.deepEqual(faults, []);
    assert.deepEqual(toChanges(FLAG, draft ?? assert.fail('no draft')), {});
    const changed = readFlagJson(JSON_TEXT.replace('"s"', '"t"'), FLAG).draft ?? assert.fail('no draft');
    assert.equal(toChanges(FLAG, changed).filters?.salt, 't');
    const boolean = { name: '', active: false, type: 'boolean', variants: [], filters: { groups: [], payload: [1] } };
    const read = readFlagJson(toFlagJson(toDraft(boolean), boolean), boolean);
    assert.deepEqual(toChanges(boolean, read.draft ?? assert.fail('no draft')), {});
  });

  it.each([
    ['"salt"', 'salt', 'Line 34, column 5: a name in double quotes is expected.'],
    ['"salt"', '"salz"', 'filters."salz" is no field here; there are groups, payload, aggregation,'],
    ['"in"', '"is"', 'filters.groups[0].conditions[0].operator must be one of eq, neq,'],
    ['"plan"', '""', 'filters.groups[0].conditions[0].key: Required'],
    ['12.5', '"12"', 'filters.groups[0].rollout_percentage must be a number.'],
    ['12.5', '101', 'filters.groups[0].rollout_percentage: 0 to 100'],
    ['"weight": 50', '"weight": 49', 'variants: The shares must sum to 100; they sum to 99.'],
    ['"weight": 50', '"weight": -1', 'variants[0].weight: 0 to 100'],
    ['"key": "control"', '"key": "?"', 'variants[0].key: Letters, digits and _ . -'],
  ])('names the place of a mistake: %s as %s', (from, to, expected) => {
    const faults = faultsOf(from, to);
    assert.ok(
      faults.some((fault) => fault.startsWith(expected)),
      faults.join('\n'),
    );
  });

  it('says what is missing', () => {
    assert.deepEqual(readFlagJson('{}', FLAG).faults, ['name is missing.', 'filters is missing.']);
    assert.deepEqual(readFlagJson('[]', FLAG).faults, ['The text must be an object.']);
  });
});
