import assert from 'node:assert/strict';
import { refuseRepo, toCodehostBody, toCodehostDraft, toSourcePlace } from './codehost.js';

const draft = { repo: 'acme/checkout', root: 'services/checkout/', isUsed: true };

describe('the form of a code host', () => {
  it('is used from the first time on, and as it is saved afterwards', () => {
    assert.ok(toCodehostDraft({ enabled: false, repo: '', repo_root: '' }).isUsed);
    assert.ok(!toCodehostDraft({ enabled: false, repo: 'a/b', repo_root: '', version: 1 }).isUsed);
  });

  it('sends the version that was read, and none before the first time', () => {
    const body = { repo: 'acme/checkout', repo_root: 'services/checkout/', enabled: true };
    assert.deepEqual(toCodehostBody({ ...draft, repo: ' acme/checkout ' }, undefined), body);
    assert.deepEqual(toCodehostBody(draft, 4), { ...body, expected_version: 4 });
  });

  it('takes owner and name of a repository, and says so about anything else', () => {
    for (const repo of ['', 'acme/checkout', ' a/b ', 'a.b/c_d-e']) assert.equal(refuseRepo(repo), undefined, repo);
    for (const repo of [
      'acme',
      'acme/',
      '../x',
      'a/..',
      'a/b/c',
      'a b/c',
      'https://github.com/a/b',
      `a/${'b'.repeat(200)}`,
    ])
      assert.match(refuseRepo(repo) ?? '', /such as acme\/checkout/, repo);
  });
});

describe('the place of a frame in the repository', () => {
  it('is below the directory, with one slash between', () => {
    assert.deepEqual(toSourcePlace(draft, './src/pay.ts', 42), {
      path: 'services/checkout/src/pay.ts',
      address: 'https://github.com/acme/checkout/blob/HEAD/services/checkout/src/pay.ts#L42',
    });
    assert.equal(toSourcePlace({ ...draft, root: '' }, 'pay.ts')?.path, 'pay.ts');
  });

  it('has an address in which nothing of the path acts', () => {
    const { address } = toSourcePlace(draft, 'a b/#c?d/\ud800.ts') ?? assert.fail('no place');
    assert.match(address, /\/checkout\/a%20b\/%23c%3Fd\/%EF%BF%BD\.ts$/);
  });

  it('is not known without a repository or a file, or above the directory', () => {
    assert.equal(toSourcePlace({ ...draft, repo: 'acme' }, 'pay.ts'), undefined);
    assert.equal(toSourcePlace({ ...draft, repo: '' }, 'pay.ts'), undefined);
    assert.equal(toSourcePlace(draft, ' '), undefined);
    assert.equal(toSourcePlace(draft, '../../etc/pay.ts'), undefined);
  });
});
