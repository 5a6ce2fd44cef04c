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
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { profilePath, readProfiles, updateProfile } from './profile-file.js';

const directory = mkdtempSync(path.join(tmpdir(), 'svc-profiles-'));
after(() => rmSync(directory, { recursive: true }));

let made = 0;
const fresh = (): string => path.join(directory, String(++made), 'config.json');

function written(content: string): string {
  const file = fresh();
  mkdirSync(path.dirname(file));
  writeFileSync(file, content);
  return file;
}

test('the file lies where SVC_CONFIG_DIR, then XDG_CONFIG_HOME, then the home directory says', () => {
  assert.equal(profilePath({ SVC_CONFIG_DIR: '/c', XDG_CONFIG_HOME: '/x' }, '/h'), '/c/config.json');
  assert.equal(profilePath({ XDG_CONFIG_HOME: '/x' }, '/h'), '/x/svc/config.json');
  assert.equal(profilePath({ XDG_CONFIG_HOME: 'relative' }, '/h'), '/h/.config/svc/config.json');
  assert.equal(profilePath({}, '/h'), '/h/.config/svc/config.json');
});

test('what was written is read, and other members and profiles stay', () => {
  const file = written('{"future":1,"profiles":{"other":{"api_key":"k"},"default":{"api_key":"old","color":"blue"}}}');
  updateProfile(file, 'default', { project: 'p' });
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
    future: 1,
    profiles: { other: { api_key: 'k' }, default: { api_key: 'old', color: 'blue', project: 'p' } },
  });
  assert.equal(readProfiles(file).get('default')?.project, 'p');
});

test('without a file there are no profiles, and the first write makes it for its owner only', () => {
  const file = fresh();
  assert.equal(readProfiles(file).size, 0);
  updateProfile(file, 'default', { api_key: 'k' });
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(path.dirname(file)), ['config.json']);
});

test('a file that others could read is closed by the next write', () => {
  const file = written('{}');
  chmodSync(file, 0o644);
  updateProfile(file, 'default', { api_key: 'k' });
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a symbolic link stays one', () => {
  const real = written('{}');
  const link = path.join(path.dirname(real), 'link.json');
  symlinkSync(real, link);
  updateProfile(link, 'default', { project: 'p' });
  assert.equal(readProfiles(real).get('default')?.project, 'p');
});

test('a file that is not what it should be is refused without being repeated', () => {
  for (const content of [
    '',
    's3cret',
    '[]',
    '{"profiles":[]}',
    '{"profiles":{"default":"s3cret"}}',
    '{"profiles":{"default":{"api_key":1}}}',
  ]) {
    assert.throws(
      () => readProfiles(written(content)),
      (error: Error) => !error.message.includes('s3cret') && 'exitCode' in error,
    );
  }
});
