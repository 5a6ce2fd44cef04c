import assert from 'node:assert/strict';
import type { ContentMessage, ContentPart } from '@svc/gen-ai';
import { toContent } from './content.message.js';

const message = (role: string, ...parts: ContentPart[]): ContentMessage => ({ role, parts });
const text = (length: number): ContentPart => ({ type: 'text', text: 'x'.repeat(length) });

describe('the content of a step', () => {
  it('has the text of every kind of part', () => {
    const parts: ContentPart[] = [
      { type: 'reasoning', text: 'Think.' },
      { type: 'tool_call', id: '1', name: 'search', arguments: '{}' },
      { type: 'tool_result', id: '1', result: 'none' },
      { type: 'other', kind: 'image', json: '{"url":"a"}' },
    ];
    assert.deepEqual(toContent({ input: [], output: [message('assistant', ...parts)] }).output, [
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Think.' },
          { type: 'tool_call', text: '{}', id: '1', name: 'search' },
          { type: 'tool_result', text: 'none', id: '1' },
          { type: 'other', text: '{"url":"a"}', name: 'image' },
        ],
      },
    ]);
  });

  it('keeps the answer and the latest messages of a prompt that is too long, and says that something is left out', () => {
    const prompt = [message('system', text(400_000)), message('user', text(300_000))];
    const { input, output, truncated } = toContent({ input: prompt, output: [message('assistant', text(10))] });
    const lengths = [...(input ?? []), ...(output ?? [])].map(({ parts }) => parts?.[0]?.text?.length);
    assert.deepEqual([lengths, truncated], [[512 * 1024 - 300_010, 300_000, 10], true]);
    assert.equal(toContent({ input: [], output: [message('assistant', text(512 * 1024))] }).truncated, false);
  });
});
