import { oneLine } from '../print/layout/sanitize.js';
import { EXIT, Failure } from '../runtime/failure.js';
import { isObject, type Json } from '../runtime/values/json.js';
import { NO_PROJECT } from '../session/ingestion.js';
import type { Settings } from '../session/settings.js';
import type { Context, RestCommand } from './command.js';
import { operationEntry } from './request.js';

/** Explains a refusal of the service in terms of the command line; its own messages are for users of the API. */
export function explain(error: unknown, command: RestCommand, context: Context): unknown {
  if (!(error instanceof Failure)) return error;
  const settings = context.settings();
  if (error.exitCode === EXIT.notFound) {
    const message = `${error.message} ${notFound(command, context.arguments, settings)}`;
    return new Failure(error.error, message, error.exitCode, error.response);
  }
  return settings.project === undefined ? withoutProject(error) : error;
}

function withoutProject(error: Failure): Failure {
  if (!Array.isArray(error.response?.details)) return error;
  const details = error.response.details as readonly Json[];
  const isMissing = details.some((detail) => isObject(detail) && detail['path'] === 'project_id');
  return isMissing ? new Failure(error.error, NO_PROJECT, error.exitCode, error.response) : error;
}

/**
 * Names every resource in the request, since the service does not report which of them is missing: a caller without
 * access to a resource must not learn that it exists.
 */
function notFound(command: RestCommand, given: Readonly<Record<string, string>>, settings: Settings): string {
  const { pathParameters, project } = operationEntry(command.operation);
  const named = (command.arguments ?? [])
    .filter(({ name, sends }) => given[name] !== undefined && pathParameters.includes(sends ?? ''))
    .map(({ name }) => `<${name}> ${oneLine(given[name] ?? '')}`);
  const isSent = project !== 'public' && settings.project !== undefined;
  const origin = settings.projectIsGiven ? '--project or SVC_PROJECT' : `the profile ${settings.profile}`;
  const active = isSent ? [`the project ${oneLine(settings.project ?? '')} of ${origin} (see svc projects list)`] : [];
  return `Check ${[...named, ...active, `the address ${settings.apiUrl}`].join(', ')}.`;
}
