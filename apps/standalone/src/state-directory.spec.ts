import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseApiKey } from '@svc/auth';
import { openStateDirectory } from './state-directory.js';

describe('state directory', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'svc-state-'));
  });
  afterEach(() => rm(directory, { recursive: true }));
  const file = (): string => path.join(directory, 'secrets.json');

  it('keeps its secrets across starts, readable by its owner only', async () => {
    const first = await openStateDirectory(directory);
    assert.deepEqual((await openStateDirectory(directory)).secrets, first.secrets);
    assert.equal((await stat(file())).mode & 0o777, 0o600);
  });

  it('removes the permissions of other users from an existing directory', async () => {
    await chmod(directory, 0o777);
    const { runPath } = await openStateDirectory(directory);
    assert.equal((await stat(directory)).mode & 0o066, 0);
    assert.equal((await stat(runPath)).mode & 0o077, 0);
  });

  it('accepts a link to a directory on another volume, and makes that directory private', async () => {
    const volume = path.join(directory, 'volume');
    await mkdir(volume, { mode: 0o777 });
    await symlink(volume, path.join(directory, 'state'));
    await openStateDirectory(path.join(directory, 'state'));
    assert.equal((await stat(volume)).mode & 0o066, 0);
  });

  it('rejects a socket directory that is a symbolic link, which another user may have created', async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'svc-elsewhere-'));
    await symlink(elsewhere, path.join(directory, 'run'));
    await assert.rejects(openStateDirectory(directory), /must be a directory that belongs to the user/);
    await rm(elsewhere, { recursive: true });
  });

  it('keeps the first key until it is deleted, and creates no other', async () => {
    const first = await openStateDirectory(directory);
    const { firstKey = '', ...lasting } = first.secrets;
    assert.deepEqual(parseApiKey(firstKey), { form: 'native', kind: 'org' });
    await first.forgetFirstKey();
    assert.deepEqual((await openStateDirectory(directory)).secrets, lasting);
    assert.ok(!(await readFile(file(), 'utf8')).includes(firstKey));
  });

  it('adds secrets that an older directory lacks, but no first key', async () => {
    await writeFile(file(), JSON.stringify({ cursor: 'kept' }));
    const { secrets } = await openStateDirectory(directory);
    assert.equal(secrets.cursor, 'kept');
    assert.ok(secrets.encryption && secrets.eventLog);
    assert.equal(secrets.firstKey, undefined);
  });
});
