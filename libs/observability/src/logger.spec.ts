import assert from 'node:assert/strict';
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

  it('redacts credentials and personal data in messages and causes of errors', () => {
    const lines: string[] = [];
    const logger = createLogger({
      service: 'gateway',
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    });
    const cause = new Error('cannot reach postgres://svc:hunter2@db/x');
    logger.error({ err: Object.assign(new Error('refused ada@example.com', { cause }), { code: 'E1' }) }, 'failed');
    logger.error({ err: 'thrown' }, 'failed');
    logger.error({ err: undefined }, 'failed');
    assert.equal(lines.length, 3);
    const { err } = JSON.parse(lines[0] ?? '') as { err: Record<string, string> };
    assert.deepEqual([err['type'], err['code']], ['Error', 'E1']);
    assert.match(err['message'] ?? '', /^refused \[REDACTED\]: cannot reach postgres:\/\/\[REDACTED\]@db\/x$/);
    assert.match(err['stack'] ?? '', /logger\.spec/);
    assert.equal(/hunter2|ada@/.test(lines[0] ?? ''), false);
  });

  it('redacts properties that drivers add to errors, and nested errors', () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ service: 'gateway', level: 'info', destination });
    const detail = 'Key (email)=(ada@example.com) already exists.';
    const inner = Object.assign(new Error('postgres://svc:hunter2@db/x'), { code: 'E1', detail });
    logger.error(
      { err: Object.assign(new AggregateError([inner, 'ada@example.com'], 'all failed'), { detail, inner }) },
      'failed',
    );
    const { err } = JSON.parse(lines[0] ?? '') as {
      err: { detail: string; aggregateErrors: [{ code: string }, string] };
    };
    assert.equal(err.detail, 'Key (email)=([REDACTED]) already exists.');
    assert.equal(err.aggregateErrors[0].code, 'E1');
    assert.equal(err.aggregateErrors[1], '[REDACTED]');
    logger.error({ cause: inner }, 'failed');
    assert.match(lines[1] ?? '', /E1/);
    assert.equal(/hunter2|ada@/.test(lines.join()), false);
  });
});
