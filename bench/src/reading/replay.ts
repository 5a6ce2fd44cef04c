/**
 * Lists of recordings and the events of one of two hours over a full store, one JSON line per figure:
 * `node dist/reading/replay.js [sessions] [directory] [only]`. Fills a state directory once: a million recordings that begin in a week,
 * each with two chunks and summarized twice, and one of 1,440 chunks with events (existing data is used again), starts a standalone on it
 * and sends requests to the REST interface; `only` selects requests whose name contains it.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStandalone } from '@svc/testing';
import { LONG_MS, LONG_SESSION, recordLongSession } from '../data/long-recording.js';
import { prepareRecordings, WEEK_SECONDS } from '../data/recordings-data.js';
import { printer } from '../figures/figure.js';
import { measureRequests } from './measure-requests.js';
import { projectId } from './project.js';

const [, , sessions = 1_000_000, directory = path.join(tmpdir(), 'svc-bench-replay'), only = ''] = process.argv;
const data = await prepareRecordings(String(directory), Number(sessions));
const print = printer({ sessions: data.sessions });
const text = (seconds: number): string => new Date(seconds * 1_000).toISOString();
/** A week that ends at another minute each time. */
const week = (nth: number): string => {
  const last = data.end - nth * 60;
  return `start_time=${text(last - WEEK_SECONDS)}&end_time=${text(last)}`;
};
const SNAPSHOTS = `/replay/${LONG_SESSION}/snapshots`;
/** A moment about the middle, each time at another distance from the full snapshot before it. */
const middle = (nth: number): string => `from_offset_ms=${LONG_MS / 2 + nth * 7_000}`;

interface Question {
  /** Upper bound for the median; a figure without one is for comparison. */
  readonly goalMs?: number;
  readonly path: (nth: number) => string;
}

const QUESTIONS: Readonly<Record<string, Question>> = {
  'list: newest': { goalMs: 50, path: (nth) => `/replay?${week(nth)}` },
  'list: with rage clicks': { goalMs: 50, path: (nth) => `/replay?${week(nth)}&rage=true` },
  'list: by rage clicks': { goalMs: 50, path: (nth) => `/replay?${week(nth)}&sort=rage` },
  'list: of a person': { goalMs: 50, path: (nth) => `/replay?${week(nth)}&distinct_id=user-${nth * 31}` },
  'list: by duration': { path: (nth) => `/replay?${week(nth)}&sort=duration` },
  'events: from the start': { goalMs: 200, path: (nth) => `${SNAPSHOTS}?limit=${500 - (nth % 3)}` },
  'events: from the middle': { goalMs: 200, path: (nth) => `${SNAPSHOTS}?limit=${500 - (nth % 3)}&${middle(nth)}` },
  'events: largest page from the start': { goalMs: 200, path: (nth) => `${SNAPSHOTS}?limit=${5_000 - (nth % 3)}` },
  'events: largest page from the middle': {
    goalMs: 200,
    path: (nth) => `${SNAPSHOTS}?limit=${5_000 - (nth % 3)}&${middle(nth)}`,
  },
};

const topology = await startStandalone({ directory: String(directory) });
try {
  const { httpUrl, apiKey } = topology;
  const project = await projectId(topology);
  await recordLongSession(topology, project, data.end);
  const ask = async (url: string): Promise<void> => {
    const answer = await fetch(`${httpUrl}/api/v1${url}&project_id=${project}`, {
      headers: { 'x-svc-api-key': apiKey },
    });
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}: ${body}`);
  };
  for (const [question, { goalMs, path: toPath }] of Object.entries(QUESTIONS)) {
    if (!question.includes(only)) continue;
    const figure = await measureRequests(topology, (nth) => ask(toPath(nth)));
    print({ figure: 'replay', question, goalMs, ...figure });
  }
} finally {
  await topology.stop();
}
