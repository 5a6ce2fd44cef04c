import { BackWriter, closeMessage, writeAttribute, writeText } from '@svc/otlp/wire';
import { KIND, type Kind } from '../metric/kind.js';
import { metricUnit } from '../metric/unit.js';
import { compareRanges } from '../request/bytes.js';
import type { Series } from '../request/series.js';
import { writeRange } from './point-writer.js';

const CUMULATIVE = 2;

/** The metric that points are written to, as positions in the request. */
interface OpenMetric {
  kind: Kind;
  nameStart: number;
  nameEnd: number;
  unit: string;
  unitStart: number;
  unitEnd: number;
  helpStart: number;
  helpEnd: number;
}

/**
 * Writes an `ExportMetricsServiceRequest` from its end to its beginning: the last series is written first. Neighbouring series share their
 * metric and their resource if these are equal.
 */
export class MetricsWriter {
  readonly out: BackWriter;
  private readonly metric: OpenMetric = {
    kind: KIND.gauge,
    nameStart: 0,
    nameEnd: 0,
    unit: '',
    unitStart: 0,
    unitEnd: 0,
    helpStart: 0,
    helpEnd: 0,
  };
  /** The texts of the resource: its job and its instance. */
  private readonly resource = { jobStart: 0, jobEnd: 0, instanceStart: 0, instanceEnd: 0 };
  private isOpen = false;
  private groupStart = 0;
  private metricStart = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly sharesTexts: boolean,
    maxBytes: number,
  ) {
    this.out = new BackWriter(Math.max(bytes.length * 2, 1024), maxBytes);
  }

  /** Makes the metric of a series the one that the next points belong to. */
  open(series: Series, kind: Kind): void {
    const { labels, metadata } = series;
    const nameStart = labels.values.start(labels.name);
    const nameEnd = labels.values.end(labels.name);
    const isSameResource = this.isOpen && this.#isResource(series);
    if (isSameResource && this.#isMetric(series, kind, nameStart, nameEnd)) return;
    if (this.isOpen) this.#closeMetric();
    if (this.isOpen && !isSameResource) this.#closeResource();
    if (!isSameResource) this.#openResource(series);
    const unit = metricUnit(
      this.bytes.toString('utf8', nameStart, nameEnd),
      () => this.bytes.toString('utf8', metadata.unitStart, metadata.unitEnd),
      kind === KIND.sum || kind === KIND.gauge,
    );
    const { unitStart, unitEnd, helpStart, helpEnd } = metadata;
    Object.assign(this.metric, { kind, nameStart, nameEnd, unit, unitStart, unitEnd, helpStart, helpEnd });
    this.#openMetric(kind);
    this.isOpen = true;
  }

  finish(): Buffer {
    if (this.isOpen) {
      this.#closeMetric();
      this.#closeResource();
    }
    this.isOpen = false;
    return this.out.finish();
  }

  #openMetric(kind: Kind): void {
    const { out } = this;
    this.metricStart = out.length;
    if (kind === KIND.gauge) return;
    if (kind === KIND.sum) {
      out.varint(1);
      out.varint(3 << 3);
    }
    out.varint(CUMULATIVE);
    out.varint(2 << 3);
  }

  #closeMetric(): void {
    const { out, bytes, metric, metricStart } = this;
    closeMessage(out, metric.kind, metricStart);
    if (metric.unit !== '') writeText(out, 3, metric.unit);
    if (metric.helpEnd > metric.helpStart) writeRange(out, 2, bytes, metric.helpStart, metric.helpEnd);
    writeRange(out, 1, bytes, metric.nameStart, metric.nameEnd);
    closeMessage(out, 2, metricStart);
  }

  #openResource({ labels }: Series): void {
    const { resource } = this;
    const { values, job, instance } = labels;
    this.groupStart = this.out.length;
    resource.jobStart = job < 0 ? 0 : values.start(job);
    resource.jobEnd = job < 0 ? 0 : values.end(job);
    resource.instanceStart = instance < 0 ? 0 : values.start(instance);
    resource.instanceEnd = instance < 0 ? 0 : values.end(instance);
  }

  #closeResource(): void {
    const { out, bytes, resource, groupStart } = this;
    closeMessage(out, 2, groupStart);
    const before = out.length;
    const instance = bytes.subarray(resource.instanceStart, resource.instanceEnd);
    if (instance.length > 0) writeAttribute(out, 1, 'service.instance.id', instance);
    const job = bytes.subarray(resource.jobStart, resource.jobEnd);
    // OpenTelemetry writes a service with a namespace as the job `namespace/name`.
    const slash = job.indexOf('/');
    const isPair = slash > 0 && slash < job.length - 1 && slash === job.lastIndexOf('/');
    if (job.length > 0) writeAttribute(out, 1, 'service.name', isPair ? job.subarray(slash + 1) : job);
    if (isPair) writeAttribute(out, 1, 'service.namespace', job.subarray(0, slash));
    if (out.length > before) closeMessage(out, 1, before);
    closeMessage(out, 1, groupStart);
  }

  #isResource({ labels }: Series): boolean {
    const { jobStart, jobEnd, instanceStart, instanceEnd } = this.resource;
    const { values, job, instance } = labels;
    const isSame = (index: number, start: number, end: number): boolean =>
      index < 0 ? start === end : this.#areEqual(values.start(index), values.end(index), start, end);
    return isSame(job, jobStart, jobEnd) && isSame(instance, instanceStart, instanceEnd);
  }

  #isMetric({ metadata }: Series, kind: Kind, nameStart: number, nameEnd: number): boolean {
    const { metric } = this;
    if (kind !== metric.kind || metadata.helpStart !== metric.helpStart || metadata.helpEnd !== metric.helpEnd)
      return false;
    if (metadata.unitStart !== metric.unitStart || metadata.unitEnd !== metric.unitEnd) return false;
    return this.#areEqual(nameStart, nameEnd, metric.nameStart, metric.nameEnd);
  }

  #areEqual(start: number, end: number, other: number, otherEnd: number): boolean {
    if (this.sharesTexts) return start === other && end === otherEnd;
    return compareRanges(this.bytes, start, end, other, otherEnd) === 0;
  }
}
