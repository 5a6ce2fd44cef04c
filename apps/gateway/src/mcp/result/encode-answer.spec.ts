import assert from 'node:assert/strict';
import { operation } from '@svc/contract';
import { ServiceError } from '@svc/service-error';
import { lentDocument } from '../../operations/document-reply.js';
import { encodeAnswer } from './encode-answer.js';

describe('encodeAnswer of a document', () => {
  const encode = (text: string) => {
    let returned = 0;
    const document = lentDocument(Buffer.from(text), () => returned++);
    try {
      return { answer: encodeAnswer(operation('flags.decide'), document), returned };
    } catch (error) {
      return { error, returned };
    }
  };

  it('parses one of moderate size, and gives its bytes back', () => {
    assert.deepEqual(encode('{"a":1}'), { answer: { json: { a: 1 }, counts: {}, cutLists: [] }, returned: 1 });
  });

  it('refuses one that is too long without reading it, and gives its bytes back', () => {
    // The text is no JSON, so that reading it would fail in another way.
    const { error, returned } = encode('x'.repeat(600 * 1024));
    assert.ok(error instanceof ServiceError && error.code === 'query_too_expensive');
    assert.equal(returned, 1);
  });
});
