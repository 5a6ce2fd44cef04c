import assert from 'node:assert/strict';
import { CATALOG } from '../commands/index.js';
import { rules } from '../gen/operations.js';
import { Failure } from '../runtime/failure.js';
import { isRest } from './command.js';
import { checkFields, missingFields, PATTERNS } from './field-rules.js';

describe('the rules of the contract', () => {
  const refusal = (...[operation, sends, value]: [Parameters<typeof checkFields>[0], string, string]) => {
    try {
      checkFields(operation, [{ sends, spelled: '--flag', value }]);
    } catch (error) {
      assert.ok(error instanceof Failure && error.exitCode === 2);
      return error.message;
    }
    return undefined;
  };

  it('refuses values in the words of the command line, without repeating them', () => {
    assert.equal(refusal('usage.get', 'period', '2026-13'), '--flag must be a month as YYYY-MM');
    assert.equal(refusal('usage.get', 'period', '2026-12'), undefined);
    assert.match(refusal('logs.query', 'level', 'error,s3cret') ?? '', /^--flag must be one of trace, debug, .*fatal$/);
    assert.equal(refusal('logs.query', 'level', 'error,warn'), undefined);
    assert.equal(refusal('logs.query', 'service', String.raw`a\,${'b'.repeat(180)},c`), undefined);
    assert.match(refusal('logs.query', 'level', String.raw`error\,warn`) ?? '', /^--flag must be one of/);
    assert.match(refusal('invitations.create', 'role', 'admin') ?? '', /one of ROLE_OWNER, /);
    assert.equal(refusal('traces.get', 'trace_id', 'zzz'), '--flag must have 32 hexadecimal digits');
    assert.equal(
      refusal('projects.create', 'description', 'x'.repeat(2001)),
      '--flag must have at most 2000 characters',
    );
  });

  it('names the fields that are required and not given', () => {
    assert.deepEqual(missingFields('api_keys.create', []), ['name', 'scopes']);
    assert.deepEqual(missingFields('api_keys.create', [{ sends: 'name', spelled: '', value: 'x' }]), ['scopes']);
  });

  it('explains every pattern of a flag or an argument, and compiles each as a regular expression', () => {
    const commands = CATALOG.flatMap((family) => family.commands).filter(isRest);
    for (const { operation, arguments: args = [], flags = [] } of commands) {
      for (const { sends = '' } of [...args, ...flags]) {
        const { pattern } = rules[operation]?.[sends] ?? {};
        if (pattern === undefined) continue;
        assert.ok(PATTERNS.has(pattern), `${operation} ${sends}: ${pattern}`);
        new RegExp(pattern, 'u');
      }
    }
  });
});
