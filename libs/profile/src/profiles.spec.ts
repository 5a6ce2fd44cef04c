import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigFileError } from './json-file.js';
import { profilePath, readProfiles, updateProfile } from './profiles.js';

describe('profiles', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-profiles-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  let created = 0;
  const newPath = (): string => path.join(directory, String(++created), 'config.json');

  function fileWith(content: string): string {
    const file = newPath();
    mkdirSync(path.dirname(file));
    writeFileSync(file, content);
    return file;
  }

  it('stores profiles in SVC_CONFIG_DIR, then XDG_CONFIG_HOME, then the home directory', () => {
    assert.equal(profilePath({ SVC_CONFIG_DIR: '/c', XDG_CONFIG_HOME: '/x' }, '/h'), '/c/config.json');
    assert.equal(profilePath({ XDG_CONFIG_HOME: '/x' }, '/h'), '/x/svc/config.json');
    assert.equal(profilePath({ XDG_CONFIG_HOME: 'relative' }, '/h'), '/h/.config/svc/config.json');
    assert.equal(profilePath({}, '/h'), '/h/.config/svc/config.json');
  });

  it('keeps members and profiles that an update does not name', async () => {
    const file = fileWith(
      '{"future":1,"profiles":{"other":{"api_key":"k"},"default":{"api_key":"old","color":"blue"}}}',
    );
    await updateProfile(file, 'default', { project: 'p' });
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
      future: 1,
      profiles: { other: { api_key: 'k' }, default: { api_key: 'old', color: 'blue', project: 'p' } },
    });
    assert.equal(readProfiles(file).get('default')?.project, 'p');
  });

  it('creates profiles by the first update, readable by their owner only', async () => {
    const file = newPath();
    assert.equal(readProfiles(file).size, 0);
    await updateProfile(file, 'default', { api_key: 'k' });
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
    assert.deepEqual(readdirSync(path.dirname(file)), ['config.json']);
  });

  it('restricts the file to its owner when an update finds it readable by others', async () => {
    const file = fileWith('{}');
    chmodSync(file, 0o644);
    await updateProfile(file, 'default', { api_key: 'k' });
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('updates profiles through a symbolic link without replacing the link', async () => {
    const real = fileWith('{}');
    const link = path.join(path.dirname(real), 'link.json');
    symlinkSync(real, link);
    await updateProfile(link, 'default', { project: 'p' });
    assert.equal(readProfiles(real).get('default')?.project, 'p');
  });

  it('loses no update when many writers update at the same time', async () => {
    const file = newPath();
    const names = Array.from({ length: 20 }, (_, index) => `profile-${index}`);
    await Promise.all(names.map((name) => updateProfile(file, name, { api_key: name })));
    assert.deepEqual([...readProfiles(file).keys()].sort(), names.sort());
  });

  it('lets the writer choose a profile from the existing ones', async () => {
    const file = fileWith('{"profiles":{"default":{"api_url":"http://other"}}}');
    const choose = (profiles: ReadonlyMap<string, unknown>): string => (profiles.has('default') ? 'local' : 'default');
    assert.equal(await updateProfile(file, choose, { api_key: 'k' }), 'local');
    assert.deepEqual(readProfiles(file).get('default'), { api_url: 'http://other' });
  });

  it('updates profiles after a process died with the lock', async () => {
    const file = fileWith('{}');
    mkdirSync(`${file}.lock`);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(`${file}.lock`, longAgo, longAgo);
    await updateProfile(file, 'default', { project: 'p' });
    assert.equal(readProfiles(file).get('default')?.project, 'p');
  });

  it('refuses a malformed file without quoting its content', () => {
    for (const content of [
      '',
      's3cret',
      '[]',
      '{"profiles":[]}',
      '{"profiles":{"default":"s3cret"}}',
      '{"profiles":{"default":{"api_key":1}}}',
    ]) {
      assert.throws(
        () => readProfiles(fileWith(content)),
        (error: Error) => !error.message.includes('s3cret') && error instanceof ConfigFileError,
      );
    }
  });
});
