import assert from 'node:assert/strict';
import type { JsonValue } from '@svc/contract';
import { ServiceError } from '@svc/service-error';
import { typedValue, type ConfigType } from './typed-value.js';

const ACCEPTED: readonly (readonly [ConfigType, JsonValue, JsonValue])[] = [
  ['string', '', ''],
  ['string', 'true', 'true'],
  ['number', 0, 0],
  ['number', '-1.5e3', -1500],
  ['boolean', false, false],
  ['boolean', 'true', true],
  ['json', { a: [null, 1] }, { a: [null, 1] }],
  ['json', 'text', 'text'],
  ['secret', ' ', ' '],
];

const REFUSED: readonly (readonly [ConfigType, JsonValue])[] = [
  ['string', 1],
  ['string', null],
  ['number', ''],
  ['number', '0x10'],
  ['number', '1e999'],
  ['number', 'NaN'],
  ['number', ' 1'],
  ['number', true],
  ['boolean', 'yes'],
  ['boolean', 1],
  ['secret', ''],
  ['secret', 1],
  ['json', 'x'.repeat(65_536)],
];

describe('the value of an entry', () => {
  for (const [type, value, expected] of ACCEPTED) {
    it(`${JSON.stringify(value)} is a ${type}`, () => assert.deepEqual(typedValue(type, value), expected));
  }

  for (const [type, value] of REFUSED) {
    it(`rejects ${JSON.stringify(value).slice(0, 20)} as a ${type}`, () => {
      assert.throws(
        () => typedValue(type, value),
        (error) =>
          error instanceof ServiceError &&
          error.code === 'invalid_request' &&
          error.details[0]?.path === 'config_value',
      );
    });
  }
});
