import { Violations, type JsonObject } from '@svc/contract';
import { invalidField, ServiceError, type ErrorDetail } from '@svc/service-error';
import { z } from 'zod';
import { MAX_RESULT_TOKENS } from '../result/format-result.js';
import type { ToolAnswer } from '../result/tool-answer.js';
import type { ToolContext } from './tool-context.js';

/** Arguments of every tool. */
const COMMON = {
  max_tokens: z.int().min(500).max(MAX_RESULT_TOKENS).optional().describe('Size limit of the result; 8000 by default.'),
};

/** Elements of a list, or names of a record, in an argument. Each of more would be validated before the limit of the list counts. */
const MAX_ELEMENTS = 100;

/** Selects the project of a tool that reads one. */
export const PROJECT = {
  project_id: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('Project ID, unless the credential is bound to one (see whoami).'),
};

/** A tool as an agent sees it, and what it does. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Scopes without which a caller does not see the tool. */
  readonly scopes: readonly string[];
  /** Whether callers with these scopes see the tool, if that depends on more than `scopes`. */
  readonly isVisible?: (scopes: readonly string[]) => boolean;
  readonly inputSchema: JsonObject;
  readonly isReadOnly: boolean;
  /** Whether it can change or delete what exists, rather than only add something. */
  readonly isDestructive: boolean;
  /** @throws ServiceError invalid_request for arguments that do not match the schema, and as the operations that it runs. */
  run(given: unknown, context: ToolContext): Promise<ToolAnswer>;
}

/** The declaration of a tool. */
interface Declaration<Shape extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scopes: readonly string[];
  readonly isVisible?: (scopes: readonly string[]) => boolean;
  readonly input: Shape;
  readonly isReadOnly?: boolean;
  readonly isDestructive?: boolean;
  readonly run: (given: z.output<z.ZodObject<Shape>>, context: ToolContext) => Promise<ToolAnswer>;
}

/** Arguments that the endpoint itself reads. */
export interface CommonArguments {
  readonly project_id?: string;
  readonly max_tokens?: number;
}

export function defineTool<Shape extends z.ZodRawShape>({ input, run, ...rest }: Declaration<Shape>): Tool {
  const schema = z.strictObject({ ...input, ...COMMON });
  return {
    isReadOnly: true,
    isDestructive: rest.isReadOnly === false,
    ...rest,
    inputSchema: toInputSchema(schema),
    // A method that is not async would throw instead of rejecting.
    run: async (given, context) => run(parseArguments(schema, given) as z.output<z.ZodObject<Shape>>, context),
  };
}

/** Reads the arguments of every tool from arguments that may be invalid otherwise. */
export function readCommonArguments(given: unknown): CommonArguments {
  const read = z.looseObject({ ...PROJECT, ...COMMON }).safeParse(given ?? {});
  if (!read.success) throw invalidArguments(read.error);
  const { project_id: projectId, max_tokens: maxTokens } = read.data;
  return {
    ...(projectId !== undefined && { project_id: projectId }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
  };
}

function parseArguments<Schema extends z.ZodObject>(schema: Schema, given: unknown): z.output<Schema> {
  for (const [name, value] of Object.entries(given ?? {}))
    if (Object.hasOwn(schema.shape, name) && hasManyElements(schema.shape[name], value))
      throw invalidField(name, `must have at most ${MAX_ELEMENTS} elements`);
  const read = schema.safeParse(given ?? {});
  if (!read.success) throw invalidArguments(read.error);
  return read.data;
}

/** Objects of any content, such as the parameters of an operation, are not validated by name. */
function hasManyElements(schema: unknown, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > MAX_ELEMENTS;
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return inner instanceof z.ZodRecord && Object.keys(value ?? {}).length > MAX_ELEMENTS;
}

function invalidArguments({ issues }: z.ZodError): ServiceError {
  const violations = new Violations();
  for (const issue of issues) {
    if (violations.isFull) break;
    const { path, reason } = toDetail(issue);
    violations.add(path, reason);
  }
  const details = violations.all();
  const [first] = details;
  const rest = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  return new ServiceError('invalid_request', {
    details,
    ...(first && { message: `${first.path}: ${first.reason}${rest}` }),
  });
}

/**
 * The reasons of the parser name types and limits, never the value. Names that the caller chose, those of unknown arguments and in records,
 * are left out.
 */
function toDetail(issue: z.core.$ZodIssue): ErrorDetail {
  const chosen = issue.path.findIndex((name, index) => index > 0 && typeof name !== 'number');
  const path = issue.path.slice(0, chosen < 0 ? undefined : chosen).join('.') || 'arguments';
  if (issue.code === 'unrecognized_keys') return { path, reason: 'have a name that the tool does not know' };
  return { path, reason: `is not valid: ${issue.message}` };
}

/** The schema that clients get: a closed, flat object without the keywords at which some of them drop a tool. */
function toInputSchema(schema: z.ZodObject): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as unknown as JsonObject;
  return rest;
}
