import assert from 'node:assert/strict';
import { commandLines, joinFacts, printPairs, wrapLine } from './lines.js';

describe('lines that fit a terminal', () => {
  it('breaks a sentence at spaces and leaves it whole without a terminal', () => {
    const text = 'payment failed for order 12345';
    assert.equal(wrapLine(text, { width: 20 }), 'payment failed for\norder 12345');
    assert.equal(wrapLine(text, { width: 20 }, '  '), 'payment failed for\n  order 12345');
    assert.equal(wrapLine(text, { width: undefined }), text);
  });

  it('breaks facts between each other', () => {
    const facts = ['2 spans', '', 'first seen today', '3 errors'];
    assert.equal(joinFacts(facts, '  ', { width: 80 }), '2 spans  first seen today  3 errors');
    assert.equal(joinFacts(facts, '  ', { width: 26 }), '2 spans  first seen today\n3 errors');
  });

  it('continues a command with a backslash before a flag', () => {
    const command = 'svc incidents resolve i-1 --expected-version 3 --idempotency-key resolve-3';
    assert.deepEqual(commandLines(command, { width: undefined }), [`  ${command}`]);
    assert.deepEqual(commandLines(command, { width: 50 }), [
      '  svc incidents resolve i-1 --expected-version 3 \\',
      '    --idempotency-key resolve-3',
    ]);
    assert.deepEqual(commandLines('svc persons get "Ada 1 @ home"', { width: 30 }), [
      '  svc persons get \\',
      '    "Ada 1 @ home"',
    ]);
  });

  it('wraps long values beside their names', () => {
    assert.equal(
      printPairs(
        [
          ['Name', 'Ada'],
          ['Scopes', 'read, delete'],
        ],
        { width: 14 },
      ),
      'Name    Ada\nScopes  read,\n        delete\n',
    );
  });
});
