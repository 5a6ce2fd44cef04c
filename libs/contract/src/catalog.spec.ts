import assert from 'node:assert/strict';
import { create, setExtension, type MessageInitShape } from '@bufbuild/protobuf';
import { MethodOptionsSchema } from '@bufbuild/protobuf/wkt';
import { readCatalog } from './catalog.js';
import { http } from './gen/google/api/annotations_pb.js';
import { HttpRuleSchema } from './gen/google/api/http_pb.js';
import { AgentClass, policy, PolicySchema, ProjectRule, title } from './gen/index.js';
import { operations } from './operations.js';
import { buildFile, fields, Label, Type, type FieldInit } from './testing/build-file.js';

interface Declaration {
  readonly http?: MessageInitShape<typeof HttpRuleSchema> | undefined;
  readonly policy?: MessageInitShape<typeof PolicySchema> | undefined;
  readonly input?: readonly FieldInit[];
  readonly output?: readonly FieldInit[];
  readonly clientStreaming?: boolean;
  readonly serverStreaming?: boolean;
  readonly title?: string;
  readonly comment?: string;
}

const HTTP = { pattern: { case: 'get', value: '/api/v1/things/{thing_id}' } } as const;
const POLICY = { scope: 'things:read', project: ProjectRule.REQUIRED, agent: AgentClass.READ };
const INPUT = [{ name: 'thing_id' }, { name: 'limit', type: Type.INT32 }];

/** Builds a service with the declared methods, in order. */
function buildCatalog(...declarations: readonly Declaration[]) {
  const file = buildFile({
    name: 'test/catalog.proto',
    package: 'test',
    messageType: declarations.flatMap(({ input = INPUT, output = [{ name: 'id' }] }, index) => [
      { name: `Request${index}`, field: fields(...input) },
      { name: `Answer${index}`, field: fields(...output) },
    ]),
    service: [
      {
        name: 'BigThings',
        method: declarations.map((declaration, index) => ({
          name: `GetIt${index}`,
          inputType: `.test.Request${index}`,
          outputType: `.test.Answer${index}`,
          clientStreaming: declaration.clientStreaming ?? false,
          serverStreaming: declaration.serverStreaming ?? false,
          options: toOptions({ http: HTTP, policy: POLICY, ...declaration }),
        })),
      },
    ],
  });
  const comments = declarations.map(({ comment = 'Gets it. At once.' }, index) => [
    `test.BigThings.GetIt${index}`,
    comment,
  ]);
  return readCatalog([file], Object.fromEntries(comments) as Record<string, string>);
}

function toOptions(declaration: Declaration) {
  const options = create(MethodOptionsSchema);
  if (declaration.http) setExtension(options, http, create(HttpRuleSchema, declaration.http));
  if (declaration.policy) setExtension(options, policy, create(PolicySchema, declaration.policy));
  setExtension(options, title, declaration.title ?? 'Get a thing');
  return options;
}

const post = (value: string, body: string) => ({ pattern: { case: 'post', value }, body }) as const;
const at = (value: string) => ({ pattern: { case: 'get', value } }) as const;

