import type { Node } from './schema.js';

/** A request of a real run and the response to it. */
interface Example {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly response?: unknown;
}

export type Examples = Readonly<Record<string, Example>>;

const JSON_TYPE = 'application/json';

/** Adds an example to the parameters, the body and the successful response of an operation, as far as it has them. */
export function withExample(node: Node, example: Example | undefined): Node {
  if (example === undefined) return node;
  const { path = {}, query = {}, body, response } = example;
  const { parameters, requestBody, responses } = node as {
    parameters?: readonly Node[];
    requestBody?: Node;
    responses: Record<string, Node>;
  };
  const valueFor = ({ name, in: place }: Node): unknown => (place === 'path' ? path : query)[String(name)];
  return {
    ...node,
    ...(parameters && {
      parameters: parameters.map((parameter) => {
        const value = valueFor(parameter);
        return value === undefined ? parameter : { ...parameter, example: isList(parameter) ? [value].flat() : value };
      }),
    }),
    ...(requestBody && { requestBody: exemplified(requestBody, body) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, each]) => [
        status,
        status.startsWith('2') ? exemplified(each, response) : each,
      ]),
    ),
  };
}

/** Whether a parameter may be repeated. Examples of one value have no list. */
const isList = ({ schema }: Node): boolean => (schema as Node | undefined)?.['type'] === 'array';

function exemplified(node: Node, example: unknown): Node {
  const content = node['content'] as Record<string, Node> | undefined;
  if (example === undefined || content?.[JSON_TYPE] === undefined) return node;
  return { ...node, content: { ...content, [JSON_TYPE]: { ...content[JSON_TYPE], example } } };
}
