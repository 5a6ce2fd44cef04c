import assert from 'node:assert/strict';
import type { Signal } from '../signal.js';
import { encodeRequest } from '../testing/oracle.js';
import { attributes, CONTEXT, logs, span, text, TRACE_ID, traces } from '../testing/requests.js';
import { createBlockEncoder } from './create-block-encoder.js';

const RESULT = 'gen_ai.evaluation.result';
const CALL = attributes({ 'gen_ai.system': text('openai') });

/** Records of which `ai_arrivals` has a row, and others. */
const CASES: readonly (readonly [string, Signal, object, boolean])[] = [
  ['a span of AI work', 'traces', traces([span(), span({ attributes: CALL })]), true],
  ['other spans', 'traces', traces([span(), span({ attributes: attributes({ 'http.route': text('/a') }) })]), false],
  ['the result of an evaluation', 'logs', logs([{}, { eventName: RESULT, traceId: TRACE_ID }]), true],
  ['a result without a trace', 'logs', logs([{ eventName: RESULT }]), false],
  ['another event', 'logs', logs([{ eventName: `${RESULT}s`, traceId: TRACE_ID }]), false],
];

describe('the AI work of an encoder', () => {
  it.each(CASES)('is known of %s', (_, signal, request, expected) => {
    const encoder = createBlockEncoder(signal, { isKnown: () => false });
    assert.equal(encoder.hasAiWork, false);
    encoder.add(encodeRequest(signal, request), CONTEXT);
    assert.equal(encoder.hasAiWork, expected);
    encoder.reset();
    assert.equal(encoder.hasAiWork, false);
  });
});
