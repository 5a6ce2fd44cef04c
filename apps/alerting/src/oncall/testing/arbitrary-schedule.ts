import fc from 'fast-check';
import type { Layer, Override, Schedule } from '../resolver/index.js';

const MINUTE_MS = 60_000;
const USERS = ['ada', 'grace', 'barbara', 'edsger', 'tony'];

/** A minute from the start of 2024 within some days, often at a full hour. */
const minuteWithin = (days: number) =>
  fc
    .oneof(
      fc.integer({ min: 0, max: days * 24 }).map((hours) => hours * 60),
      fc.integer({ min: 0, max: days * 24 * 60 }),
    )
    .map((minutes) => Date.UTC(2024, 0, 1) + minutes * MINUTE_MS);

const minuteOfDay = fc.oneof(
  // Hours near which zones change their offsets.
  fc.constantFrom(0, 60, 90, 120, 135, 150, 165, 180, 210),
  fc.integer({ min: 0, max: 1439 }),
);

const restriction = fc.oneof(
  fc.record({
    periodDays: fc.constant(1 as const),
    startMinute: minuteOfDay,
    durationMinutes: fc.integer({ min: 1, max: 24 * 60 }),
  }),
  fc.record({
    periodDays: fc.constant(7 as const),
    startMinute: fc.tuple(fc.integer({ min: 0, max: 6 }), minuteOfDay).map(([day, minute]) => day * 1440 + minute),
    durationMinutes: fc.integer({ min: 1, max: 7 * 24 * 60 }),
  }),
);

const length = fc.oneof(
  fc.constantFrom(1, 3, 8, 12, 23, 24, 36).map((hours) => ({ unit: 'minutes' as const, count: hours * 60 })),
  fc.integer({ min: 1, max: 21 }).map((days) => ({ unit: 'minutes' as const, count: days * 24 * 60 })),
  fc.integer({ min: 1, max: 3 }).map((count) => ({ unit: 'months' as const, count })),
);

const layer: fc.Arbitrary<Layer> = fc.record(
  {
    name: fc.constant('layer'),
    users: fc.array(fc.constantFrom(...USERS), { minLength: 1, maxLength: 5 }),
    length,
    startMs: minuteWithin(400),
    endMs: minuteWithin(1500),
    handoffMinute: minuteOfDay,
    restrictions: fc.array(restriction, { maxLength: 2 }),
    concurrency: fc.integer({ min: 1, max: 2 }),
  },
  { requiredKeys: ['name', 'users', 'length', 'startMs', 'restrictions', 'concurrency'] },
);

export const arbitraryLayers: fc.Arbitrary<Schedule['layers']> = fc
  .array(layer, { minLength: 1, maxLength: 3 })
  .map((layers) => layers.map((one, index) => ({ ...one, name: `layer ${index}` })));

export const arbitraryOverrides: fc.Arbitrary<readonly Override[]> = fc
  .array(
    fc.record({
      from: minuteWithin(1800),
      minutes: fc.integer({ min: 1, max: 20_000 }),
      user: fc.constantFrom(...USERS),
    }),
    { maxLength: 3 },
  )
  .map((overrides) =>
    overrides.map(({ from, minutes, user }, index) => ({
      id: String(index),
      userId: user,
      start: from,
      end: from + minutes * MINUTE_MS,
      createdMs: (index * 7) % 3,
    })),
  );
