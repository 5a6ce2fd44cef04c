import { Labels } from '@svc/promql';
import type { Spelling } from './family.js';
import { translateLabel } from './names.js';

/** A stored stream with all that labels are made of. */
export interface Stream {
  readonly attributes: Readonly<Record<string, string>>;
  readonly service: string;
  readonly job: string;
  readonly instance: string;
  readonly environment: string;
}

/** The attribute of the resource that is a label of streams of OpenTelemetry, besides the job and the instance. */
const ENVIRONMENT = 'deployment.environment.name';

/** The labels of a stream in one spelling, without those that tell buckets and quantiles apart. */
export function toLabels(stream: Stream, { metric, isTranslated, family }: Spelling): Labels {
  const { attributes, service, job, instance, environment } = stream;
  const labels = isTranslated ? translated(attributes) : new Map(Object.entries(attributes));
  const label = isTranslated ? translateLabel(ENVIRONMENT) : ENVIRONMENT;
  if (environment !== '' && !family.isSent && !labels.has(label)) labels.set(label, environment);
  // A namespace alone names no job.
  if (service !== '') labels.set('job', job);
  if (instance !== '') labels.set('instance', instance);
  labels.set('__name__', metric);
  return Labels.from(labels);
}

/** Attributes whose names become the same label are one label, with their values in the order of their names. */
function translated(attributes: Readonly<Record<string, string>>): Map<string, string> {
  const labels = new Map<string, string>();
  for (const [name, value] of Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === '') continue;
    const label = translateLabel(name);
    const other = labels.get(label);
    labels.set(label, other === undefined ? value : `${other};${value}`);
  }
  return labels;
}
