import assert from 'node:assert/strict';
import fc from 'fast-check';
import { analyzeError } from '../analyze-error.js';
import type { Frame } from '../stack.js';
import { groupStack } from './grouping.js';

const INPUT = { type: 'TypeError', message: 'm', serviceName: 'shop', release: '', dist: '', debugIds: {} };
const toHash = (stacktrace: string): string => analyzeError({ ...INPUT, stacktrace }).hashes[0] ?? '';

const lines = (...all: readonly string[]): string => all.join('\n');
const v8 = (...calls: readonly string[]): string => lines('TypeError: m', ...calls.map((call) => `    at ${call}`));

/** Stacks of one throw: in V8, then in SpiderMonkey and JavaScriptCore. */
const THROWS: readonly (readonly [name: string, ...stacks: string[]])[] = [
  [
    'in a handler without a name',
    v8('n (https://x/app.js:1:20)', 'HTMLButtonElement.<anonymous> (https://x/app.js:1:90)'),
    lines('n@https://x/app.js:1:20', 'g/<@https://x/app.js:1:90'),
    lines('n@https://x/app.js:1:20', 'https://x/app.js:1:90', '[native code]'),
    'n@https://x/app.js:1:20',
  ],
  [
    'in a method',
    v8('Foo.load (https://x/app.js:1:20)', 'https://x/app.js:1:90'),
    lines('load@https://x/app.js:1:20', '@https://x/app.js:1:90'),
    lines('load@https://x/app.js:1:21', 'global code@https://x/app.js:1:90'),
  ],
  [
    'in a module',
    v8('Object.render (https://x/app.js:1:20)', 'https://x/app.js:1:90'),
    lines('render@https://x/app.js:1:20', '@https://x/app.js:1:90', ''),
    lines('render@https://x/app.js:1:20', 'module code@https://x/app.js:1:90'),
  ],
  [
    'in a handler that an attribute names',
    v8('save (https://x/app.js:1:20)', 'HTMLButtonElement.onclick (https://x/cart.html:3:9)'),
    lines('save@https://x/app.js:1:20', 'onclick@https://x/cart.html:3:1'),
  ],
  [
    'in an accessor',
    v8('Cart.get total [as total] (https://x/app.js:1:20)', 'pay (https://x/app.js:1:40)'),
    lines('get total@https://x/app.js:1:20', 'pay@https://x/app.js:1:40'),
    lines('total@https://x/app.js:1:20', 'pay@https://x/app.js:1:40'),
  ],
  [
    'in a constructor and a field',
    v8('<instance_members_initializer> (https://x/app.js:1:20)', 'new Cart (https://x/app.js:1:9)'),
    lines('Cart@https://x/app.js:1:20', 'Cart@https://x/app.js:1:9'),
  ],
  [
    'after an await',
    v8('load (https://x/app.js:1:20)', 'async Shop.start (https://x/app.js:1:90)'),
    lines('load@https://x/app.js:1:20', 'async*start@https://x/app.js:1:90'),
    lines('load@https://x/app.js:1:20', 'async start@https://x/app.js:1:90'),
  ],
  [
    'in code without any name',
    v8('https://x/app.js:1:20', 'Array.forEach (<anonymous>)', 'https://x/app.js:1:90'),
    lines('@https://x/app.js:1:20', 'g/<@https://x/app.js:1:90'),
    lines('https://x/app.js:1:20', 'forEach@[native code]', 'global code@https://x/app.js:1:90'),
    'https://x/app.js:1:20',
  ],
  [
    'deeper than V8 records',
    v8(...Array.from({ length: 10 }, (_, nth) => `f${nth} (https://x/app.js:1:${nth + 1})`)),
    lines(...Array.from({ length: 30 }, (_, nth) => `f${nth}@https://x/app.js:1:${nth + 1}`)),
  ],
];

interface Call {
  /** '' for a function without a name. */
  readonly name: string;
  readonly type: string;
  readonly column: number;
}
const call: fc.Arbitrary<Call> = fc.record({
  name: fc.constantFrom('', 'load', 'pay', 'render', 'onclick', 'n', '#sum'),
  type: fc.constantFrom('', 'Cart', 'Object', 'HTMLButtonElement', 'Module', 'e'),
  column: fc.integer({ min: 1, max: 9_999 }),
});
const at = ({ column }: Call): string => `https://shop.example/app.js:1:${column}`;
const inV8 = (one: Call): string => {
  const name = [one.type, one.name || (one.type && '<anonymous>')].filter(Boolean).join('.');
  return name === '' ? at(one) : `${name} (${at(one)})`;
};
const inGecko = (one: Call): string => `${one.name || 'setup/<'}@${at(one)}`;
const inWebKit = (one: Call): string => `${one.name}@${at(one)}`;

describe('the stacks of browsers', () => {
  it.each(THROWS)('have one hash for a throw %s', (_, ...stacks) => {
    assert.equal(new Set(stacks.map(toHash)).size, 1);
  });

  it('have one hash for any calls, also where JavaScriptCore leaves out the outermost without names', () => {
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 9 }), (calls) => {
        const last = calls.findLastIndex(({ name }) => name !== '');
        const shorter = calls.slice(0, Math.max(1, last + 1));
        const stacks = [v8(...calls.map(inV8)), lines(...calls.map(inGecko)), lines(...calls.map(inWebKit))];
        const hashes = [...stacks, lines(...shorter.map(inWebKit))].map(toHash);
        assert.equal(new Set(hashes).size, 1);
      }),
    );
  });

  it('have a hash by the original line if neither a name nor a source is known, and by names alone otherwise', () => {
    const at = (line: number, name: string, rest: Partial<Frame> = {}): Frame => ({
      function: name,
      isUnnamed: true,
      file: 'src/a.ts',
      line,
      inApp: true,
      ...rest,
    });
    const hash = (...frames: Frame[]): string => {
      const stack = {
        platform: 'javascript' as const,
        exceptions: [{ relation: 'thrown' as const, ...INPUT, frames }],
      };
      return groupStack(stack, INPUT).hash;
    };
    assert.notEqual(hash(at(3, 't')), hash(at(9, 'u')));
    assert.equal(hash(at(3, 't')), hash(at(3, 'HTMLButtonElement.<anonymous>')), 'browsers differ in the name');
    assert.equal(hash(at(3, 't')), hash(at(3, 'u')), 'the next build has another name');
    const named = at(3, 'pay', { isUnnamed: false });
    assert.equal(hash(named, at(3, 't')), hash(named, at(9, 'u')));
    const context = { before: [], line: 'throw new Error(text);', after: [] };
    assert.equal(hash(at(3, 't', { context })), hash(at(9, 'u', { context })), 'the line moved');
  });

  it('have different hashes for different functions and files', () => {
    const stacks = [
      'n@https://x/app.js:1:20',
      'm@https://x/app.js:1:20',
      'n@https://x/cart.js:1:20',
      '@https://x/app.js:1:20',
      '@https://x/cart.js:1:20',
      lines('n@https://x/app.js:1:20', 'm@https://x/app.js:1:20'),
    ];
    assert.equal(new Set(stacks.map(toHash)).size, stacks.length);
  });
});
