import assert from 'node:assert/strict';
import { getDefaultRepository, isRepositoryList, permitsRepository } from './repositories.js';

describe('the repositories of a connection', () => {
  it('are names and *, separated by commas', () => {
    for (const target of ['acme/shop', 'acme/shop,acme/web', '*', 'acme/shop,*'])
      assert.ok(isRepositoryList(target), target);
    const many = Array.from({ length: 21 }, (_, nth) => `acme/r${nth}`).join(',');
    for (const target of ['', 'acme', 'acme/*', 'acme/shop, acme/web', 'acme/shop,', 'acme/..', 'a/b/c', '**', many])
      assert.ok(!isRepositoryList(target), target);
  });

  it('permit what they name in any case, or everything', () => {
    for (const mayManage of [true, false]) {
      assert.ok(permitsRepository('acme/shop,acme/web', 'Acme/Web', mayManage));
      assert.ok(permitsRepository('acme/shop,*', 'other/private', mayManage));
      for (const repository of ['other/private', 'acme/sho', 'acme/shop,acme/web', 'acme/shopping', ''])
        assert.ok(!permitsRepository('acme/shop,acme/web', repository, mayManage), repository);
      assert.equal(permitsRepository('', 'acme/shop', mayManage), mayManage);
    }
  });

  it('begin with the default', () => {
    assert.deepEqual(['', '*', '*,acme/shop', 'acme/shop,acme/web'].map(getDefaultRepository), [
      '',
      '',
      'acme/shop',
      'acme/shop',
    ]);
  });
});
