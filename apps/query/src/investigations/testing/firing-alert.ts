/** The row of an alert that fires, as alerting keeps it. */
export function firingAlert(own: {
  readonly id: string;
  readonly projectId: string;
  readonly ruleId: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly startedAt: Date;
  readonly now: Date;
}) {
  const { now, labels, ...rest } = own;
  return {
    ...rest,
    labels: { ...labels },
    fingerprint: own.id,
    name: 'Slow',
    severity: 'warning',
    state: 'firing',
    annotations: {},
    rule: {},
    inhibitionKey: '',
    isDue: false,
    isNotified: false,
    isAnnounced: true,
    summary: '',
    evaluatedAt: now,
    updatedAt: now,
  };
}
