import assert from 'node:assert/strict';
import { ConfigError, documentConfig, loadConfig, printConfig } from './config.js';
import { optional, setting } from './setting.js';

const DECLARATION = {
  SVC_PORT: setting.port({ default: 8080, description: 'port' }),
  SVC_MODE: setting.choice(['one', 'many'], { default: 'one', description: 'mode' }),
  SVC_TOKEN: setting.secret({ minLength: 8, description: 'token' }),
  SVC_DATABASE_URL: optional(setting.url({ protocols: ['postgres:'], description: 'database' })),
  SVC_BROKERS: setting.list({ default: [], description: 'brokers' }),
  SVC_TRACE: setting.flag({ default: false, description: 'trace' }),
};

const VALID = { SVC_TOKEN: 'long-enough-secret' };

describe('configuration', () => {
  it('uses defaults for absent and empty variables', () => {
    const config = loadConfig(DECLARATION, { ...VALID, SVC_PORT: '' });
    assert.equal(config.SVC_PORT, 8080);
    assert.equal(config.SVC_DATABASE_URL, undefined);
    assert.equal(config.SVC_TRACE, false);
  });

  it('reads every kind from text', () => {
    const config = loadConfig(DECLARATION, {
      ...VALID,
      SVC_PORT: '0',
      SVC_MODE: 'many',
      SVC_BROKERS: 'a:1, b:2,',
      SVC_TRACE: 'true',
      SVC_DATABASE_URL: 'postgres://u:p@localhost/db',
    });
    assert.deepEqual(config, {
      SVC_PORT: 0,
      SVC_MODE: 'many',
      SVC_TOKEN: 'long-enough-secret',
      SVC_DATABASE_URL: 'postgres://u:p@localhost/db',
      SVC_BROKERS: ['a:1', 'b:2'],
      SVC_TRACE: true,
    });
  });

  it('reports all problems together, by name, without a value', () => {
    const environment = { SVC_PORT: '70000', SVC_MODE: 'several', SVC_TOKEN: 'tiny', SVC_DATABASE_URL: 'mysql://leak' };
    assert.throws(
      () => loadConfig(DECLARATION, environment),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.deepEqual(
          error.problems.map(({ name }) => name),
          ['SVC_PORT', 'SVC_MODE', 'SVC_TOKEN', 'SVC_DATABASE_URL'],
        );
        for (const value of Object.values(environment)) assert.ok(!error.message.includes(value));
        return true;
      },
    );
  });

  it('names a missing required setting', () => {
    assert.throws(() => loadConfig(DECLARATION, {}), /SVC_TOKEN is required/);
  });

  it('prints with secrets hidden', () => {
    const printed = printConfig(
      DECLARATION,
      loadConfig(DECLARATION, { ...VALID, SVC_DATABASE_URL: 'postgres://u:hunter2@localhost/db' }),
    );
    assert.ok(printed.includes('SVC_PORT=8080'));
    assert.ok(!printed.includes('long-enough-secret'));
    assert.ok(!printed.includes('hunter2'));
  });

  it('documents type, default and meaning', () => {
    assert.match(documentConfig(DECLARATION), /\| `SVC_PORT` \| port \| `8080` \| port \|/);
  });
});
