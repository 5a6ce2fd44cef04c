import assert from 'node:assert/strict';
import fc from 'fast-check';
import { allOf, anyOf, oneOf, render, sql, stringParam, uint32, type Sql } from './sql.js';

describe('sql', () => {
  it('keeps every value out of the statement text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1 }), { maxLength: 5 }), (values) => {
        const conditions = values.map(
          (value, index) => sql`a${sql`b`} = ${stringParam(value)} AND c = ${uint32(index)}`,
        );
        const statement = render(sql`SELECT 1 WHERE ${anyOf(conditions)}`);
        assert.match(statement.sql, /^[A-Za-z0-9_ ={}:()]*$/);
        assert.deepEqual(
          Object.values(statement.parameters),
          values.flatMap((value, index) => [value, index]),
        );
      }),
    );
  });

  it('numbers parameters in the order in which they appear', () => {
    const inner = sql`x = ${stringParam('first')}`;
    const { sql: rendered, parameters } = render(sql`SELECT ${inner} AND y = ${stringParam('second')}`);
    assert.equal(rendered, 'SELECT x = {p1:String} AND y = {p2:String}');
    assert.deepEqual(parameters, { p1: 'first', p2: 'second' });
  });

  it('refuses strings, also where types are ignored', () => {
    const tag = sql as unknown as (text: unknown, ...parts: unknown[]) => Sql;
    assert.throws(() => tag('DROP TABLE logs'), TypeError);
    assert.throws(() => tag(['DROP TABLE logs']), TypeError);
    assert.throws(() => tag(Object.assign(['DROP TABLE logs'], { raw: ['DROP TABLE logs'] })), TypeError);
    assert.throws(() => tag`SELECT ${'1; DROP TABLE logs'}`, TypeError);
  });

  it('handles empty lists of conditions, alternatives and values', () => {
    assert.equal(render(allOf([undefined])).sql, '1');
    assert.equal(render(anyOf([])).sql, '0');
    assert.equal(oneOf(sql`a`, []), undefined);
  });
});
