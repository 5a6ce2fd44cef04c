import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseApiKey } from '@svc/auth';
import { openStateDirectory } from './state-directory.js';

describe('the state directory', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-state-'));
  });
  afterEach(() => rm(directory, { recursive: true }));
  const file = (): string => path.join(directory, 'secrets.json');

  it('keeps its secrets from start to start, for its owner only', async () => {
    const first = await openStateDirectory(directory);
    assert.deepEqual((await openStateDirectory(directory)).secrets, first.secrets);
    assert.equal((await stat(file())).mode & 0o777, 0o600);
  });

  it('takes permissions of other users away from a directory that exists', async () => {
    await chmod(directory, 0o777);
    const { runPath } = await openStateDirectory(directory);
    assert.equal((await stat(directory)).mode & 0o066, 0);
    assert.equal((await stat(runPath)).mode & 0o077, 0);
  });

  it('refuses a socket directory that is a link, which another user may have prepared', async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'svc-elsewhere-'));
    await symlink(elsewhere, path.join(directory, 'run'));
    await assert.rejects(openStateDirectory(directory), /must be a directory that belongs to the user/);
    await rm(elsewhere, { recursive: true });
  });

  it('has a first key until it is forgotten, and no other one after it', async () => {
    const first = await openStateDirectory(directory);
    const { firstKey = '', ...lasting } = first.secrets;
    assert.deepEqual(parseApiKey(firstKey), { form: 'native', kind: 'org' });
    await first.forgetFirstKey();
    assert.deepEqual((await openStateDirectory(directory)).secrets, lasting);
    assert.ok(!(await readFile(file(), 'utf8')).includes(firstKey));
  });

  it('gains the secrets that an older one lacks, but no first key', async () => {
    await writeFile(file(), JSON.stringify({ cursor: 'kept' }));
    const { secrets } = await openStateDirectory(directory);
    assert.equal(secrets.cursor, 'kept');
    assert.ok(secrets.encryption);
    assert.equal(secrets.firstKey, undefined);
  });
});
