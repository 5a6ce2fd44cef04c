import assert from 'node:assert/strict';
import fc from 'fast-check';
import { tokenize } from './sql-tokens.js';

const tokens = (sql: string) => [...tokenize(sql)].map(({ kind, value }) => `${kind} ${value}`);

describe('tokenize', () => {
  it('keeps quoted text with any content as one token', () => {
    const sql = "SELECT 'a;''b\\'--c' AS `x;``y`, \"n\\\"/*\" FROM t";
    assert.deepEqual(tokens(sql), [
      'word SELECT',
      "string a;''b\\'--c",
      'word AS',
      'quoted-name x;``y',
      'symbol ,',
      'quoted-name n\\"/*',
      'word FROM',
      'word T',
    ]);
  });

  it('never ends a quoted value early', () => {
    const escape = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
    const property = fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
      const found = [...tokenize(`SELECT '${escape(text)}', 1`)];
      assert.deepEqual(
        found.map(({ kind }) => kind),
        ['word', 'string', 'symbol', 'word'],
      );
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it('covers the whole text except white space', () => {
    const pieces = fc.array(
      fc.constantFrom('SELECT', ' ', '\n', "'a b'", '`c`', '1.5', '(', ')', ';', '--x\n', '/* y */', '->', '{a:B}'),
    );
    const property = fc.property(pieces, (list) => {
      const sql = list.join(' ');
      let end = 0;
      for (const token of tokenize(sql)) {
        assert.match(sql.slice(end, token.start), /^\s*$/);
        end = token.end;
      }
      assert.match(sql.slice(end), /^\s*$/);
    });
    fc.assert(property);
  });

  for (const [what, sql] of Object.entries({
    'a heredoc': 'SELECT $$a$$',
    'a nested comment': 'SELECT 1 /* a /* b */ */',
    'a string with a prefix': "SELECT x'41'",
    'a typographic quote': 'SELECT \u2018a\u2019',
    'a backslash outside quotes': 'SELECT 1 \\G',
    'a hash comment': 'SELECT 1 # comment',
    'a zero byte': 'SELECT 1\0',
    'an open string': "SELECT 'a",
    'an open comment': 'SELECT 1 /* a',
    'a string that ends in a backslash': "SELECT 'a\\'",
  })) {
    it(`refuses ${what}, which is ambiguous`, () => {
      assert.throws(() => [...tokenize(Buffer.from(sql).toString('latin1'))], { code: 62 });
    });
  }
});
