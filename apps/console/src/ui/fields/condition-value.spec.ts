import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatValue, parseValue } from './condition-value.js';

const person = (operator: string) => ({ type: 'person', operator });
const scalar = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom('on', '12', 'true', ' a', 'a,b', '[x'),
);

describe('the value of a condition as it is typed', () => {
  it('is a number, a boolean or a text', () => {
    assert.equal(parseValue('pro', person('eq')), 'pro');
    assert.equal(parseValue('12', person('gt')), 12);
    assert.equal(parseValue('"12"', person('eq')), '12');
    assert.equal(parseValue('true', person('eq')), true);
    assert.equal(parseValue('12345678901234567890', person('eq')), 12345678901234567890n);
    assert.equal(parseValue('007', person('eq')), '007');
    assert.equal(parseValue(' ', person('eq')), undefined);
  });

  it('is a text for operators on texts, dates and versions', () => {
    assert.equal(parseValue('1.2', person('semver_gte')), '1.2');
    assert.equal(parseValue('7', person('starts_with')), '7');
    assert.equal(parseValue('-7d', person('date_after')), '-7d');
  });

  it('is a list for operators on lists', () => {
    assert.deepEqual(parseValue('a, b ,3', person('in')), ['a', 'b', 3]);
    assert.deepEqual(parseValue('"a,b", c', person('not_in')), ['a,b', 'c']);
    assert.deepEqual(parseValue('[1, "x"]', person('in')), [1, 'x']);
    assert.deepEqual(parseValue('10.0.0.0/8, ::1', person('in_cidr')), ['10.0.0.0/8', '::1']);
    assert.equal(parseValue('10.0.0.0/8', person('in_cidr')), '10.0.0.0/8');
  });

  it('is on, off or a variant for another flag', () => {
    const flag = { type: 'flag', operator: 'eq' };
    assert.equal(parseValue('on', flag), true);
    assert.equal(parseValue('off', flag), false);
    assert.equal(parseValue('"on"', flag), 'on');
    assert.equal(parseValue('test', flag), 'test');
  });

  it('does not exist for tests of existence and for cohorts', () => {
    assert.equal(parseValue('x', person('is_set')), undefined);
    assert.equal(parseValue('x', { type: 'cohort', operator: 'in' }), undefined);
  });

  it('stays the same when it is shown and read again', () => {
    fc.assert(
      fc.property(fc.constantFrom('person', 'flag'), scalar, (type, value) => {
        const kind = { type, operator: 'eq' };
        assert.deepEqual(parseValue(formatValue(value, kind), kind), value);
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom('person', 'flag'), fc.array(scalar), (type, value) => {
        const kind = { type, operator: 'in' };
        assert.deepEqual(parseValue(formatValue(value, kind), kind), value);
      }),
    );
  });
});
