/**
 * Errors and issues over a full store, one JSON line per figure: `node dist/errors.js [events] [issues] [directory]
 * [only]`. Fills a state directory once: 14 days with an issue of 10 million errors and 100,000 issues of 20 errors
 * (takes minutes; existing data is used again), starts a standalone on it and sends requests to the REST interface,
 * each time with other values; `only` selects requests whose name contains it.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStandalone } from '@svc/testing';
import { DAYS, issueId, prepareErrors, prepareIssues } from './data/errors-data.js';
import { printer } from './figures/figure.js';
import { measureRequests } from './reading/measure-requests.js';
import { projectId } from './reading/project.js';

const [, , events = 10_000_000, issues = 100_000, directory = path.join(tmpdir(), 'svc-bench-errors'), only = ''] =
  process.argv;
const data = await prepareErrors(String(directory), { events: Number(events), issues: Number(issues) });
const print = printer({ events: data.events, issues: data.issues, days: DAYS });

const LARGEST = issueId(0);
const other = (nth: number): string => issueId(1 + ((nth * 7_919) % (data.issues - 1)));
const text = (seconds: number): string => new Date(seconds * 1000).toISOString();
/** A window that ends at another minute each time. */
const window = (nth: number, days: number): string => {
  const last = data.end - nth * 60;
  return `start_time=${text(last - days * 86_400)}&end_time=${text(last)}`;
};

interface Question {
  /** Upper bound for the median; a figure without one is for comparison. */
  readonly goalMs?: number;
  readonly path: (nth: number) => string;
}

const QUESTIONS: Readonly<Record<string, Question>> = {
  'issues: first page': { goalMs: 50, path: (nth) => `/issues?limit=${30 + (nth % 3)}` },
  'issues: first page of a status': { goalMs: 50, path: (nth) => `/issues?status=resolved&limit=${30 + (nth % 3)}` },
  'issues: first page of a service': { goalMs: 50, path: (nth) => `/issues?service=service-${nth % 20}` },
  'issues: the largest opens': { goalMs: 100, path: () => `/issues/${LARGEST}?` },
  'issues: another opens': { goalMs: 100, path: (nth) => `/issues/${other(nth)}?` },
  'issues: occurrences of the largest': {
    goalMs: 100,
    path: (nth) => `/issues/${LARGEST}/occurrences?${window(nth, 7)}`,
  },
  'issues: releases of the largest': { goalMs: 100, path: () => `/issues/${LARGEST}/releases?` },
  'errors: newest page of a day': { path: (nth) => `/errors?${window(nth, 1)}` },
  'errors: newest page of a type': { path: (nth) => `/errors?${window(nth, 7)}&q=type:Error${nth % 50}` },
  'errors: absent word in a week': { path: (nth) => `/errors?${window(nth, 7)}&q=absent${nth}` },
  'errors: of a person': { path: (nth) => `/errors?${window(nth, 7)}&q=user:user-${nth * 31}` },
  'groups: first page of a day': { path: (nth) => `/errors/groups?${window(nth, 1)}` },
  'groups: first page of a week': { path: (nth) => `/errors/groups?${window(nth, 7)}` },
  'groups: of a service': { path: (nth) => `/errors/groups?${window(nth, 1)}&service_name=service-${nth % 20}` },
  'groups: the largest': { path: () => `/errors/groups/${LARGEST}?` },
  'affected by the largest': { path: (nth) => `/errors/groups/${LARGEST}/affected?limit=${50 + nth}` },
  'affected by another': { path: (nth) => `/errors/groups/${other(nth)}/affected?` },
  'releases: list': { path: (nth) => `/releases?limit=${30 + nth}` },
};

const topology = await startStandalone({ directory: String(directory) });
try {
  const { httpUrl, apiKey } = topology;
  const project = await projectId(topology);
  await prepareIssues(String(directory), project, data);
  const ask = async (url: string): Promise<void> => {
    const headers = { 'x-svc-api-key': apiKey };
    const separator = url.endsWith('?') ? '' : '&';
    const answer = await fetch(`${httpUrl}/api/v1${url}${separator}project_id=${project}`, { headers });
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}: ${body}`);
  };
  for (const [question, { goalMs, path: toPath }] of Object.entries(QUESTIONS)) {
    if (!question.includes(only)) continue;
    const figure = await measureRequests(topology, (nth) => ask(toPath(nth))).catch((error: Error) => ({
      failed: error.message,
    }));
    print({ figure: 'errors', question, goalMs, ...figure });
  }
} finally {
  await topology.stop();
}
