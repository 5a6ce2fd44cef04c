import { ApiError } from '../../api/api-error.js';

export interface Explanation {
  /** One line: what did not work. */
  readonly title: string;
  /** The reason, in the words of the service. */
  readonly why: string;
  /** One sentence: what the user can do. */
  readonly next: string;
}

const BY_STATUS: Readonly<Record<number, Omit<Explanation, 'why'>>> = {
  0: { title: 'The service cannot be reached', next: 'Check that it runs and that you are online, then try again.' },
  400: { title: 'The request is not valid', next: 'Correct the value that the message names.' },
  401: { title: 'You are signed out', next: 'Sign in again to continue where you are.' },
  403: { title: 'You may not do this', next: 'Ask an admin of your organization for the role that the message names.' },
  404: { title: 'Not found', next: 'It may have been deleted, or belong to another project. Check the project above.' },
  412: { title: 'Someone else was faster', next: 'Load the current state and apply your change again.' },
  409: { title: 'This conflicts with what there is', next: 'Do what the message says, or load the current state.' },
  429: { title: 'Too many requests', next: 'Wait a moment, then try again.' },
  503: {
    title: 'Part of the service is unavailable',
    next: 'Try again in a moment. Nothing that was accepted is lost.',
  },
  504: { title: 'The request took too long', next: 'Choose a shorter time range or a narrower filter.' },
};

/** Explains an error in words that say what to do about it. */
export function explainError(error: Error): Explanation {
  if (!(error instanceof ApiError)) {
    return {
      title: 'The page has failed',
      why: error.message,
      next: 'Reload the page. If it fails again, report the message.',
    };
  }
  const isOlder = error.code === 'version_conflict';
  const known = BY_STATUS[isOlder ? 412 : error.status] ?? {
    title: error.status >= 500 ? 'The service has failed' : 'The request was refused',
    next: 'Try again. If it fails again, report the request ID to the operator of the service.',
  };
  const { retryAfterMs } = error.details;
  const next = retryAfterMs === undefined ? known.next : `Try again in ${Math.ceil(retryAfterMs / 1000)} seconds.`;
  return { ...known, next, why: toReason(error) };
}

/** The message, and the fields that it does not name. */
function toReason({ message, details: { fields } }: ApiError): string {
  const details: unknown = fields?.['details'];
  const reasons = (Array.isArray(details) ? details : [])
    .map((detail: { readonly path?: unknown; readonly reason?: unknown }) => [detail.path, detail.reason])
    .filter(([, reason]) => typeof reason === 'string' && !message.includes(reason))
    .map((parts) => `${parts.filter((part) => typeof part === 'string').join(' ')}.`);
  return [message, ...reasons].join(' ');
}
