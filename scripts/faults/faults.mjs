/**
 * Deliberate faults, one or two in each family: a comparison that is flipped. Each must be noticed by the specs beside
 * the code, which every run of the gate has. `from` occurs once in the compiled file.
 */
export const FAULTS = [
  {
    family: 'logs',
    file: 'libs/otlp/src/signals/logs/log-fields.ts',
    from: 'severity <= MAX_SEVERITY',
    to: 'severity < MAX_SEVERITY',
  },
  {
    family: 'ingestion',
    file: 'libs/otlp/src/rules.ts',
    from: 'high === this.minHigh && low < this.minLow',
    to: 'high === this.minHigh && low > this.minLow',
  },
  {
    family: 'redaction',
    file: 'libs/redaction/src/card.ts',
    from: 'digits.length >= MIN_DIGITS && isCard(digits)',
    to: 'digits.length > MIN_DIGITS && isCard(digits)',
  },
  {
    family: 'event log',
    file: 'libs/event-log/src/lmdb/storage/sweep.ts',
    from: 'value.t >= beforeMs',
    to: 'value.t > beforeMs',
  },
  {
    family: 'issues',
    file: 'libs/stacks/src/grouping/frames.ts',
    from: 'found.size === MAX_CONTRIBUTING',
    to: 'found.size !== MAX_CONTRIBUTING',
  },
  {
    family: 'persons',
    file: 'libs/persons/src/links.ts',
    from: 'count >= maxAliases',
    to: 'count > maxAliases',
  },
  {
    family: 'cohorts',
    file: 'apps/query/src/product/cohorts/definition/members.query.ts',
    from: "definition.operator === 'and'",
    to: "definition.operator !== 'and'",
  },
  {
    family: 'properties',
    file: 'libs/property-filters/src/matcher.ts',
    from: 'ordered(question.bound, fold, (order) => order > 0)',
    to: 'ordered(question.bound, fold, (order) => order >= 0)',
  },
  {
    family: 'flags',
    file: 'libs/flags/src/evaluate.ts',
    from: 'hash <= group.rollout',
    to: 'hash >= group.rollout',
  },
  {
    family: 'rules',
    file: 'apps/alerting/src/rules/evaluation/advance.ts',
    from: 'at - breachedSince >= forMs',
    to: 'at - breachedSince > forMs',
  },
  {
    family: 'anomalies',
    file: 'apps/alerting/src/anomalies/detection/track.ts',
    from: 'score >= WARNING_SCORE',
    to: 'score < WARNING_SCORE',
  },
  {
    family: 'on-call',
    file: 'apps/alerting/src/oncall/resolver/shifts.ts',
    from: 'start < span.end && end > span.start',
    to: 'start < span.end && end < span.start',
  },
  {
    family: 'exports',
    file: 'apps/exports/src/jobs/job-state.ts',
    from: 'attempts >= MAX_ATTEMPTS',
    to: 'attempts > MAX_ATTEMPTS',
  },
  {
    family: 'pages',
    file: 'libs/pagination/src/cursors.ts',
    from: 'bytes[0] !== VERSION',
    to: 'bytes[0] === VERSION',
  },
  {
    family: 'admission',
    file: 'apps/gateway/src/admission/authenticator.ts',
    from: '!credential || refusal !== KeyRefusal.UNSPECIFIED',
    to: '!credential || refusal === KeyRefusal.UNSPECIFIED',
  },
];
