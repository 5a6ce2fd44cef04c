import assert from 'node:assert/strict';
import type { Profile } from '@svc/profile';
import { DEFAULT_API_URL, DEFAULT_INGEST_URL, resolveSettings } from './settings.js';

const PROFILES = new Map<string, Profile>([
  ['default', { api_url: 'http://profile:1', api_key: 'profile-key', project: 'profile-project' }],
  ['other', { api_key: 'other-key' }],
]);

const resolve = (flags: Record<string, string>, env: Record<string, string>, profiles = PROFILES) =>
  resolveSettings(flags, env, () => profiles);

describe('resolveSettings', () => {
  it('prefers a flag over the environment and the environment over the profile', () => {
    const env = { SVC_PROJECT: 'env-project', SVC_API_KEY: 'env-key', SVC_API_URL: 'http://env:1' };
    assert.equal(resolve({ project: 'flag-project' }, env).project, 'flag-project');
    assert.equal(resolve({}, env).project, 'env-project');
    assert.equal(resolve({}, {}).project, 'profile-project');
    assert.equal(resolve({ 'api-key': 'flag-key' }, env).apiKey, 'flag-key');
    assert.equal(resolve({}, env).apiUrl, 'http://env:1/api/v1');
    assert.equal(resolve({}, {}).apiUrl, 'http://profile:1/api/v1');
  });

  it('uses defaults without a key and a project', () => {
    assert.deepEqual(resolve({}, {}, new Map()), {
      apiUrl: DEFAULT_API_URL,
      ingestUrl: DEFAULT_INGEST_URL,
      ingestUrlIsDefault: true,
      apiKey: undefined,
      keyIsForeign: false,
      apiKeyIsGiven: false,
      project: undefined,
      projectIsGiven: false,
      profileExists: false,
      profile: 'default',
    });
  });

  it('sends the key and the data of a profile to no other service', () => {
    assert.equal(resolve({ 'api-url': 'http://profile:1/api/v1/' }, {}).apiKey, 'profile-key');
    const elsewhere = resolve({}, { SVC_API_URL: 'http://elsewhere:1' });
    assert.deepEqual([elsewhere.apiKey, elsewhere.keyIsForeign], [undefined, true]);
    const profiles = new Map([['default', { api_url: 'http://profile:1', ingest_url: 'http://profile:2' }]]);
    assert.equal(resolve({}, {}, profiles).ingestUrl, 'http://profile:2');
    assert.equal(resolve({ 'api-url': 'http://elsewhere:1' }, {}, profiles).ingestUrl, undefined);
  });

  it('knows the default address of ingestion only for a service on this machine', () => {
    assert.equal(resolve({}, { SVC_API_URL: 'http://localhost:9000' }).ingestUrl, DEFAULT_INGEST_URL);
    assert.equal(resolve({}, { SVC_API_URL: 'https://svc.example.com' }).ingestUrl, undefined);
    const named = resolve({ 'ingest-url': 'https://in.example.com/' }, { SVC_API_URL: 'https://svc.example.com' });
    assert.equal(named.ingestUrl, 'https://in.example.com');
  });

  it('treats an empty environment variable as absent', () => {
    assert.equal(resolve({}, { SVC_PROJECT: '', SVC_API_KEY: '' }).apiKey, 'profile-key');
  });

  it('requires the selected profile to exist', () => {
    assert.equal(resolve({ profile: 'other' }, {}).apiKey, 'other-key');
    assert.equal(resolve({}, { SVC_PROFILE: 'other' }).apiKey, 'other-key');
    for (const name of ['missing', 'constructor', '__proto__']) {
      assert.throws(() => resolve({ profile: name }, {}), { exitCode: 2 });
    }
  });

  it('rejects an invalid value without quoting it', () => {
    const refused = (flags: Record<string, string>) =>
      assert.throws(
        () => resolve(flags, {}),
        (error: Error) => 'exitCode' in error && error.exitCode === 2 && !error.message.includes('s3cret'),
      );
    refused({ 'api-url': 'ftp://s3cret' });
    refused({ 'ingest-url': 'http://u:s3cret@h' });
    refused({ 'api-key': 's3cret\n' });
  });
});
