import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describeJsonFault, findJsonFault } from './find-json-fault.js';

describe('findJsonFault', () => {
  it.each([
    ['{\n  "a": 1,\n}', 3, 1, 'name in double quotes'],
    ['{"a": tru}', 1, 7, 'a value'],
    ['{"a" 1}', 1, 6, 'a colon'],
    ['[1 2]', 1, 4, 'a comma'],
    ['[1', 1, 3, 'a comma'],
    ['{} {}', 1, 4, 'nothing more'],
    ['', 1, 1, 'a value'],
    ["['a']", 1, 2, 'a value or ]'],
    ['[01]', 1, 3, 'a comma'],
  ] as const)('finds the mistake of %j in line %d, column %d', (text, line, column, reason) => {
    const fault = findJsonFault(text) ?? assert.fail('no mistake');
    assert.deepEqual([fault.line, fault.column], [line, column]);
    assert.ok(describeJsonFault(fault).includes(reason), fault.reason);
  });

  it('agrees with the parser about which texts are JSON', () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '{', ']', '}', ':', '\\', '0', ' ', 'e', '-', '\n'))
      .map(([text, at, put]) => text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1));
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged), (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        assert.equal(findJsonFault(text) === undefined, isJson);
      }),
    );
  });
});
