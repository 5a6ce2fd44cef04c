import assert from 'node:assert/strict';
import { getOption, ScalarType, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { one_or_more as oneOrMore } from './gen/index.js';
import { decodeJson } from './json/decode.js';
import { operations } from './operations.js';

/** The filters that reads share. */
const NAMES = new Set(['service', 'environment', 'level']);
/** A single value for good: a published field keeps its type. */
const SINGLE = new Set(['exports.create_logs level']);

interface Named {
  readonly operation: string;
  readonly desc: DescMessage;
  readonly field: DescField;
  readonly isInBody: boolean;
}

/** The fields of all requests, and of the objects in them. */
const requestFields: readonly Named[] = operations.flatMap(({ id, method, rpc, pathParameters }) => {
  const seen = new Set<DescMessage>();
  const walk = (desc: DescMessage): Named[] => {
    if (seen.has(desc)) return [];
    seen.add(desc);
    return desc.fields
      .filter(({ name }) => desc !== rpc.input || !pathParameters.includes(name))
      .flatMap((field) => [
        { operation: id, desc, field, isInBody: method !== 'GET' },
        ...(field.message ? walk(field.message) : []),
      ]);
  };
  return walk(rpc.input);
});

describe('the filters of all operations', () => {
  it('have the same names: service beside each service_name', () => {
    const former = requestFields.filter(({ field }) => field.name === 'service_name');
    assert.ok(former.length >= 2);
    for (const { operation, desc } of former) assert.ok(desc.field['service'], `${operation}: ${desc.typeName}`);
  });

  it('take one value or several, also in a body', () => {
    const named = requestFields.filter(
      ({ operation, field }) =>
        NAMES.has(field.name) && field.scalar === ScalarType.STRING && !SINGLE.has(`${operation} ${field.name}`),
    );
    assert.ok(named.length > 20);
    for (const { operation, desc, field, isInBody } of named) {
      const place = `${operation}: ${desc.typeName}.${field.name}`;
      assert.equal(field.fieldKind, 'list', place);
      if (!isInBody) continue;
      assert.ok(getOption(field, oneOrMore), place);
      const read = (value: unknown) => decodeJson(desc, { [field.name]: value });
      for (const value of ['web', ['web']])
        assert.deepEqual((read(value).message as Record<string, unknown>)[field.localName], ['web'], place);
      assert.deepEqual(
        read({}).violations.map(({ path }) => path),
        [field.name],
      );
    }
  });
});
