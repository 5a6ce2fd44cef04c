import assert from 'node:assert/strict';
import vm from 'node:vm';
import { remoteConfig, remoteConfigScript } from './remote-config.js';

const BOTH = ['analytics:write', 'flags:evaluate'];
const RECORDING = { endpoint: '/s/', recorderVersion: 'v2' };

describe('the configuration for SDKs of PostHog', () => {
  it.each<[what: string, scopes: readonly string[], hasObjects: boolean, sessionRecording: unknown, flags: boolean]>([
    ['records and evaluates flags with a key that may', BOTH, true, RECORDING, true],
    ['does not record without an object store', BOTH, false, false, true],
    ['does not record with a key that may not send', ['flags:evaluate'], true, false, true],
    ['evaluates no flags with a key that may not', ['analytics:write'], true, RECORDING, false],
    ['does nothing with a key that may do nothing', [], true, false, false],
  ])('%s', (_, scopes, hasObjects, sessionRecording, hasFeatureFlags) => {
    const config = remoteConfig({ scopes: [...scopes] }, hasObjects);
    assert.deepEqual([config.sessionRecording, config.hasFeatureFlags], [sessionRecording, hasFeatureFlags]);
  });

  it('is kept by a page under its key, beside those of other keys', () => {
    const config = remoteConfig({ scopes: BOTH }, true);
    const window = { _POSTHOG_REMOTE_CONFIG: { other: 1 } };
    for (const key of ['svc_publishable_a', '</script><b>"\\'])
      vm.runInNewContext(remoteConfigScript(key, config), { window });
    const expected = { config, siteApps: [] };
    assert.deepEqual(JSON.parse(JSON.stringify(window._POSTHOG_REMOTE_CONFIG)), {
      other: 1,
      svc_publishable_a: expected,
      '</script><b>"\\': expected,
    });
    assert.doesNotMatch(remoteConfigScript('</script>', config), /</);
  });
});
