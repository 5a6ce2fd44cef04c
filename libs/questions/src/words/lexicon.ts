import type { ItemKind } from './item.js';

type Entry = readonly [kind: ItemKind, value: string, phrases: string];

/** Phrases by what they mean. A vertical bar separates phrases with the same meaning. */
const ENTRIES: readonly Entry[] = [
  [
    'subject',
    'logs',
    'log|logs|log line|log lines|log message|log messages|log record|log records|log entry|log entries|logged',
  ],
  ['subject', 'traces', 'trace|traces'],
  ['subject', 'requests', 'request|requests'],
  ['subject', 'errors', 'error|errors'],
  ['subject', 'failures', 'failure|failures'],
  ['subject', 'exceptions', 'exception|exceptions|crashes'],
  ['subject', 'issues', 'issue|issues'],
  ['subject', 'runs', 'agent run|agent runs|runs of agents|ai runs|runs'],
  ['subject', 'agent', 'agent|ai agent'],
  ['subject', 'agents', 'agents|ai agents'],
  ['subject', 'model', 'model|language model'],
  ['subject', 'models', 'models|llm|llms|ai|language models'],
  ['subject', 'metrics', 'metric|metrics'],
  ['subject', 'events', 'event|events'],
  ['subject', 'persons', 'person|persons|people|customer|customers|user|users'],
  ['subject', 'service', 'service'],
  ['subject', 'services', 'services'],
  ['subject', 'map', 'service map|service dependencies|service graph|dependencies'],
  ['subject', 'patterns', 'log patterns|log pattern|patterns of logs|patterns in logs'],
  ['subject', 'funnel', 'funnel|conversion|conversion rate|funnel conversion'],
  [
    'find',
    'persons',
    'search persons|search person|search customers|search customer|search users|search user|search for person|search for customer|search for user',
  ],
  ['who', 'who', 'who|which users|which persons|which people|which customers|which user|which person|which customer'],
  ['count', 'count', 'how many|number of|count|count of|amount of'],
  [
    'count',
    'unique',
    'how many users|how many people|how many persons|how many customers|number of users|number of persons|unique users|unique persons|unique customers|distinct users|distinct persons|how many unique users|how many distinct users|number of unique users',
  ],
  ['series', 'series', 'over time|trend|trend of|trends|plot|graph|chart|volume'],
  ['interval', '1m', 'per minute|by minute|every minute|each minute|minutely'],
  ['interval', '1h', 'per hour|by hour|by the hour|every hour|each hour|hourly'],
  ['interval', '1d', 'per day|by day|every day|each day|daily|a day'],
  ['interval', '1w', 'per week|by week|every week|each week|weekly'],
  ['interval', '1M', 'per month|by month|every month|each month|monthly'],
  ['level', 'error', 'error log|error logs|error level|level error|error log lines|error log messages|error messages'],
  ['level', 'warn', 'warning|warnings|warn|warns|warning log|warning logs|warn logs|level warn|level warning'],
  ['level', 'info', 'info log|info logs|info|level info'],
  ['level', 'debug', 'debug log|debug logs|debug|level debug'],
  ['level', 'fatal', 'fatal log|fatal logs|fatal|fatals|level fatal'],
  [
    'level',
    'warn,error,fatal',
    'warnings and above|warning and above|warn and above|warnings or worse|warning or worse|warn or worse|at least warning|at least warn',
  ],
  ['level', 'error,fatal', 'errors and above|error and above|errors or worse|error or worse|at least error'],
  ['traceStatus', 'error', 'failed|failing|with errors|with an error|with error|erroring|that failed|which failed'],
  ['traceStatus', 'ok', 'successful|succeeded|without errors|without error|without failures|without any errors'],
  ['issueStatus', 'new', 'new'],
  ['issueStatus', 'new,ongoing', 'unresolved|open'],
  ['issueStatus', 'ongoing', 'ongoing'],
  ['issueStatus', 'resolved', 'resolved'],
  ['issueStatus', 'ignored', 'ignored'],
  ['issueStatus', 'snoozed', 'snoozed'],
  ['order', 'slow', 'slowest|longest'],
  ['order', 'fast', 'fastest|shortest'],
  ['order', 'busy', 'busiest|most requests|the most requests'],
  ['order', 'errors', 'most errors|the most errors'],
  ['order', 'spans', 'most spans|the most spans'],
  ['order', 'services', 'most services|the most services'],
  [
    'order',
    'users',
    'most users|the most users|most customers|the most customers|most people|by users|by number of users|by affected users',
  ],
  ['order', 'events', 'most frequent|most common|by events|by number of events|by frequency|by occurrences'],
  ['order', 'newest', 'newest'],
  ['order', 'recent', 'latest|recent|most recent|last'],
  ['order', 'oldest', 'oldest|earliest|first'],
  ['extreme', 'max', 'highest|maximum|max|peak|largest|biggest|greatest'],
  ['extreme', 'min', 'lowest|minimum|min|smallest|least'],
  ['agg', 'avg', 'average|avg|mean'],
  ['agg', 'p50', 'median|p50|50th percentile'],
  ['agg', 'p95', 'p95|95th percentile'],
  ['agg', 'p99', 'p99|99th percentile'],
  ['agg', 'sum', 'total|sum|sum of|overall'],
  ['agg', 'rate', 'rate|rate of|per second'],
  ['agg', 'increase', 'increase|increased|grow|growth|growth of'],
  ['measure', 'duration', 'latency|latencies|response time|response times|request duration|request durations'],
  ['measure', 'error_rate', 'error rate|error rates|failure rate|error ratio'],
  ['measure', 'request_rate', 'throughput|request rate|requests per second'],
  ['measure', 'request_count', 'request count|number of requests|how many requests'],
  ['measure', 'error_count', 'failed requests|number of failed requests|how many failed requests'],
  [
    'figure',
    'cost',
    'cost|costs|cost of|spend|spent|spending|spend on|llm cost|llm costs|llm spend|ai cost|ai costs|ai spend|model cost|model costs',
  ],
  ['figure', 'tokens', 'tokens|token usage|tokens used|token count|number of tokens|how many tokens'],
  ['figure', 'input_tokens', 'input tokens|prompt tokens|number of input tokens|how many input tokens'],
  ['figure', 'output_tokens', 'output tokens|completion tokens|number of output tokens|how many output tokens'],
  [
    'figure',
    'calls',
    'llm calls|model calls|ai calls|calls of models|calls to models|how many llm calls|how many model calls|number of llm calls|number of model calls',
  ],
  [
    'order',
    'expensive',
    'most expensive|the most expensive|costliest|cost the most|costs the most|costs most|spent the most|spend the most|spends the most',
  ],
  ['runStatus', 'timed_out', 'timed out|that timed out|timed-out'],
  ['runStatus', 'cancelled', 'cancelled|canceled|aborted|that were cancelled|that were canceled'],
  ['runStatus', 'completed', 'completed|that completed|finished|that finished'],
  ['runStatus', 'running', 'running|still running|that are running|that are still running'],
  ['runStatus', 'max_steps', 'that hit the step limit|out of steps'],
  ['vague', 'worst', 'worst'],
  ['vague', 'best', 'best'],
  ['vague', 'top', 'top'],
  [
    'vague',
    'state',
    'ok|okay|healthy|health|wrong|wrong with|doing|how is|how are|performance|status|status of|performing|unhealthy',
  ],
  ['to', 'to', 'to|then|into'],
  [
    'filler',
    '',
    'how much|show|show me|list|find|get|give|give me|display|tell|view|look|look at|see|me|us|i|we|you|our|it|its|the|a|an|of|in|from|for|on|at|with|and|or|is|are|was|were|did|do|does|have|has|had|having|what|which|all|any|there|that|where|whose|would|like|like to|could|can|please|need|need to|want|want to|during|over|happened|happen|occurred|exist|been|affecting|affect|affected|hit|hitting|through|triggered|performed|by|some|every|these|those',
  ],
];

