import { checkAttributes } from '../../attributes/check.js';
import type { Rejection } from '../../rules.js';
import { METRIC_PATHS, MetricWalker, type PointVisitor } from '../metrics/metric-walker.js';
import type { PointFields } from '../metrics/point-fields.js';
import { EnvelopeSkimmer } from './envelope-skimmer.js';

export class MetricSkimmer extends EnvelopeSkimmer implements PointVisitor {
  private readonly walker = new MetricWalker();

  constructor() {
    super('metrics');
  }

  override item(start: number, end: number): void {
    this.walker.walk(this.reader, start, end, this.bounds, this);
  }

  metric(): void {
    // Only points need to be counted.
  }

  point(point: PointFields, rejection: Rejection): void {
    checkAttributes(this.reader, point.attributes, METRIC_PATHS.attributes);
    this.tally.item(rejection);
    this.tally.addElements(point.elements);
  }
}
