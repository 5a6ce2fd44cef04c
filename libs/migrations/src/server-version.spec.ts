import assert from 'node:assert/strict';
import { requireServerVersion } from './server-version.js';

describe('requireServerVersion', () => {
  for (const version of ['26.7', '26.7.0.1', '26.7.2.1', '26.10.1', '27.1', '100.1', '26.8.1.altinitystable'])
    it(`accepts ${version} where 26.7 is the minimum`, () => requireServerVersion('ClickHouse', version, '26.7'));

  for (const version of ['26.6.9.9', '25.8.1.1', '9.9', '26', '', 'unknown'])
    it(`rejects '${version}' where 26.7 is the minimum`, () => {
      assert.throws(() => requireServerVersion('ClickHouse', version, '26.7'), {
        name: 'CannotStart',
        message: `ClickHouse ${version} is older than 26.7, the oldest version that this service works with. Upgrade ClickHouse.`,
      });
    });
});