const WRONG: readonly (readonly [string, Declaration, RegExp])[] = [
  ['no policy', { policy: undefined }, /no policy/],
  ['no path', { http: undefined }, /no google\.api\.http/],
  ['an empty rule', { http: {} }, /no HTTP method/],
  [
    'a method of its own',
    { http: { pattern: { case: 'custom', value: { kind: 'HEAD', path: '/api/v1/a' } } } },
    /no HTTP method/,
  ],
  ['two paths', { http: { ...HTTP, additionalBindings: [at('/api/v1/other')] } }, /additional_bindings/],
  ['a part of the answer', { http: { ...HTTP, responseBody: 'id' } }, /response_body/],
  ['a path elsewhere', { http: at('/things') }, /does not start with/],
  ['a path with a pattern', { http: at('/api/v1/things/{thing_id=*}') }, /neither a word nor/],
  ['a path with a verb', { http: at('/api/v1/things:search') }, /neither a word nor/],
  ['a parameter without a field', { http: at('/api/v1/things/{other_id}') }, /no field of/],
  ['a parameter twice', { http: at('/api/v1/{thing_id}/{thing_id}') }, /appears twice/],
  ['a parameter that is a number', { http: at('/api/v1/things/{limit}') }, /not a plain string/],
  ['a parameter that is a list', { input: [{ name: 'thing_id', label: Label.REPEATED }] }, /not a plain string/],
  ['a body on GET', { http: { ...HTTP, body: '*' } }, /takes no body/],
  ['no body on POST', { http: post('/api/v1/things', '') }, /must be "\*"/],
  ['a part as the body', { http: post('/api/v1/things', 'limit') }, /must be "\*"/],
  ['no project rule', { policy: { ...POLICY, project: ProjectRule.UNSPECIFIED } }, /project rule is unspecified/],
  [
    'a project rule of a later version',
    { policy: { ...POLICY, project: 9 as ProjectRule } },
    /project rule is unspecified/,
  ],
  ['no agent class', { policy: { ...POLICY, agent: AgentClass.UNSPECIFIED } }, /agent class is unspecified/],
  ['no scope', { policy: { ...POLICY, scope: '' } }, /scope is missing/],
  ['a scope without a verb', { policy: { ...POLICY, scope: 'things' } }, /not resource:verb/],
  ['a scope of many', { policy: { ...POLICY, scope: 'things:*' } }, /not resource:verb/],
  ['a scope for nobody', { policy: { ...POLICY, project: ProjectRule.PUBLIC } }, /public operation has no scope/],
  ['a status of failure', { policy: { ...POLICY, successStatus: 404 } }, /status is unknown/],
  ['an answer to 204', { policy: { ...POLICY, successStatus: 204 } }, /204 belongs/],
  ['an empty answer to 200', { output: [] }, /204 belongs/],
  ['a cursor error without a cursor', { policy: { ...POLICY, cursorError: 'InvalidArgument' } }, /without a cursor/],
  [
    'a cursor error of another status',
    { input: [...INPUT, { name: 'cursor' }], policy: { ...POLICY, cursorError: 'not_found' } },
    /no code of status 400/,
  ],
  ['project_id as a parameter', { input: [...INPUT, { name: 'project_id' }] }, /project_id in the query/],
  [
    'an object as a parameter',
    { input: [...INPUT, { name: 'filter', type: Type.MESSAGE, typeName: '.google.protobuf.Struct' }] },
    /filter cannot be written/,
  ],
  ['a stream of requests', { clientStreaming: true }, /cannot stream requests/],
  ['a stream of what is no event', { serverStreaming: true }, /one oneof of messages/],
  [
    'a stream that is answered to a POST',
    { serverStreaming: true, http: post('/api/v1/things/{thing_id}', '*') },
    /only GET is answered by events/,
  ],
  ['no title', { title: '' }, /no title/],
  ['no documentation', { comment: '' }, /no comment/],
  [
    'a type without a spelling',
    { output: [{ name: 'took', type: Type.MESSAGE, typeName: '.google.protobuf.FileDescriptorSet' }] },
    /has no spelling/,
  ],
];

describe('the catalog', () => {
  it('reads a declaration', () => {
    const [operation] = buildCatalog({});
    assert.equal(operation?.id, 'big_things.get_it0');
    assert.equal(operation?.method, 'GET');
    assert.equal(operation?.path, '/api/v1/things/{thing_id}');
    assert.deepEqual(operation?.pathParameters, ['thing_id']);
    assert.equal(operation?.scope, 'things:read');
    assert.equal(operation?.project, 'required');
    assert.equal(operation?.agent, 'read');
    assert.equal(operation?.successStatus, 200);
    assert.equal(operation?.cursorError, 'invalid_request');
    assert.equal(operation?.title, 'Get a thing');
    assert.equal(operation?.summary, 'Gets it');
    assert.equal(operation?.description, 'Gets it. At once.');
  });

  for (const [name, declaration, problem] of WRONG) {
    it(`rejects ${name}`, () => {
      assert.throws(() => buildCatalog(declaration), problem);
    });
  }

  it('rejects two operations on one path, whatever the parameter name', () => {
    const renamed = { http: at('/api/v1/things/{other_id}'), input: [{ name: 'other_id' }] };
    assert.throws(() => buildCatalog({}, renamed), /already taken by big_things\.get_it0/);
    assert.doesNotThrow(() => buildCatalog({}, { http: at('/api/v1/things/special') }));
  });

  it('reports all problems', () => {
    const wrong = { policy: undefined };
    assert.throws(() => buildCatalog(wrong, wrong), /GetIt0: no policy[^]*GetIt1: no policy/);
  });

  it('contains the operations of the service', () => {
    assert.ok(operations.length > 0);
    assert.equal(new Set(operations.map(({ id }) => id)).size, operations.length);
  });
});
