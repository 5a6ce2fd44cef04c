import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parsePath, readPath, type Path } from './path.js';

describe('a path', () => {
  it.each<[string, Path | undefined]>([
    ['', []],
    ['name', ['name']],
    ['a.b.c', ['a', 'b', 'c']],
    ['alerts[0].labels', ['alerts', 0, 'labels']],
    ['[12]', [12]],
    ['[0][1].a', [0, 1, 'a']],
    ['labels["host.name"]', ['labels', 'host.name']],
    ['["a\\"b\\\\c"].d', ['a"b\\c', 'd']],
    ['@timestamp', ['@timestamp']],
    ['ping time', ['ping time']],
    ['.a', undefined],
    ['a.', undefined],
    ['a..b', undefined],
    ['a[', undefined],
    ['a[]', undefined],
    ['a[-1]', undefined],
    ['a[1', undefined],
    ['a["b]', undefined],
    ['a[""]', undefined],
    ['a["\\n"]', undefined],
    ['a]', undefined],
    [' a', undefined],
    ['a[1234567]', undefined],
  ])('%p has the steps %p', (text, steps) => {
    assert.deepEqual(parsePath(text), steps);
  });

  it('has a limited length and depth', () => {
    const nested = (depth: number) => Array.from({ length: depth }, () => 'a').join('.');
    assert.deepEqual([parsePath(nested(16))?.length, parsePath(nested(17))], [16, undefined]);
    assert.deepEqual([parsePath('a'.repeat(500))?.length, parsePath('a'.repeat(501))], [1, undefined]);
  });

  it('finds what its steps lead to, and nothing in prototypes, texts and lists', () => {
    const value: unknown = JSON.parse('{"a":[{"b.c":1}],"t":"text","n":null,"__proto__":{"x":2}}');
    const at = (text: string) => readPath(value, parsePath(text) ?? ['no path']);
    assert.deepEqual([at('a[0]["b.c"]'), at('["__proto__"].x'), at('')], [1, 2, value]);
    for (const text of ['a[1]', 'a.length', 't.length', 't[0]', 'n.a', 'constructor', 'toString.name', 'a[0].b.c'])
      assert.equal(at(text), undefined, text);
  });

  it('can name each value of any JSON', () => {
    const print = (steps: Path) =>
      steps
        .map((step) => (typeof step === 'number' ? `[${step}]` : `["${step.replaceAll(/["\\]/g, '\\$&')}"]`))
        .join('');
    const visit = (value: unknown, root: unknown, steps: Path): void => {
      if (steps.length <= 16 && !steps.includes('')) assert.equal(readPath(root, parsePath(print(steps)) ?? []), value);
      if (typeof value !== 'object' || value === null) return;
      for (const [name, member] of Object.entries(value))
        visit(member, root, [...steps, Array.isArray(value) ? Number(name) : name]);
    };
    fc.assert(fc.property(fc.jsonValue(), (value) => visit(value, value, [])));
  });

  it('is parsed or refused whatever its text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '.', '[', ']', '"', '\\', '0', '9', ' ') }), (text) => {
        const steps = parsePath(text);
        assert.ok(steps === undefined || steps.length <= 16);
      }),
    );
  });
});
