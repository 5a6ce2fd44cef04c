import assert from 'node:assert/strict';
import { equals, fromJson, getOption, toJson, type DescMessage, type JsonValue } from '@bufbuild/protobuf';
import { nestedTypes } from '@bufbuild/protobuf/reflect';
import fc from 'fast-check';
import { publicFiles } from '../gen/index.js';
import { null_if_absent } from '../gen/svc/v1/policy_pb.js';
import { AllKindsSchema } from '../testing/all-kinds.js';
import { arbitraryMessage } from '../testing/arbitrary-message.js';
import { decodeJson } from './decode.js';
import { encodeJson } from './encode.js';
import { integerRange } from './scalar.js';
import { STRUCT, TIMESTAMP, VALUE } from './supported.js';

const ours = publicFiles.flatMap((file) => [...nestedTypes(file)]).filter((type) => type.kind === 'message');
const STOCK = { useProtoFieldName: true, alwaysEmitImplicit: true } as const;

for (const [desc, numRuns] of [[AllKindsSchema, 100] as const, ...ours.map((desc) => [desc, 30] as const)]) {
  describe(`JSON of any ${desc.typeName}`, () => {
    it('equals the output of the stock codec, with 64-bit integers as numbers', () => {
      fc.assert(
        fc.property(arbitraryMessage(desc), (message) => {
          assert.deepEqual(encodeJson(desc, message), withNumbers(desc, toJson(desc, message, STOCK)));
        }),
        { numRuns },
      );
    });

    it('decodes to the same message as with the stock codec', () => {
      fc.assert(
        fc.property(arbitraryMessage(desc), (message) => {
          const json = JSON.parse(JSON.stringify(encodeJson(desc, message))) as JsonValue;
          const decoded = decodeJson(desc, json);
          assert.deepEqual(decoded.violations, []);
          assert.ok(equals(desc, decoded.message, fromJson(desc, json)));
        }),
        { numRuns },
      );
    });
  });
}

/** Deliberate differences from ProtoJSON. */
function withNumbers(desc: DescMessage, json: JsonValue): JsonValue {
  if ([TIMESTAMP, STRUCT, VALUE].includes(desc.typeName)) return json;
  const result = { ...(json as Record<string, JsonValue>) };
  for (const field of desc.fields) {
    const value = result[field.name];
    if (value === undefined) {
      if (getOption(field, null_if_absent)) result[field.name] = null;
      continue;
    }
    const one = (item: JsonValue): JsonValue => {
      if (field.message) return withNumbers(field.message, item);
      return field.scalar !== undefined && integerRange(field.scalar)?.isBig ? Number(item) : item;
    };
    if (field.fieldKind === 'list') result[field.name] = (value as JsonValue[]).map(one);
    else if (field.fieldKind === 'map') {
      const entries = Object.entries(value as Record<string, JsonValue>);
      result[field.name] = Object.fromEntries(entries.map(([name, item]) => [name, one(item)]));
    } else result[field.name] = one(value);
  }
  return result;
}
