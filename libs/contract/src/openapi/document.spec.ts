import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { create, type DescMessage, type Message } from '@bufbuild/protobuf';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { SavedSearchesCreateRequestSchema } from '../gen/index.js';
import { encodeJson } from '../json/encode.js';
import { operation, operations } from '../operations.js';
import { isPage, rawRoutes } from '../raw.js';
import { arbitraryMessage } from '../testing/arbitrary-message.js';
import { validate } from '../validate.js';
import { openApiDocument } from './document.js';
import type { Examples } from './examples.js';

interface Document {
  readonly paths: Record<string, Record<string, PathOperation>>;
  readonly components: { readonly schemas: Record<string, { readonly description?: string }> };
}

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema?: object } };
}

interface PathOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-scope'?: string;
  readonly parameters?: readonly {
    readonly name?: string;
    readonly description?: string;
    readonly $ref?: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: Content;
  readonly responses: Record<string, Content>;
}

const examples = JSON.parse(readFileSync(new URL('../../examples.json', import.meta.url), 'utf8')) as Examples;
const document = openApiDocument(operations, rawRoutes, examples) as unknown as Document;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ ...document, $id: 'openapi' });

describe('the OpenAPI document', () => {
  it('conforms to OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...document });
    assert.deepEqual(result.errors ?? [], []);
    assert.equal(result.valid, true);
  });

  it('equals the committed document', () => {
    const committed = readFileSync(
      new URL('../../../../apps/gateway/assets/docs/openapi.json', import.meta.url),
      'utf8',
    );
    assert.deepEqual(JSON.parse(committed), JSON.parse(JSON.stringify(document)), 'run: node scripts/gen.mjs');
  });

  it('generates the same document again', () => {
    assert.equal(
      JSON.stringify(openApiDocument()),
      JSON.stringify(openApiDocument([...operations].reverse(), [...rawRoutes].reverse())),
    );
  });

  it('lists each operation and each route that is no page once, with its scope', () => {
    const listed = Object.values(document.paths).flatMap((path) => Object.values(path));
    const served = [...operations, ...rawRoutes.filter((route) => !isPage(route))];
    assert.deepEqual(listed.map(({ operationId }) => operationId).sort(), served.map(({ id }) => id).sort());
    for (const { path, method, scope } of served) {
      assert.equal(document.paths[path]?.[method.toLowerCase()]?.['x-scope'], scope);
    }
  });

  it('gives each operation a short title of its own', () => {
    const titles = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ summary }) => summary));
    assert.deepEqual(
      titles.filter((title) => title.split(' ').length > 8 || /s$/.test(title.split(' ', 1)[0] ?? '')),
      [],
    );
    assert.equal(new Set(titles).size, titles.length);
  });

  it.each(['config', 'config.js'])('describes the key in the path of %s of PostHog, and its refusals', (file) => {
    const { parameters, responses } = document.paths[`/array/{publishable_key}/${file}`]?.['get'] ?? assert.fail();
    assert.deepEqual(
      parameters?.map(({ description }) => description),
      ['A publishable key.'],
    );
    assert.ok(responses['401'] && responses['403']);
  });

  it('describes every schema and property', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) assert.ok(schema.description, name);
  });

  for (const each of operations) {
    const schema = document.paths[each.path]?.[each.method.toLowerCase()];
    it(`offers project_id to ${each.id} only if it requires a project`, () => {
      const offered = schema?.parameters?.some(({ $ref }) => $ref === '#/components/parameters/ProjectId') ?? false;
      assert.equal(offered, each.project === 'required');
    });

    const answer = schema?.responses[String(each.successStatus)]?.content?.['application/json']?.schema;
    if (answer) {
      it(`describes every response of ${each.id}`, () => {
        const fits = ajv.compile(rebased(answer));
        fc.assert(
          fc.property(arbitraryMessage(each.answer), (message) => {
            assert.ok(fits(encodeJson<DescMessage>(each.answer, message)), ajv.errorsText(fits.errors));
          }),
          { numRuns: 20 },
        );
      });
    }
  }

  it('contains examples that fit their schemas', () => {
    for (const [id, { body, response }] of Object.entries(examples)) {
      const node = Object.values(document.paths)
        .flatMap((path) => Object.values(path))
        .find(({ operationId }) => operationId === id);
      const success = Object.entries(node?.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
      for (const [part, value] of [
        [node?.requestBody, body],
        [success, response],
      ] as const) {
        const schema = part?.content?.['application/json']?.schema;
        if (schema === undefined || value === undefined) continue;
        const fits = ajv.compile(rebased(schema));
        assert.ok(fits(value), `${id}: ${ajv.errorsText(fits.errors)}`);
      }
    }
  });

  it('describes a stream by the data of each of its events', () => {
    for (const { id, path, rpc } of operations.filter(({ streams }) => streams)) {
      const content = document.paths[path]?.['get']?.responses['200']?.content as unknown as Record<
        string,
        { 'x-events': Record<string, { $ref: string }> }
      >;
      const events = content['text/event-stream']?.['x-events'] ?? {};
      const names = rpc.output.oneofs[0]?.fields.map(({ name }) => name) ?? [];
      assert.deepEqual(Object.keys(events), [...names, 'end'], id);
      for (const { $ref } of Object.values(events)) {
        assert.ok(document.components.schemas[$ref.replace('#/components/schemas/', '')], $ref);
      }
    }
  });

  it('contains the constraints of body fields', () => {
    const fits = ajv.compile({ $ref: 'openapi#/components/schemas/SavedSearchesCreateRequest' });
    const good = { name: 'n', signal: 'logs', query: {} };
    for (const [wrong, isRight] of [
      [good, true],
      [{ ...good, signal: 'other' }, false],
      [{ ...good, name: 'n'.repeat(201) }, false],
      [{ ...good, extra: 1 }, false],
      [{ name: 'n', signal: 'logs' }, false],
      [{ name: 'n', query: {} }, false],
    ] as const) {
      assert.equal(fits(wrong), isRight, JSON.stringify(wrong).slice(0, 80));
    }
    const message: Message = create(SavedSearchesCreateRequestSchema, good);
    assert.deepEqual(validate<DescMessage>(operation('saved_searches.create').rpc.input, message), []);
  });
});

function rebased(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object;
}
