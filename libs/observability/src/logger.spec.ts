import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLogger } from './logger.js';

describe('log', () => {
  it('writes JSON lines with service, level and time, and never a credential', () => {
    const lines: string[] = [];
    const logger = createLogger({
      service: 'gateway',
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    });
    logger.debug('not written');
    logger.info(
      { token: 'hunter2', request: { authorization: 'hunter2', headers: { 'x-svc-api-key': 'hunter2' } } },
      'hello',
    );
    assert.equal(lines.length, 1);
    const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    assert.equal(line['service'], 'gateway');
    assert.equal(line['level'], 'info');
    assert.equal(line['msg'], 'hello');
    assert.equal(lines[0]?.includes('hunter2'), false);
  });
});