/** Words that negate. A question with one that no rule consumes is refused. */
export const NEGATIONS: ReadonlySet<string> = new Set(
  "not no never none nor neither without except excluding exclude excludes but isn't aren't wasn't weren't don't doesn't didn't won't can't cannot besides minus unless lacking missing ignoring non unlike instead".split(
    ' ',
  ),
);

/** Phrases that exclude what follows. */
export const EXCLUSIONS: ReadonlySet<string> = new Set([
  'except',
  'except for',
  'except from',
  'except in',
  'except of',
  'excluding',
  'not',
  'not from',
  'not in',
  'not of',
  'not by',
  'not for',
  'but not',
  'but not from',
  'but not in',
  'but not of',
  'without',
  'other than',
  'apart from',
  'not containing',
  'not mentioning',
]);

/** Phrases after which a text is searched. */
export const CONTAINING: ReadonlySet<string> = new Set(
  'containing|contains|contain|that contain|which contain|mentioning|mentions|mention|that mention|with text|with the text|with message|with the message|with the words|with the phrase|matching text|saying|that say|says'.split(
    '|',
  ),
);

export interface Meaning {
  readonly kind: ItemKind;
  readonly value: string;
}

/** Meanings by phrase; the words of a phrase are separated by one blank. */
export const LEXICON: ReadonlyMap<string, Meaning> = new Map(
  ENTRIES.flatMap(([kind, value, phrases]) => phrases.split('|').map((phrase) => [phrase, { kind, value }] as const)),
);

/** Words of times. */
export const TIME_WORDS: ReadonlySet<string> = new Set(
  'today yesterday tomorrow tonight since until between last past previous next this ago before after morning afternoon evening night now minute minutes hour hours day days week weeks month months year years monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  ),
);

/**
 * Words that have a meaning of their own, so that a name of several words with one of them needs quotation marks. Names of events often
 * have the words of a status, which the words around them protect.
 */
export const RESERVED: ReadonlySet<string> = new Set([
  ...[...LEXICON].flatMap(([phrase, { kind }]) => (phrase.includes(' ') || kind === 'runStatus' ? [] : [phrase])),
  ...[...EXCLUSIONS, ...CONTAINING].flatMap((phrase) => phrase.split(' ')),
  ...NEGATIONS,
  ...TIME_WORDS,
]);
