import assert from 'node:assert/strict';
import { ConfigError, loadConfig } from './config.js';
import { SETTING_NAMES } from './gen/setting-names.js';
import { setting } from './setting.js';
import { findUnknownVariables } from './unknown-variables.js';

const DECLARATION = { SVC_HTTP_PORT: setting.port({ default: 8080, description: 'port' }) };
const reasons = (environment: Record<string, string>, declared: readonly string[] = []) =>
  findUnknownVariables(environment, declared).map(({ name, reason }) => `${name} ${reason}`);

describe('unknown variables', () => {
  it('are refused by name with the nearest setting, and without a value', () => {
    assert.throws(
      () => loadConfig(DECLARATION, { SVC_HTTP_PRT: 'sentinel' }),
      new ConfigError([{ name: 'SVC_HTTP_PRT', reason: 'is not a setting; did you mean SVC_HTTP_PORT?' }]),
    );
  });

  it('include each setting without one of its letters', () => {
    for (const name of SETTING_NAMES) {
      const typed = name.slice(0, -2) + name.slice(-1);
      assert.deepEqual(reasons({ [typed]: '' }), [`${typed} is not a setting; did you mean ${name}?`]);
    }
  });

  it('have no suggestion where no setting is similar', () => {
    assert.deepEqual(reasons({ SVC_SOMETHING_ELSE: '1', SVC_: '1' }), [
      'SVC_SOMETHING_ELSE is not a setting',
      'SVC_ is not a setting',
    ]);
  });

  it('prefer a setting of this process', () => {
    assert.deepEqual(reasons({ SVC_PORTS: '1' }, ['SVC_PORT']), ['SVC_PORTS is not a setting; did you mean SVC_PORT?']);
  });

  it('are not the settings of other processes, nor variables of the client, of tests and of Kubernetes', () => {
    assert.deepEqual(reasons(Object.fromEntries(SETTING_NAMES.map((name) => [name, '1']))), []);
    assert.deepEqual(
      reasons({
        PATH: '/bin',
        SVC_API_KEY: 'key',
        SVC_VERSION: '0.1.0',
        SVC_TEST_SEED: '1',
        SVC_E2E_TOPOLOGY: 'standalone',
        SVC_QUERY_SERVICE_HOST: '10.0.0.1',
        SVC_QUERY_SERVICE_PORT_GRPC: '7002',
        SVC_QUERY_PORT: 'tcp://10.0.0.1:7002',
        SVC_QUERY_PORT_7002_TCP_ADDR: '10.0.0.1',
      }),
      [],
    );
  });
});
