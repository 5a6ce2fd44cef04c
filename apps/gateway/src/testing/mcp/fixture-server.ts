import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { promptMessages, resourceContents } from './fixture-contents.js';
import { FIXTURE_TOOLS, promptInput, STATES } from './fixture-tools.js';

const CACHED = { ttlMs: 60_000, cacheScope: 'private' } as const;
const INPUT_PROMPT = 'test_input_required_result_prompt';
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  test_simple_prompt: [],
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
  test_prompt_with_image: [],
  [INPUT_PROMPT]: [],
};

/** A server with all that the conformance suite demands of one: tools, prompts, resources and completions of no use but this. */
export function createFixtureServer(): Server {
  const server = new Server(
    { name: 'fixture', version: '1' },
    {
      capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {}, logging: {} },
      requestState: { verify: (state, context) => STATES.verify(state, context) },
      cacheHints: {
        'tools/list': CACHED,
        'prompts/list': CACHED,
        'resources/list': CACHED,
        'resources/templates/list': CACHED,
        'resources/read': CACHED,
        'server/discover': CACHED,
      },
    },
  );
  addTools(server);
  addPrompts(server);
  addResources(server);
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }));
  return server;
}

function addTools(server: Server): void {
  server.setRequestHandler('tools/list', () => ({
    tools: Object.keys(FIXTURE_TOOLS).map((name) => ({
      name,
      description: `Tool ${name} of the suite.`,
      inputSchema: { type: 'object' },
    })),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const tool = FIXTURE_TOOLS[params.name];
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool.');
    return tool(context);
  });
}

function addPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(ARGUMENTS).map(([name, given]) => ({
      name,
      description: `Prompt ${name} of the suite.`,
      arguments: given.map((argument) => ({ name: argument, description: 'An argument.', required: true })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const { name, arguments: given = {} } = params;
    if (name === INPUT_PROMPT)
      return promptInput(context) ?? { messages: promptMessages('test_simple_prompt', {}) ?? [] };
    const messages = promptMessages(name, given);
    if (!messages) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt.');
    return { messages };
  });
}

function addResources(server: Server): void {
  server.setRequestHandler('resources/list', () => ({
    resources: ['static-text', 'static-binary'].map((name) => ({
      uri: `test://${name}`,
      name,
      description: 'A resource.',
    })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', description: 'A template.' }],
  }));
  server.setRequestHandler('resources/read', ({ params }) => {
    const contents = resourceContents(params.uri);
    if (!contents)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such resource.', { uri: params.uri });
    return { contents };
  });
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
}
