import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { toRequest } from '../api/call.js';
import { toCurl } from './curl.js';
import { quote } from './quote.js';

const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom("'", '$(id)', '`id`', '!x', '-n', '~', '*', '\\', '\n', '"$HOME"'),
);
const words = texts.map((text) => text.toWellFormed().replaceAll('\0', ''));

/** The words that a shell passes to `curl` for each script. */
function run(scripts: readonly string[]): string[][] {
  const program = [`curl() { printf '%s\\0' "$@"; printf '\\0'; }`, ...scripts].join('\n');
  const { stdout, stderr, status } = spawnSync('sh', ['-c', program], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], SVC_API_KEY: 'a key $x' },
  });
  assert.equal(status, 0, stderr);
  assert.equal(stderr, '');
  return stdout
    .split('\0\0')
    .slice(0, -1)
    .map((line) => line.split('\0'));
}

describe('copies as curl', () => {
  it('quotes a word that zsh would replace by the path of a program', () => {
    assert.equal(quote('=curl'), `'=curl'`);
    assert.equal(quote('a=curl'), 'a=curl');
  });

  it('has a word of the shell for every text', () => {
    fc.assert(
      fc.property(
        fc.array(
          words.filter((word) => word !== ''),
          { minLength: 1, maxLength: 50 },
        ),
        (all) => {
          assert.deepEqual(run(all.map((word) => `curl ${quote(word)}`)).flat(), all);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('sends exactly the request, with the key of the environment', () => {
    fc.assert(
      fc.property(words, words, words, (q, name, project) => {
        const read = toRequest('GET /logs', { query: { q, limit: 5 } });
        const write = toRequest('POST /account-segments', { body: { name, description: q } as never });
        const [get = [], post = []] = run([
          toCurl(read, 'http://svc.test:8080', `p${project}`),
          toCurl(write, 'https://svc.test'),
        ]);
        assert.deepEqual(get, [
          `http://svc.test:8080${read.url}`,
          '-H',
          'X-Svc-API-Key: a key $x',
          '-H',
          `X-Svc-Project: p${project}`,
        ]);
        assert.equal(new URL(get[0] ?? '').searchParams.get('q') ?? '', q);
        const [url, , , , type, flag, body = ''] = post;
        assert.deepEqual(
          [url, type, flag],
          ['https://svc.test/api/v1/account-segments', 'Content-Type: application/json', '--data-raw'],
        );
        assert.deepEqual(JSON.parse(body), { name, description: q });
      }),
      { numRuns: 30 },
    );
  });

  it('names methods that curl would not use by itself', () => {
    const words = run([toCurl({ method: 'DELETE', url: '/api/v1/flags/x', body: undefined }, 'http://svc.test')]);
    assert.deepEqual(words[0]?.slice(0, 3), ['-X', 'DELETE', 'http://svc.test/api/v1/flags/x']);
  });
});
