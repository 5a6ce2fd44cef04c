import assert from 'node:assert/strict';
import { SCOPES } from '@svc/auth';
import { operation } from '@svc/contract';
import { TOOLS, visibleTools } from '../tools/catalog.js';
import { RUNNABLE_SCOPES } from '../tools/operations/runnable-operations.js';
import { INSTRUCTIONS } from './instructions.js';
import { describeTool } from './tool-server.js';

/** Limits of the definitions, which clients show to a model on each turn. A tenth below them is the alarm. */
const ALL_TOKENS = 12_000;
const TOOL_TOKENS = 900;
const ALARM = 0.9;

const all = SCOPES.map(({ name }) => name);
const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);
const names = (scopes: readonly string[]): string[] => visibleTools(scopes).map(({ name }) => name);

describe('the catalog of tools', () => {
  it('stays small: at most 20 tools, and definitions below the limits', () => {
    assert.ok(TOOLS.length <= 20, `${TOOLS.length} tools`);
    const sizes = TOOLS.map((tool) => ({ name: tool.name, tokens: tokensOf(describeTool(tool)) }));
    const total = sizes.reduce((sum, { tokens }) => sum + tokens, 0);
    assert.ok(total < ALL_TOKENS * ALARM, `${total} tokens in all`);
    assert.deepEqual(
      sizes.filter(({ tokens }) => tokens >= TOOL_TOKENS * ALARM),
      [],
    );
  });

  it('is in the order of names, each once, in lower case', () => {
    const found = names(all);
    assert.deepEqual(found, [...new Set(found)].toSorted());
    for (const name of found) assert.match(name, /^[a-z]+(?:_[a-z]+)*$/);
  });

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))('describes %s so that no client drops it', (_, tool) => {
    const { inputSchema, description, title } = describeTool(tool) as unknown as {
      inputSchema: Record<string, unknown>;
      description: string;
      title: string;
    };
    assert.ok(description.length <= 1_500 && description.length > 40 && title.length <= 70);
    assert.deepEqual([inputSchema['type'], inputSchema['additionalProperties']], ['object', false]);
    for (const keyword of ['$schema', 'oneOf', 'anyOf', 'allOf', '$ref', '$defs', 'not', 'propertyNames'])
      assert.ok(!(keyword in inputSchema), keyword);
    const text = JSON.stringify(inputSchema);
    for (const keyword of ['$ref', '$schema', 'anyOf', 'oneOf', 'allOf'])
      assert.ok(!text.includes(`"${keyword}"`), keyword);
    const properties = Object.values(inputSchema['properties'] as Record<string, Record<string, unknown>>);
    for (const property of properties) {
      assert.ok(['string', 'integer', 'number', 'boolean', 'array', 'object'].includes(String(property['type'])));
      const { enum: choices = [] } = (property['items'] ?? property) as { enum?: unknown[] };
      assert.ok(choices.length <= 30);
    }
  });

  it('names only scopes that exist, and that one of the operations needs', () => {
    const needed = new Set(RUNNABLE_SCOPES);
    assert.ok([...needed].every((scope) => (all as readonly string[]).includes(scope)));
    for (const { name, scopes } of TOOLS)
      assert.ok(
        scopes.every((scope) => needed.has(scope)),
        name,
      );
    assert.ok(needed.has('projects:read') && needed.has('flags:write') && !needed.has('api_keys:write'));
    assert.equal(operation('logs.query').scope, 'logs:read');
  });

  it('shows only whoami without a scope, and a tool only with all of its scopes', () => {
    assert.deepEqual(names([]), ['whoami']);
    assert.deepEqual(names(['telemetry:write']), ['whoami']);
    assert.deepEqual(names(['logs:read']), ['run_operation', 'search_logs', 'search_operations', 'whoami']);
    assert.equal(names(all).length, TOOLS.length);
  });

  it('has instructions that clients do not cut', () => {
    assert.ok(INSTRUCTIONS.length <= 1_800, String(INSTRUCTIONS.length));
  });
});
